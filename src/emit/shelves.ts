import { type Catalog, solutionsOf } from '../model/catalog.ts'
import { categoryPath, type Site } from '../model/site.ts'
import { categories } from '../model/vocabulary.ts'
import { link } from './page.ts'

/** The categories as items of a list, each with its size and what it is about. */
export const shelvesOf = (catalog: Catalog, site: Site) =>
  categories.map((category) => ({
    ...link(category, categoryPath(site, category), site),
    count: solutionsOf(catalog, category).length,
    note: site.categories[category],
  }))
