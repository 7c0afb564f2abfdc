import { createHash } from 'node:crypto'
import type { Catalog } from '../model/catalog.ts'
import { compare } from '../model/problem.ts'
import { type Site, siteFile } from '../model/site.ts'
import { contentOf, jsonLines, type Output } from './output.ts'

/** `/manifest.json`: sha256 and size of every other published file, by its path from the origin's root. */
export function manifest(outputs: readonly Output[], { generated }: Catalog, site: Site): Output {
  const files = outputs
    .map((output) => {
      const content = contentOf(output)
      const sha256 = createHash('sha256').update(content).digest('hex')
      return { path: output.path, bytes: Buffer.byteLength(content), sha256 }
    })
    .sort((a, b) => compare(a.path, b.path))
  return {
    path: siteFile(site, 'manifest.json'),
    body: jsonLines({ generated, count: files.length }, 'files', files),
  }
}
