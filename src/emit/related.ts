import { tokenize } from '../client/words.ts'
import { compare } from '../model/problem.ts'
import type { Solution } from '../model/solution.ts'
import { cached, grouped } from './lists.ts'

const relatedPages = 5
/** A facet that more pages share says nothing; the limit also bounds the work per page. */
const commonFacet = 50
const weights = { code: 3, product: 1.5, word: 0.5 } as const
const sameCategory = 0.5

/**
 * For each solution up to five others that share an error code or a product with it. Words of the title only affect
 * their order: they rank pages with the same cause above the rest of a product's pages.
 */
export const relatedIn = cached((solutions: readonly Solution[]): ((solution: Solution) => Solution[]) => {
  const holders = grouped(solutions, (solution) => facetsOf(solution).keys())
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
})

/** What two pages can have in common. Cached, because after each save of one page a preview needs the facets of all. */
const facetsOf = cached(({ codes, affects = [], title }: Solution) => {
  const facets = new Map<string, keyof typeof weights>()
  for (const code of codes) facets.set(`code ${code}`, 'code')
  for (const { product } of affects) facets.set(`product ${product.toLowerCase()}`, 'product')
  for (const word of tokenize(title)) if (word.length > 3) facets.set(`word ${word}`, 'word')
  return facets
})
