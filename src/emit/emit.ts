import { hash } from 'node:crypto'
import type { Catalog } from '../model/catalog.ts'
import { compare } from '../model/problem.ts'
import { type OutputPath, type PagePath, type Site, siteFile } from '../model/site.ts'
import { agentFiles, skill } from './agent-files.ts'
import { cardFiles } from './cards.ts'
import { clientFiles } from './client-files.ts'
import { discoveryFiles } from './discovery.ts'
import { feeds } from './feeds.ts'
import { searchPage } from './home-page.ts'
import { hostFiles } from './host-files.ts'
import { indexFiles, lookupFiles, matchFile } from './index-files.ts'
import { codePages, overviewPages, productPages } from './list-pages.ts'
import { redirects } from './moved-pages.ts'
import { openApi, schemas } from './open-api.ts'
import { contentOf, type Emitter, jsonLines, type Output } from './output.ts'
import { packFiles } from './pack.ts'
import { pageMakers, pages, sharedFiles } from './pages.ts'
import { coveragePages, proofPage, textPages } from './text-pages.ts'

/** One emitter per family of published files, apart from the pages. */
export const fileEmitters: readonly Emitter[] = [
  searchPage,
  cardFiles,
  overviewPages,
  productPages,
  codePages,
  indexFiles,
  matchFile,
  lookupFiles,
  agentFiles,
  textPages,
  coveragePages,
  proofPage,
  skill,
  feeds,
  clientFiles,
  packFiles,
  discoveryFiles,
  openApi,
  schemas,
  hostFiles,
  redirects,
]

/**
 * Yields every file of the published folder, so that a large site is never in memory as a whole. Throws when two files
 * have the same path, which is a bug of the emitters and never of the content.
 */
export function* emit(catalog: Catalog, site: Site): Generator<Published> {
  const entries: FileEntry[] = []
  const seen = new Set<string>()
  for (const emitter of [pages, ...fileEmitters]) {
    for (const file of published(emitter(catalog, site))) {
      const { path, bytes, sha256 } = file
      if (seen.has(path)) throw new Error(`two outputs at ${path}`)
      seen.add(path)
      entries.push({ path, bytes, sha256 })
      yield file
    }
  }
  yield* published([manifest(entries, catalog, site)])
}

/** A file as the manifest lists it. */
export interface FileEntry {
  readonly path: OutputPath
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
}

/** A file of the finished site. */
export interface Published extends FileEntry {
  readonly content: Buffer
}

/** Adds the digest of each output. The two HTML files of a page have the same body, which is hashed once. */
export function* published(outputs: Iterable<Output>): Generator<Published> {
  let last: { body: string; content: Buffer; sha256: string } | undefined
  for (const output of outputs) {
    if (last?.body !== output.body) {
      const given = contentOf(output)
      const content = typeof given === 'string' ? Buffer.from(given) : given
      last = { body: output.body, content, sha256: hash('sha256', content) }
    }
    const { content, sha256 } = last
    yield { path: output.path, bytes: content.length, sha256, content }
  }
}

/** `/manifest.json`: sha256 and size of every other published file, by path from the origin's root. */
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

/**
 * The published folder without writing it: returns the file at a path, or undefined, and makes it on the first request.
 * For a page only that page is made, for another file its family, and for the manifest, which has every hash, everything.
 */
export function emitOnDemand(catalog: Catalog, site: Site): (path: string) => Output | undefined {
  const makers = pageMakers(catalog, site)
  const families: (() => readonly Output[])[] = [
    () => sharedFiles(catalog, site),
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
  return first === site && depth > 0 && rest.length === depth && /(\.(html|md)|\/[^./]+)$/.test(path)
}
