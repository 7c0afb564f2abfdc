import { tokenize } from '../client/tokens.ts'
import { compare } from '../model/problem.ts'
import type { Solution } from '../model/solution.ts'
import { solutionCodes } from './solution-codes.ts'

/** What two pages can have in common, and how much that says. */
type Facet = `code ${string}` | `product ${string}` | `word ${string}`

const relatedPages = 5
/** What more pages share relates none of them; it also bounds the work per page. */
const commonFacet = 50
const weights = { code: 3, product: 1.5, word: 0.5 } as const
const sameCategory = 0.5

/**
 * For each solution up to five others that share an error code or a product with it. Words of the title only order
 * them: they tell pages with the same cause from the rest of a product's pages.
 */
export function relatedIn(solutions: readonly Solution[]): (solution: Solution) => Solution[] {
  const facets = new Map(solutions.map((solution) => [solution, facetsOf(solution)]))
  const holders = new Map<Facet, Solution[]>()
  for (const [solution, own] of facets) {
    for (const facet of own) {
      const list = holders.get(facet)
      if (list) list.push(solution)
      else holders.set(facet, [solution])
    }
  }
  return (solution) => {
    const scores = new Map<Solution, { score: number; shared: boolean }>()
    for (const facet of facets.get(solution) ?? []) {
      const others = holders.get(facet) ?? []
      if (others.length > commonFacet) continue
      const kind = facet.slice(0, facet.indexOf(' ')) as keyof typeof weights
      const weight = weights[kind] * Math.log(1 + commonFacet / others.length)
      for (const other of others) {
        const before = scores.get(other) ?? {
          score: other.category === solution.category ? sameCategory : 0,
          shared: false,
        }
        scores.set(other, { score: before.score + weight, shared: before.shared || kind !== 'word' })
      }
    }
    return [...scores]
      .filter(([other, { shared }]) => other !== solution && shared)
      .sort(([a, { score: x }], [b, { score: y }]) => y - x || compare(a.id, b.id))
      .slice(0, relatedPages)
      .map(([other]) => other)
  }
}

/** Kept as long as the solution: a preview asks for those of all solutions after each save of one. */
const known = new WeakMap<Solution, readonly Facet[]>()

function facetsOf(solution: Solution): readonly Facet[] {
  const kept = known.get(solution)
  if (kept) return kept
  const facets = new Set<Facet>([
    ...solutionCodes(solution).map((code): Facet => `code ${code}`),
    ...(solution.affects ?? []).map(({ product }): Facet => `product ${product.toLowerCase()}`),
    ...tokenize(solution.title)
      .filter((word) => word.length > 3)
      .map((word): Facet => `word ${word}`),
  ])
  const list = [...facets]
  known.set(solution, list)
  return list
}
