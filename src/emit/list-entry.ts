import { codePath, type Site, solutionPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { cut, excerpt, fixLength } from '../model/text.ts'
import { evidenceGrades } from '../model/vocabulary.ts'
import { link } from './page.ts'
import { isShared, solutionsByCode } from './solution-codes.ts'

/** A solution as an item of a list on a page. */
export const listEntry = (solution: Solution, site: Site) => ({
  ...link(solution.title, solutionPath(site, solution.id), site),
  lang: solution.lang,
  category: solution.category,
  evidence: solution.evidence,
  fix: excerpt(cut(solution.fixText, fixLength)),
})

/** Grades that a list shows, the strongest first: what they mean stands below it. */
export const gradesOf = (entries: readonly Pick<Solution, 'evidence'>[]): (typeof evidenceGrades)[number][] =>
  evidenceGrades.filter((grade) => entries.some(({ evidence }) => evidence === grade))

/** A solution's codes, with the address of each that other solutions have too. */
export function codeLinks(solution: Solution, solutions: readonly Solution[], site: Site) {
  const holders = solutionsByCode(solutions)
  return solution.codes.map((code) => ({
    code,
    path: isShared(holders.get(code) ?? []) ? codePath(site, code) : undefined,
  }))
}
