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

/** What the fonts of the cards have. */
const isDrawable = ({ title, lang }: Solution) => lang === 'en' && /^[ -~…–’‘“”]*$/.test(title)

/** What the cards of categories and of the larger products say, by the name of the card; `all`: of solutions too. */
export function cardTexts(catalog: Catalog, site: Site, all: boolean): Record<string, CardText> {
  const { catalog: words, evidence } = labelsFor(site, site.lang)
  const card = (title: string, about: string, solutions: readonly Solution[]): CardText => {
    const reproduced = solutions.filter((solution) => solution.evidence === 'reproduced').length
    const count = fillCount(words.solutions, solutions.length, site.lang)
    const note = reproduced === 0 ? count : `${count} · ${evidence.reproduced.name}: ${reproduced}`
    return { site: site.title, title, about, note }
  }
  const products = productsOf(catalog.solutions, site)
  const drawn = all ? catalog.solutions.filter(isDrawable) : []
  return Object.fromEntries([
    ...drawn.map(({ id, title, category, evidence: grade }): [string, CardText] => [
      id,
      { site: site.title, title, about: category, note: grade ? evidence[grade].name : '' },
    ]),
    ...categories.map((name) => [name, card(name, site.categories[name], solutionsOf(catalog, name))]),
    ...products
      .filter(({ solutions }) => solutions.length >= solutionsOfCard)
      .map(({ slug, name, solutions }) => [
        `product-${slug}`,
        card(name, fill(words['product-about'], { product: name }), solutions),
      ]),
  ])
}
