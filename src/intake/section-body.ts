import { guardMarkdown } from '../content/guards.ts'
import { parseMarkdown } from '../content/parse-markdown.ts'
import { openFence } from './open-fence.ts'

/**
 * An answer as the body of a section. It stays the author's Markdown; only what would break out of the section is
 * mended: a fence that is never closed, and headings of the first and second level, which divide a page.
 */
export function sectionBody(answer: string): string {
  const mark = openFence(answer)
  const text = mark === undefined ? answer : `${answer}\n${mark}`
  // What a parser should not be given goes to the gate as it is, and is refused there.
  if (!guardMarkdown(text, 1, () => {})) return text
  return parseMarkdown(text, 0).children.reduceRight((rest, node) => {
    if (node.type !== 'heading' || node.depth > 2) return rest
    const start = node.position?.start.offset ?? 0
    const end = node.position?.end.offset ?? 0
    return rest.slice(0, start) + lowered(rest.slice(start, end)) + rest.slice(end)
  }, text)
}

/** A heading at the third level; one that is underlined loses its line. */
function lowered(heading: string): string {
  if (heading.startsWith('#')) return heading.replace(/^#{1,2}(?!#)/, '###')
  const words = heading.split('\n').slice(0, -1)
  return `### ${words.map((line) => line.trim()).join(' ')}`
}
