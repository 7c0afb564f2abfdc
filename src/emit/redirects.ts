import type { Catalog } from '../model/catalog.ts'
import { rootFile, type Site, twinPath } from '../model/site.ts'
import { movedPaths } from './moved-pages.ts'
import type { Output } from './output.ts'

/**
 * `_redirects`, which Cloudflare and Netlify read at an origin's root. Cloudflare takes a line before the page that
 * lies at the old address, Netlify only where nothing lies there; a `301!` would turn that around at Netlify and be
 * refused by Cloudflare. So it adds a real redirect where it can, and nothing depends on it.
 */
export function redirects(catalog: Catalog, site: Site): Output[] {
  const lines = movedPaths(catalog, site).flatMap(({ path, target }) => [
    `${path} ${target} 301`,
    `${twinPath(path)} ${twinPath(target)} 301`,
  ])
  return lines.length === 0 ? [] : [{ path: rootFile('_redirects'), body: `${lines.join('\n')}\n` }]
}
