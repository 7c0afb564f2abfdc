import { fileEmitters } from '../emit/emit.ts'
import { pages } from '../emit/pages.ts'
import type { Catalog } from '../model/catalog.ts'
import type { Site } from '../model/site.ts'

/** Makes one page of each kind; throws what the templates throw. */
export function trySite(catalog: Catalog, site: Site): void {
  const small: Catalog = {
    ...catalog,
    solutions: catalog.solutions.slice(0, 1),
    retired: catalog.retired.slice(0, 1),
    guides: catalog.guides.slice(0, 1),
  }
  for (const emitter of [pages, ...fileEmitters]) emitter(small, site)
}
