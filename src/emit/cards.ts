import { type Catalog, solutionsOf } from '../model/catalog.ts'
import { labelsFor } from '../model/labels.ts'
import type { Site } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { fill, fillCount } from '../model/text.ts'
import { categories } from '../model/vocabulary.ts'
import { productsOf } from './lists.ts'

/** The words on a social card. */
export interface CardText {
  readonly site: string
  readonly title: string
  readonly about: string
  readonly note: string
}

/** Products with fewer solutions have the site's card. */
const solutionsOfCard = 10

/** What the cards of categories and of the larger products say, by the name of the card; `all`: of solutions too. */
export function cardTexts(catalog: Catalog, site: Site, all: boolean): Record<string, CardText> {
  const { catalog: words, evidence } = labelsFor(site, site.lang)
  const card = (title: string, about: string, solutions: readonly Solution[]): CardText => {
    const reproduced = solutions.filter((solution) => solution.evidence === 'reproduced').length
    const count = fillCount(words.solutions, solutions.length, site.lang)
    const note = reproduced === 0 ? count : `${count} · ${evidence.reproduced.name}: ${reproduced}`
    return { site: site.title, title, about, note }
  }
  const cards: Record<string, CardText> = {}
  // What the fonts of the cards have.
  for (const { id, title, lang, category, evidence: grade } of all ? catalog.solutions : [])
    if (lang === 'en' && /^[ -~…–’‘“”]*$/.test(title))
      cards[id] = { site: site.title, title, about: category, note: grade ? evidence[grade].name : '' }
  for (const name of categories) cards[name] = card(name, site.categories[name], solutionsOf(catalog, name))
  for (const { slug, name, solutions } of productsOf(catalog.solutions, site))
    if (solutions.length >= solutionsOfCard)
      cards[`product-${slug}`] = card(name, fill(words['product-about'], { product: name }), solutions)
  return cards
}
