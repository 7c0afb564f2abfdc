import type { Catalog } from '../model/catalog.ts'
import { type PagePath, type Site, siteFile } from '../model/site.ts'
import { emit, fileEmitters } from './emit.ts'
import type { Output } from './output.ts'
import { pageMakers, sharedFiles } from './pages.ts'

/**
 * The published folder without writing it: returns the file at a path, or undefined, and makes it on the first request.
 * For a page only that page is made, for another file its family, and for the manifest, which has every hash, everything.
 */
export function emitOnDemand(catalog: Catalog, site: Site): (path: string) => Output | undefined {
  const makers = pageMakers(catalog, site)
  const families: (() => readonly Output[])[] = [
    () => sharedFiles(site),
    ...fileEmitters.map((emitter) => () => [...emitter(catalog, site)]),
  ]
  const made = new Map<string, Output>()
  const keep = (outputs: readonly Output[]) => {
    for (const output of outputs) made.set(output.path, output)
  }
  return (path) => {
    if (made.has(path)) return made.get(path)
    const make = makers.get(pageOf(path))
    if (make) {
      keep(make())
      return made.get(path)
    }
    if (isOnlyAPage(path, site)) return undefined
    if (path === siteFile(site, 'manifest.json')) keep(manifestOf(catalog, site))
    while (!made.has(path)) {
      const family = families.shift()
      if (family === undefined) return undefined
      keep(family())
    }
    return made.get(path)
  }
}

function manifestOf(catalog: Catalog, site: Site): Output[] {
  const path = siteFile(site, 'manifest.json')
  for (const file of emit(catalog, site))
    if (file.path === path) return [{ path, body: file.content.toString() }]
  return []
}

/** The address whose page has a file at this path. */
const pageOf = (path: string): PagePath => `/${path.replace(/(\/index)?(\.html|\.md)$/, '')}` as PagePath

/** Can only the page of a source file have this path? Then no family has to be made to know that it is missing. */
function isOnlyAPage(path: string, { site }: Site): boolean {
  const [first, folder, ...rest] = pageOf(path).slice(1).split('/')
  const depth = folder === 'solutions' ? 2 : folder === 'guide' ? 1 : 0
  // Browsers request the icon unasked.
  return (
    path === 'favicon.ico' ||
    (first === site && depth > 0 && rest.length === depth && /(\.(html|md)|\/[^./]+)$/.test(path))
  )
}
