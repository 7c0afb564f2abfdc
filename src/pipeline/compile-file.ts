import { shinglesOf } from '../checks/catalog.ts'
import { proofOf } from '../checks/code.ts'
import { checkEntry, checkPage, checkText, except, rules } from '../checks/rules.ts'
import { quotedCodes } from '../client/codes.ts'
import { parseGuide, parseSolution } from '../content/parse-page.ts'
import type { Page, SourceLink } from '../model/catalog.ts'
import type { CompileSettings } from '../model/compile-settings.ts'
import { codeText, nodesOf, type Parsed, placeOf, type SourceFile, sourceTarget } from '../model/document.ts'
import { hasErrors, type Problem, reportInto } from '../model/problem.ts'
import type { LintException } from '../model/site.ts'
import { renderGuide, renderSolution } from '../render/render-page.ts'

/** The result of compiling a file: its problems, and a page unless there are errors. Plain JSON. */
export interface Compiled {
  readonly page?: Page
  readonly problems: readonly Problem[]
  /** Exceptions that this file needed. */
  readonly excepted: readonly LintException[]
}

/** All work that depends on one file only. Pure, so it can be cached or run in a worker. */
export function compileFile(source: SourceFile, site: CompileSettings, list = rules()): Compiled {
  const found: Problem[] = []
  const report = reportInto(found, source.path)
  const settle = () => {
    const { problems, used } = except(found, site.exceptions)
    return { problems, excepted: used }
  }
  checkText(source, report, list)
  const parsed = source.path.startsWith('guides/')
    ? parseGuide(source, report)
    : parseSolution(source, site.labels, report)
  if (parsed === undefined) return settle()
  checkPage(parsed, site, report, list)
  if (hasErrors(settle().problems)) return settle()
  const placesOf = (key: string, items: readonly unknown[] = []) =>
    items.map((_, index) => parsed.keyPlace(key, index))
  const common = {
    path: source.path,
    links: sourceLinks(parsed),
    aliasPlaces: placesOf('aliases', parsed.data.aliases),
  }
  if (parsed.kind === 'guide') {
    return { page: { kind: 'guide', guide: renderGuide(parsed, site), ...common }, ...settle() }
  }
  const proof = proofOf(parsed, site.verified[parsed.data.translation_of ?? parsed.id], report)
  const codes = quotedCodes(parsed.data, codeText(parsed.document.tree))
  const solution = renderSolution(parsed, site, { codes, proof, unaided: site.unaided[parsed.id] })
  const fixPlace = parsed.sections.find(({ kind }) => kind === 'fix')?.place ?? { line: 1, column: 1 }
  checkEntry(solution.fixText, fixPlace, report, list)
  const settled = settle()
  if (hasErrors(settled.problems)) return settled
  const errorPlaces = placesOf('errors', parsed.data.errors)
  const successorPlace = parsed.keyPlace(
    parsed.data.superseded_by === undefined ? 'translation_of' : 'superseded_by',
  )
  const shingles = shinglesOf(solution.sections)
  return {
    page: { kind: 'solution', solution, errorPlaces, successorPlace, shingles, ...common },
    ...settled,
  }
}

/** Links to other source files, checked when all of them are known. */
function sourceLinks({ document }: Parsed): SourceLink[] {
  return nodesOf(document.tree).flatMap((node) => {
    const target =
      node.type === 'link' || node.type === 'definition' ? sourceTarget(document.path, node.url) : undefined
    return target ? [{ kind: target.kind, id: target.id, ...placeOf(node) }] : []
  })
}
