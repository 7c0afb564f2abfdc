import type { Root } from 'mdast'
import { remark } from 'remark'
import { markdownToMdast } from 'satteri'
import type { Processor } from 'unified'

/**
 * Sätteri as remark's parser: the same mdast as remark-parse with remark-gfm, forty times faster.
 * `test/content/parser.test.ts` holds it to that reference.
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
