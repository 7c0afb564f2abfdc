import { fencesOf, guardMarkdown } from '../content/guards.ts'
import { parseMarkdown } from '../content/parse-markdown.ts'
import { nodesOf, type SourceFile } from '../model/document.ts'
import { frontmatterSchema } from '../model/solution.ts'

/**
 * What can be fixed without judgement: keys in the format's order, a language for bare fences, no trailing space, no
 * soft hyphens. The meaning stays; a file that can't be read is given back as it is.
 */
export function fixText({ path, text }: SourceFile): string {
  const softened = text.replaceAll('\u00ad', '')
  const ordered = path.startsWith('solutions/') ? orderKeys(softened) : softened
  return trimLines(nameFences(ordered))
}

/** Blocks of the frontmatter in the schema's order; left alone when it holds anything but keys and their values. */
function orderKeys(text: string): string {
  const yaml = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1]
  if (yaml === undefined || !/^[a-z_]+:/.test(yaml)) return text
  const blocks = yaml.split(/\n(?=[a-z_]+:)/)
  if (blocks.some((block) => /^[ \t]*#/m.test(block))) return text
  const order = Object.keys(frontmatterSchema.shape)
  const rank = (block: string) => {
    const at = order.indexOf(block.slice(0, block.indexOf(':')))
    return at === -1 ? order.length : at
  }
  const sorted = blocks
    .map((block, index) => ({ block, index }))
    .sort((a, b) => rank(a.block) - rank(b.block) || a.index - b.index)
  return text.replace(yaml, () => sorted.map(({ block }) => block).join('\n'))
}

/** Fences without a language become `text`, which is what they are rendered as. */
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

/** Trailing white space goes; two spaces are a line break of Markdown and stay. Code is left as it is. */
function trimLines(text: string): string {
  const lines = text.split('\n')
  const fences = fencesOf(lines)
  const isCode = (line: number) => fences.some(({ start, end = lines.length }) => line > start && line < end)
  return lines
    .map((line, at) => (isCode(at) || /\S {2}$/.test(line) ? line : line.replace(/(?<![ \t])[ \t]+$/, '')))
    .join('\n')
}
