import { compare } from '../model/problem.ts'
import type { Solution } from '../model/solution.ts'

/** Nearly every emitter asks, a preview for one page alone, so the answer is kept as long as the list that it is about. */
const tables = new WeakMap<readonly Solution[], ReadonlyMap<string, readonly Solution[]>>()

/** Solutions by error code, sorted by code. */
export function solutionsByCode(solutions: readonly Solution[]): ReadonlyMap<string, readonly Solution[]> {
  const known = tables.get(solutions)
  if (known) return known
  const found = new Map<string, Solution[]>()
  for (const solution of solutions) {
    for (const code of solution.codes) {
      // `lookup/index.json` and `code/index.html` are the lists.
      if (code === 'index') continue
      const list = found.get(code)
      if (list) list.push(solution)
      else found.set(code, [solution])
    }
  }
  const sorted = new Map([...found].sort(([a], [b]) => compare(a, b)))
  tables.set(solutions, sorted)
  return sorted
}

/** A page of one entry would be a detour, and one of more than these answers nobody. */
const entriesOfCodePage = { least: 2, most: 50 }

/** Has this code a page of its own, which tells its solutions apart? */
export const isShared = ({ length }: readonly Solution[]): boolean =>
  length >= entriesOfCodePage.least && length <= entriesOfCodePage.most

/** Codes with a page of their own, sorted. */
export const sharedCodes = (solutions: readonly Solution[]): string[] =>
  [...solutionsByCode(solutions)].flatMap(([code, holders]) => (isShared(holders) ? [code] : []))
