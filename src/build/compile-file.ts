import { parseGuide } from '../content/parse-guide.ts'
import { parseSolution } from '../content/parse-solution.ts'
import { lint, lintText } from '../lint/lint.ts'
import type { Page, SourceLink } from '../model/catalog.ts'
import { type Parsed, placeOf, type SourceFile, walk } from '../model/document.ts'
import { hasErrors, type Problem, reportInto } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { sourceTarget } from '../model/source-link.ts'
import { renderGuide } from '../render/guide.ts'
import { labelsFor, renderSolution } from '../render/solution.ts'

/** What one file gives: a page unless it has errors, and every problem. Plain JSON. */
export interface Compiled {
  readonly page?: Page
  readonly problems: readonly Problem[]
}

/** All the work that depends on one file alone. Pure: a cache or a worker may stand in front of it. */
export function compileFile(source: SourceFile, site: Site): Compiled {
  const problems: Problem[] = []
  const report = reportInto(problems, source.path)
  lintText(source, report)
  const parsed = source.path.startsWith('guides/')
    ? parseGuide(source, report)
    : parseSolution(source, site.labels, report)
  if (parsed === undefined) return { problems }
  lint(parsed, labelsFor(site, parsed.lang), report)
  if (hasErrors(problems)) return { problems }
  const links = sourceLinks(parsed)
  const page: Page =
    parsed.kind === 'solution'
      ? { kind: 'solution', solution: renderSolution(parsed, site), path: source.path, links }
      : { kind: 'guide', guide: renderGuide(parsed, site), path: source.path, links }
  return { page, problems }
}

/** Links to other files of the content, to be proven when all of them are known. */
function sourceLinks({ document }: Parsed): SourceLink[] {
  return [...walk(document.tree)].flatMap(({ node }) => {
    const target =
      node.type === 'link' || node.type === 'definition' ? sourceTarget(document.path, node.url) : undefined
    return target ? [{ kind: target.kind, id: target.id, ...placeOf(node) }] : []
  })
}
