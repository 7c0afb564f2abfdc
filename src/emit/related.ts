import { tokenize } from '../client/tokens.ts'
import { compare } from '../model/problem.ts'
import type { Solution } from '../model/solution.ts'

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
  const holders = new Map<Facet, Solution[]>()
  for (const solution of solutions) {
    for (const facet of facetsOf(solution)) {
      const list = holders.get(facet)
      if (list) list.push(solution)
      else holders.set(facet, [solution])
    }
  }
  const holdersOf = (facet: Facet): readonly Solution[] => {
    const found = holders.get(facet) ?? []
    return found.length > commonFacet ? [] : found
  }
  const weightOf = (facet: Facet): number => {
    const { length } = holdersOf(facet)
    return length === 0 ? 0 : weights[kindOf(facet)] * Math.log(1 + commonFacet / length)
  }
  return (solution) => {
    const own = [...facetsOf(solution)]
    const others = new Set(own.flatMap((facet) => (kindOf(facet) === 'word' ? [] : holdersOf(facet))))
    others.delete(solution)
    const scoreOf = (other: Solution): number => {
      const theirs = facetsOf(other)
      const shared = own.filter((facet) => theirs.has(facet))
      return shared.reduce(
        (score, facet) => score + weightOf(facet),
        other.category === solution.category ? sameCategory : 0,
      )
    }
    return [...others]
      .map((other) => ({ other, score: scoreOf(other) }))
      .sort((a, b) => b.score - a.score || compare(a.other.id, b.other.id))
      .slice(0, relatedPages)
      .map(({ other }) => other)
  }
}

const kindOf = (facet: Facet) => facet.slice(0, facet.indexOf(' ')) as keyof typeof weights

/** Kept as long as the solution: a preview asks for those of all solutions after each save of one. */
const known = new WeakMap<Solution, ReadonlySet<Facet>>()

function facetsOf(solution: Solution): ReadonlySet<Facet> {
  const kept = known.get(solution)
  if (kept) return kept
  const facets = new Set<Facet>([
    ...solution.codes.map((code): Facet => `code ${code}`),
    ...(solution.affects ?? []).map(({ product }): Facet => `product ${product.toLowerCase()}`),
    ...tokenize(solution.title)
      .filter((word) => word.length > 3)
      .map((word): Facet => `word ${word}`),
  ])
  known.set(solution, facets)
  return facets
}
