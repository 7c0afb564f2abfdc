import { codesOf } from '../client/codes.ts'
import { compare } from '../model/problem.ts'
import type { Solution } from '../model/solution.ts'

/** What of a solution its codes stand in. */
type Quoting = Pick<Solution, 'title' | 'errors'>

/*
 * Codes of solutions, and solutions of codes. Nearly every emitter asks, a preview for one page alone, so each answer is
 * kept as long as the value that it belongs to.
 */
const codes = new WeakMap<Quoting, readonly string[]>()
const tables = new WeakMap<readonly Solution[], ReadonlyMap<string, readonly Solution[]>>()

/** Codes of what a page quotes: its messages and its title. */
export function solutionCodes(solution: Quoting): readonly string[] {
  const known = codes.get(solution)
  if (known) return known
  const found = codesOf([solution.title, ...(solution.errors ?? [])].join('\n'))
  codes.set(solution, found)
  return found
}

/** Solutions by error code, in no order. */
export function solutionsByCode(solutions: readonly Solution[]): ReadonlyMap<string, readonly Solution[]> {
  const known = tables.get(solutions)
  if (known) return known
  const found = new Map<string, Solution[]>()
  for (const solution of solutions) {
    for (const code of solutionCodes(solution)) {
      // `lookup/index.json` and `code/index.html` are the lists.
      if (code === 'index') continue
      const list = found.get(code)
      if (list) list.push(solution)
      else found.set(code, [solution])
    }
  }
  tables.set(solutions, found)
  return found
}

/** A page of one entry would be a detour, and one of more than these answers nobody. */
const entriesOfCodePage = { least: 2, most: 50 }

/** Has this code a page of its own, which tells its solutions apart? */
export const isShared = ({ length }: readonly Solution[]): boolean =>
  length >= entriesOfCodePage.least && length <= entriesOfCodePage.most

/** Each code with its solutions, sorted by code. */
export const codesInOrder = (solutions: readonly Solution[]): [string, readonly Solution[]][] =>
  [...solutionsByCode(solutions)].sort(([a], [b]) => compare(a, b))

/** Codes with a page of their own, sorted. */
export const sharedCodes = (solutions: readonly Solution[]): string[] =>
  codesInOrder(solutions).flatMap(([code, holders]) => (isShared(holders) ? [code] : []))
