import { type Catalog, solutionsOf } from '../model/catalog.ts'
import type { Guide } from '../model/guide.ts'
import { compare } from '../model/problem.ts'
import { categoryPath, codePath, guidePath, type Site, solutionPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { cut, excerpt, fixLength } from '../model/text.ts'
import { unknownFirst } from '../model/unaided.ts'
import { categories, evidenceGrades } from '../model/vocabulary.ts'
import { link } from './page.ts'

/** Cached by the list, because nearly every emitter needs it, and a preview for a single page. */
const tables = new WeakMap<readonly Solution[], ReadonlyMap<string, readonly Solution[]>>()

/** Solutions by error code, sorted by code; those of a code begin with what models do not know. */
export function solutionsByCode(solutions: readonly Solution[]): ReadonlyMap<string, readonly Solution[]> {
  const known = tables.get(solutions)
  if (known) return known
  const found = new Map<string, Solution[]>()
  for (const solution of solutions) {
    for (const code of solution.codes) {
      // `lookup/index.json` and `code/index.html` are the overviews.
      if (code === 'index') continue
      const list = found.get(code)
      if (list) list.push(solution)
      else found.set(code, [solution])
    }
  }
  const sorted = new Map(
    [...found]
      .sort(([a], [b]) => compare(a, b))
      .map(([code, holders]) => [code, unknownFirst(holders)] as const),
  )
  tables.set(solutions, sorted)
  return sorted
}

/** A page with one entry would be a detour, and one with more than these would help nobody. */
const entriesOfCodePage = { least: 2, most: 50 }

/** Does a code with these solutions have a page of its own? */
export const isShared = ({ length }: readonly Solution[]): boolean =>
  length >= entriesOfCodePage.least && length <= entriesOfCodePage.most

/** Codes with a page of their own, sorted. */
export const sharedCodes = (solutions: readonly Solution[]): string[] =>
  [...solutionsByCode(solutions)].flatMap(([code, holders]) => (isShared(holders) ? [code] : []))

/** A solution as an item of a list on a page. */
export const listEntry = (solution: Solution, site: Site) => ({
  ...link(solution.title, solutionPath(site, solution.id), site),
  lang: solution.lang,
  category: solution.category,
  evidence: solution.evidence,
  fix: excerpt(cut(solution.fixText, fixLength)),
})

/** The evidence grades in a list, strongest first, for the legend below it. */
export const gradesOf = (entries: readonly Pick<Solution, 'evidence'>[]): (typeof evidenceGrades)[number][] =>
  evidenceGrades.filter((grade) => entries.some(({ evidence }) => evidence === grade))

/** A solution's codes, each with the address of its page if it has one. */
export function codeLinks(solution: Solution, solutions: readonly Solution[], site: Site) {
  const holders = solutionsByCode(solutions)
  return solution.codes.map((code) => ({
    code,
    path: isShared(holders.get(code) ?? []) ? codePath(site, code) : undefined,
  }))
}

/** Guides as items of a list. */
export const guideEntries = (guides: readonly Guide[], site: Site) =>
  guides.map(({ title, name, summary }) => ({
    ...link(title, guidePath(site, name), site),
    note: summary,
  }))

/** The categories as items of a list, each with its size and description. */
export const shelvesOf = (catalog: Catalog, site: Site) =>
  categories.map((category) => ({
    ...link(category, categoryPath(site, category), site),
    count: solutionsOf(catalog, category).length,
    note: site.categories[category],
  }))
