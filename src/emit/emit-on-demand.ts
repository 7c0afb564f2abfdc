import type { Catalog } from '../model/catalog.ts'
import { type PagePath, type Site, siteFile } from '../model/site.ts'
import { emit, fileEmitters } from './emit.ts'
import type { Output } from './output.ts'
import { pageMakers, sharedFiles } from './pages.ts'

/**
 * The published folder without publishing it: gives the file at a path, made when it is first asked for. A page costs
 * only itself; another file costs its family; the manifest, which knows the hash of every file, costs everything.
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

/** Can nothing but the page of a source file be here? Then no family needs to be made to know that it is missing. */
function isOnlyAPage(path: string, { site }: Site): boolean {
  const [first, folder, ...rest] = pageOf(path).slice(1).split('/')
  const depth = folder === 'solutions' ? 2 : folder === 'guide' ? 1 : 0
  // Browsers ask for the icon without being told to.
  return (
    path === 'favicon.ico' ||
    (first === site && depth > 0 && rest.length === depth && /(\.(html|md)|\/[^./]+)$/.test(path))
  )
}
