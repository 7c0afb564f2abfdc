import { hash } from 'node:crypto'
import type { Catalog } from '../model/catalog.ts'
import { compare } from '../model/problem.ts'
import { type OutputPath, type PagePath, type Site, siteFile } from '../model/site.ts'
import { agentFiles, skill } from './agent-files.ts'
import { feeds } from './feeds.ts'
import { hostFiles } from './host-files.ts'
import { indexFiles, lookupFiles, messageFiles } from './index-files.ts'
import { codePages, overviewPages, productPages } from './list-pages.ts'
import { redirects } from './moved-pages.ts'
import { openApi } from './open-api.ts'
import { jsonLines, type Output } from './output.ts'
import { type Keep, packFiles } from './pack.ts'
import { pageMakers, sharedFiles } from './pages.ts'
import { textPages } from './text-pages.ts'

/** One emitter per family of published files, apart from the pages. An emitter is pure: it touches no disk. */
const emitters: readonly ((catalog: Catalog, site: Site, keep?: Keep) => readonly Output[])[] = [
  sharedFiles,
  overviewPages,
  productPages,
  codePages,
  indexFiles,
  lookupFiles,
  messageFiles,
  agentFiles,
  textPages,
  skill,
  feeds,
  packFiles,
  openApi,
  hostFiles,
  redirects,
]

/** Every file but the manifest, made one by one, so that a large site is never in memory as a whole. */
export function* outputs(catalog: Catalog, site: Site, keep?: Keep): Generator<Output> {
  for (const make of pageMakers(catalog, site).values()) yield* make()
  for (const emitter of emitters) yield* emitter(catalog, site, keep)
}

/**
 * Yields every file of the published folder. Throws when two files have the same path, which is a bug of the emitters and
 * never of the content.
 */
export function* emit(
  catalog: Catalog,
  site: Site,
  before?: ReadonlyMap<string, Kept>,
  keep?: Keep,
): Generator<Published> {
  const entries = new Map<string, FileEntry>()
  for (const file of published(outputs(catalog, site, keep), before)) {
    const { path, bytes, sha256 } = file
    if (entries.has(path)) throw new Error(`two outputs at ${path}`)
    entries.set(path, { path, bytes, sha256 })
    yield file
  }
  yield* published([manifest([...entries.values()], catalog, site)])
}

/** A file as the manifest lists it. */
export interface FileEntry {
  readonly path: OutputPath
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
}

/** A file that the next build need not make if it would have the same key. */
export interface Kept extends FileEntry {
  readonly key?: string | undefined
}

/** A file of the finished site. */
export interface Published extends Kept {
  /** Missing if the folder has the file, from the build before. */
  readonly content?: Buffer
}

/** Adds the digest of each output. The two HTML files of a page have the same body, which is hashed once. */
export function* published(
  outputs: Iterable<Output>,
  before?: ReadonlyMap<string, Kept>,
): Generator<Published> {
  let last: { body: string; content: Buffer; sha256: string } | undefined
  for (const output of outputs) {
    const { path, key } = output
    const known = before?.get(path)
    if (key !== undefined && known?.key === key) {
      yield known
      continue
    }
    if (last?.body !== output.body) {
      const content = Buffer.from(output.body, output.encoding)
      last = { body: output.body, content, sha256: hash('sha256', content) }
    }
    const { content, sha256 } = last
    yield { path, key, bytes: content.length, sha256, content }
  }
}

/** `/manifest.json`: sha256 and size of every other published file, by path from the origin's root. */
export function manifest(files: readonly FileEntry[], { generated }: Catalog, site: Site): Output {
  const sorted = [...files].sort((a, b) => compare(a.path, b.path))
  const entries = sorted.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }))
  const head = { generated, count: entries.length }
  return { path: siteFile(site, 'manifest.json'), body: jsonLines(head, 'files', entries) }
}

/** Files of solutions and guides, as opposed to lists of them. If such a file has no page, no other family has it. */
const fileOfAPage = /^[^/]+\/(?:solutions\/[^/]+|guide)\/(?!index\.)[^/.]+(?:\/index)?(?:\.html|\.md)?$/

/**
 * The published folder without writing it: returns the file at a path, or undefined, and makes it on the first request.
 * For a page only that page is made, for another file its family, and for the manifest, which has every hash, everything.
 */
export function emitOnDemand(catalog: Catalog, site: Site): (path: string) => Output | undefined {
  const makers = pageMakers(catalog, site)
  const families = [...emitters]
  const made = new Map<string, Output>()
  const keep = (outputs: readonly Output[]) => {
    for (const output of outputs) made.set(output.path, output)
  }
  return (path) => {
    if (made.has(path)) return made.get(path)
    keep(makers.get(`/${path.replace(/(\/index)?(\.html|\.md)$/, '')}` as PagePath)?.() ?? [])
    if (path === siteFile(site, 'manifest.json')) {
      const all = [...emit(catalog, site)]
      keep(all.slice(-1).map((file) => ({ path: file.path, body: String(file.content) })))
    }
    while (!made.has(path) && !fileOfAPage.test(path)) {
      const family = families.shift()
      if (family === undefined) return undefined
      keep(family(catalog, site))
    }
    return made.get(path)
  }
}
