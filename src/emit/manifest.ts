import type { Catalog } from '../model/catalog.ts'
import { compare } from '../model/problem.ts'
import { type Site, siteFile } from '../model/site.ts'
import { jsonLines, type Output } from './output.ts'
import type { FileEntry } from './published.ts'

/** `/manifest.json`: sha256 and size of every other published file, by its path from the origin's root. */
export function manifest(files: readonly FileEntry[], { generated }: Catalog, site: Site): Output {
  const sorted = [...files].sort((a, b) => compare(a.path, b.path))
  return {
    path: siteFile(site, 'manifest.json'),
    body: jsonLines(
      { generated, count: sorted.length },
      'files',
      sorted.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
    ),
  }
}
