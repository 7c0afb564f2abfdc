import { hash } from 'node:crypto'
import type { Catalog } from '../model/catalog.ts'
import { compare } from '../model/problem.ts'
import { type OutputPath, type Site, siteFile } from '../model/site.ts'
import { agentFiles, skill } from './agent-files.ts'
import { feeds } from './feeds.ts'
import { hostFiles } from './host-files.ts'
import { indexFiles, lookupFiles } from './index-files.ts'
import { codePages } from './list-pages.ts'
import { matchFile } from './match-file.ts'
import { redirects } from './moved-pages.ts'
import { openApi, schemas } from './open-api.ts'
import { contentOf, type Emitter, jsonLines, type Output } from './output.ts'
import { pages } from './pages.ts'
import { searchPage } from './search-page.ts'
import { coveragePages, rulesPage } from './text-pages.ts'

/** One emitter per family of published files, apart from the pages. */
export const fileEmitters: readonly Emitter[] = [
  searchPage,
  codePages,
  indexFiles,
  matchFile,
  lookupFiles,
  agentFiles,
  rulesPage,
  coveragePages,
  skill,
  feeds,
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
function manifest(files: readonly FileEntry[], { generated }: Catalog, site: Site): Output {
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
