import { createHash } from 'node:crypto'
import { type Catalog, solutionsOf } from '../model/catalog.ts'
import { indexEntry } from '../model/json-files.ts'
import { type Site, siteFile, solutionPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { type Category, categories } from '../model/vocabulary.ts'
import { jsonLines, type Output } from './output.ts'

/** `solutions.json`, each category's part of it, and the small file that clients poll instead. */
export function indexFiles(catalog: Catalog, site: Site): Output[] {
  const index = indexJson(catalog.solutions, catalog, site)
  const version = {
    generated: catalog.generated,
    count: catalog.solutions.length,
    sha256: createHash('sha256').update(index).digest('hex'),
    bytes: Buffer.byteLength(index),
  }
  return [
    { path: siteFile(site, 'solutions.json'), body: index },
    { path: siteFile(site, 'version.json'), body: `${JSON.stringify(version)}\n` },
    ...categories.map((category) => shelfIndex(category, catalog, site)),
  ]
}

function shelfIndex(category: Category, catalog: Catalog, site: Site): Output {
  const path = siteFile(site, `solutions/${category}/index.json`)
  return { path, body: indexJson(solutionsOf(catalog, category), catalog, site, { category }) }
}

function indexJson(
  solutions: readonly Solution[],
  { generated }: Catalog,
  site: Site,
  extra: object = {},
): string {
  const head = { generated, count: solutions.length, base_url: site.base_url, ...extra }
  const entries = solutions.map((solution) => indexEntry(solution, solutionPath(site, solution.id)))
  return jsonLines(head, 'solutions', entries)
}
