/** A Markdown twin, taken apart line by line: no Markdown parser, because the builder's own would share its faults. */
export interface Twin {
  readonly data: ReadonlyMap<string, string>
  /** The first line that a reader sees. */
  readonly firstLine: string
  /** What stands between that line and the first-level heading. */
  readonly preface: string
  /** Of the first-level heading. */
  readonly title: string
  /** Cut at the second-level headings; the first piece is what stands before them. */
  readonly sections: readonly TwinSection[]
  /** Labels in brackets, lower-case: a link definition is used where its label stands in one more place. */
  readonly labels: ReadonlySet<string>
}

export interface TwinSection {
  readonly heading: string
  readonly text: string
}

/** Undefined when the file does not start with frontmatter of lines `key: value`. */
export function readTwin(file: string): Twin | undefined {
  const block = /^---\n((?:[a-z_]+: [^\n]*\n)+)---\n\s*/.exec(file)
  if (block === null) return undefined
  const lines = block[1]?.trimEnd().split('\n') ?? []
  const body = file.slice(block[0].length)
  const firstLine = body.split('\n', 1)[0] ?? ''
  const title = /^# (.*)\n?/m.exec(body)
  const start = title ? title.index + title[0].length : firstLine.length
  return {
    data: new Map(lines.map(keyAndValue)),
    firstLine,
    preface: body.slice(firstLine.length, title?.index),
    title: title?.[1] ?? '',
    sections: cut(body.slice(start)),
    labels: new Set([...body.matchAll(/\[([^[\]\n]+)\](?!:)/g)].map(([, label = '']) => label.toLowerCase())),
  }
}

function keyAndValue(line: string): [string, string] {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon), scalar(line.slice(colon + 2))]
}

/** A quoted value is a JSON string. */
function scalar(text: string): string {
  if (!text.startsWith('"')) return text
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}

const fenceMark = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)/

/** Cuts at lines `## …` that are no part of a code block. */
function cut(body: string): TwinSection[] {
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
  return sections.map(({ heading, lines }) => ({ heading, text: lines.join('\n') }))
}
