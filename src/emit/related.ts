import { tokenize } from '../client/words.ts'
import { compare } from '../model/problem.ts'
import type { Solution } from '../model/solution.ts'

/** What two pages can have in common. */
type Facet = `code ${string}` | `product ${string}` | `word ${string}`

const relatedPages = 5
/** A facet that more pages share says nothing; the limit also bounds the work per page. */
const commonFacet = 50
const weights = { code: 3, product: 1.5, word: 0.5 } as const
const sameCategory = 0.5

/**
 * For each solution up to five others that share an error code or a product with it. Words of the title only affect
 * their order: they rank pages with the same cause above the rest of a product's pages.
 */
export function relatedIn(solutions: readonly Solution[]): (solution: Solution) => Solution[] {
  const holders = new Map<Facet, Solution[]>()
  for (const solution of solutions) {
    for (const facet of facetsOf(solution).keys()) {
      const list = holders.get(facet)
      if (list) list.push(solution)
      else holders.set(facet, [solution])
    }
  }
  return (solution) => {
    const own = [...facetsOf(solution)].flatMap(([facet, kind]) => {
      const others = holders.get(facet) ?? []
      if (others.length < 2 || others.length > commonFacet) return []
      return [{ facet, kind, others, weight: weights[kind] * Math.log(1 + commonFacet / others.length) }]
    })
    const found = new Set(own.flatMap(({ kind, others }) => (kind === 'word' ? [] : others)))
    found.delete(solution)
    const scoreOf = (other: Solution): number => {
      const theirs = facetsOf(other)
      let score = other.category === solution.category ? sameCategory : 0
      for (const { facet, weight } of own) if (theirs.has(facet)) score += weight
      return score
    }
    return [...found]
      .map((other) => ({ other, score: scoreOf(other) }))
      .sort((a, b) => b.score - a.score || compare(a.other.id, b.other.id))
      .slice(0, relatedPages)
      .map(({ other }) => other)
  }
}

/** Cached by the solution: after each save of one page a preview needs the facets of all. */
const known = new WeakMap<Solution, ReadonlyMap<Facet, keyof typeof weights>>()

function facetsOf(solution: Solution): ReadonlyMap<Facet, keyof typeof weights> {
  const kept = known.get(solution)
  if (kept) return kept
  const facets = new Map<Facet, keyof typeof weights>()
  for (const code of solution.codes) facets.set(`code ${code}`, 'code')
  for (const { product } of solution.affects ?? []) facets.set(`product ${product.toLowerCase()}`, 'product')
  for (const word of tokenize(solution.title)) if (word.length > 3) facets.set(`word ${word}`, 'word')
  known.set(solution, facets)
  return facets
}
