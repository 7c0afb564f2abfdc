import { fencesOf, guardMarkdown } from '../content/guards.ts'
import { parseMarkdown } from '../content/parse-markdown.ts'
import { nodesOf, type SourceFile } from '../model/document.ts'
import { frontmatterSchema } from '../model/solution.ts'

/**
 * Fixes what needs no judgement: key order, fences without a language, trailing spaces, soft hyphens. The meaning does not
 * change; a file that can't be parsed is returned unchanged.
 */
export function fixText({ path, text }: SourceFile): string {
  const softened = text.replaceAll('\u00ad', '')
  const ordered = path.startsWith('solutions/') ? orderKeys(softened) : softened
  return trimLines(nameFences(ordered))
}

/** Sorts the frontmatter's keys in the schema's order, unless it contains anything but keys and values. */
function orderKeys(text: string): string {
  const yaml = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1]
  if (yaml === undefined || !/^[a-z_]+:/.test(yaml)) return text
  const blocks = yaml.split(/\n(?=[a-z_]+:)/)
  if (blocks.some((block) => /^[ \t]*#/m.test(block))) return text
  const order = Object.keys(frontmatterSchema.shape).reverse()
  // Unknown keys have no rank and come last.
  const rank = (block: string) => order.indexOf(block.slice(0, block.indexOf(':')))
  const sorted = blocks.toSorted((a, b) => rank(b) - rank(a))
  return text.replace(yaml, () => sorted.join('\n'))
}

/** Adds messages to the frontmatter's `errors`, if it has that list with one message a line. */
export function addErrors(text: string, messages: readonly string[]): string {
  const lines = messages.map((message) => `  - ${JSON.stringify(message)}\n`).join('')
  return text.replace(/^---\n(?:[^-\n].*\n| {2}- .*\n)*?errors:\n(?: +- .*\n)+/, (start) => start + lines)
}

/** Fences without a language get `text`, which is how they are rendered. */
function nameFences(text: string): string {
  const bodyStart = /^---\n[\s\S]*?\n---\n/.exec(text)?.[0].length ?? 0
  const silent = () => {}
  if (!guardMarkdown(text.slice(bodyStart), 1, silent)) return text
  const bare = nodesOf(parseMarkdown(text, bodyStart)).flatMap((node) => {
    const at = node.type === 'code' && !node.lang ? node.position?.start.offset : undefined
    const mark = at === undefined ? undefined : /^(?:`{3,}|~{3,})(?=[ \t]*\n)/.exec(text.slice(at))?.[0]
    return at === undefined || mark === undefined ? [] : [at + mark.length]
  })
  return bare.reduceRight((result, at) => `${result.slice(0, at)}text${result.slice(at)}`, text)
}

/** Removes trailing white space, except in code and for Markdown's two-space line breaks. */
function trimLines(text: string): string {
  const lines = text.split('\n')
  const fences = fencesOf(lines)
  const isCode = (line: number) => fences.some(({ start, end = lines.length }) => line > start && line < end)
  return lines
    .map((line, at) => (isCode(at) || /\S {2}$/.test(line) ? line : line.replace(/(?<![ \t])[ \t]+$/, '')))
    .join('\n')
}
