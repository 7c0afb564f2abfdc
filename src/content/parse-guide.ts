import { type ParsedGuide, placeOf, type SourceFile } from '../model/document.ts'
import { guideSchema } from '../model/guide.ts'
import type { Report } from '../model/problem.ts'
import { parseFrontmatter } from './frontmatter.ts'
import { guardMarkdown, guardTree } from './guards.ts'
import { parseMarkdown } from './parse-markdown.ts'

/** Reads one guide; undefined when it is too broken to go on. */
export function parseGuide({ path, text }: SourceFile, report: Report): ParsedGuide | undefined {
  const front = parseFrontmatter(text, guideSchema, Object.keys(guideSchema.shape), report)
  if (front === undefined) return undefined
  const { data, placeOf: keyPlace, bodyStart } = front
  if (!guardMarkdown(text.slice(bodyStart), text.slice(0, bodyStart).split('\n').length, report))
    return undefined
  const tree = parseMarkdown(text, bodyStart)
  if (!guardTree(tree, report)) return undefined
  for (const node of tree.children) {
    if (node.type !== 'heading' || node.depth !== 1) continue
    report(
      'section/title-heading',
      placeOf(node),
      'Unexpected first-level heading, expected none: the title is in the frontmatter',
      {
        hint: 'Remove the heading.',
      },
    )
  }
  const name = path.slice('guides/'.length, -'.md'.length)
  return { kind: 'guide', name, lang: data.lang, data, keyPlace, document: { path, text, bodyStart, tree } }
}
