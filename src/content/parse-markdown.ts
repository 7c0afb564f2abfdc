import type { Root } from 'mdast'
import { remark } from 'remark'
import { markdownToMdast } from 'satteri'
import type { Processor } from 'unified'
import { placeOf } from '../model/document.ts'
import type { Report } from '../model/problem.ts'
import { guardMarkdown, guardTree } from './guards.ts'

/**
 * Sätteri as remark's parser: the same mdast as remark-parse with remark-gfm, forty times faster.
 * `test/content/parser.test.ts` compares them.
 */
function satteri(this: Processor): void {
  this.parser = (text) => markdownToMdast(text, { features: { gfm: true, frontmatter: false } }) as Root
}

const processor = remark().use(satteri).freeze()

/**
 * The tree of a file's body, with positions that count from the start of the file: the frontmatter is replaced by
 * blanks of the same length, which are blank lines to a Markdown parser.
 */
export function parseMarkdown(text: string, bodyStart: number): Root {
  return processor.parse(text.slice(0, bodyStart).replace(/[^\n]/g, ' ') + text.slice(bodyStart)) as Root
}

/** The tree of an author's page; undefined when a guard refused the text or the tree. */
export function parseBody(text: string, bodyStart: number, report: Report): Root | undefined {
  const firstLine = text.slice(0, bodyStart).split('\n').length
  if (!guardMarkdown(text.slice(bodyStart), firstLine, report)) return undefined
  const tree = parseMarkdown(text, bodyStart)
  if (!guardTree(tree, report)) return undefined
  for (const node of tree.children) {
    if (node.type !== 'heading' || node.depth !== 1) continue
    const message = 'Unexpected first-level heading: the title is in the frontmatter'
    report('section/title-heading', placeOf(node), message, 'Remove it, or give it a lower level.')
  }
  return tree
}
