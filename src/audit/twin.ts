import { collapse } from '../model/text.ts'
import type { Fail } from './finding.ts'
import { quote } from './finding.ts'
import type { Piece } from './html.ts'
import { difference, linkDifference } from './same-words.ts'

/** A Markdown twin, read line by line without a Markdown parser, which would share the builder's bugs. */
export interface Twin {
  readonly data: ReadonlyMap<string, string>
  /** What follows the first-level heading. */
  readonly body: string
  /** Cut at the second-level headings; what precedes the first is left out. */
  readonly sections: readonly { readonly heading: string; readonly text: string }[]
  /** Labels in brackets, lower-case: a link definition is used if its label occurs once more. */
  readonly labels: ReadonlySet<string>
}

export function readTwin(file: string): Twin {
  const block = /^---\n((?:[a-z_]+: [^\n]*\n)+)---\n\s*/.exec(file)
  const text = file.slice(block?.[0].length ?? 0)
  const title = /^# .*\n+/m.exec(text)
  const body = text.slice(title ? title.index + title[0].length : 0)
  return {
    data: new Map(block?.[1]?.trimEnd().split('\n').map(keyAndValue)),
    body: body.replace(/\n$/, ''),
    sections: cut(body).slice(1),
    labels: new Set([...text.matchAll(/\[([^[\]\n]+)\](?!:)/g)].map(([, label = '']) => label.toLowerCase())),
  }
}

/** A quoted value is a JSON string. */
function keyAndValue(line: string): [string, string] {
  const colon = line.indexOf(': ')
  const [key, value] = [line.slice(0, colon), line.slice(colon + 2)]
  try {
    return [key, value.startsWith('"') ? String(JSON.parse(value)) : value]
  } catch {
    return [key, value]
  }
}

const fenceMark = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)/

/** Cuts at lines `## …` outside of code blocks. */
function cut(body: string): { heading: string; text: string }[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }]
  let fence: string | undefined
  for (const line of body.split('\n')) {
    const [, mark, rest = ''] = fenceMark.exec(line) ?? []
    const heading = fence === undefined ? /^ {0,3}## (.*)$/.exec(line)?.[1] : undefined
    if (heading !== undefined) sections.push({ heading, lines: [] })
    else sections.at(-1)?.lines.push(line)
    if (mark === undefined) continue
    if (fence === undefined) fence = mark.startsWith('`') && rest.includes('`') ? undefined : mark
    else if (mark.startsWith(fence) && rest.trim() === '') fence = undefined
  }
  return sections.map(({ heading, lines }) => ({ heading: collapse(heading), text: lines.join('\n').trim() }))
}

/** What authors wrote has the same words and links on the page and in its twin. */
export function checkTwin(
  pieces: readonly { readonly piece: Piece; readonly markdown: string; readonly name: string }[],
  { labels }: Twin,
  baseUrl: string,
  fail: Fail,
): void {
  for (const { piece, markdown, name } of pieces) {
    const found = difference(markdown, piece.written, labels)
    if (found) fail('twin/text', `Page and twin differ under ${quote(name)}: ${found}`)
  }
  const hrefs = pieces.flatMap(({ piece }) => piece.hrefs)
  const links = hrefs.map((href) => (href.startsWith('/') ? baseUrl + href : href))
  const shown = pieces.map(({ piece }) => piece.written).join(' ')
  const markdown = pieces.map((part) => part.markdown).join('\n\n')
  const found = linkDifference(markdown, { text: shown, links })
  if (found) fail('twin/links', `Page and twin have different links: ${found}`)
}
