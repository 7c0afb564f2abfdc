import { type MatchFile, matchEntry } from '../client/catalog-files.ts'
import type { Catalog } from '../model/catalog.ts'
import { type Site, siteFile } from '../model/site.ts'
import { jsonLines, type Output } from './output.ts'

/** `/match.json`: what the matcher needs and nothing more. */
export function matchFile(catalog: Catalog, site: Site): Output[] {
  const head: Omit<MatchFile, 'entries'> = {
    format: 1,
    generated: catalog.generated,
    count: catalog.solutions.length,
  }
  return [
    {
      path: siteFile(site, 'match.json'),
      body: jsonLines(head, 'entries', catalog.solutions.map(matchEntry)),
    },
  ]
}
