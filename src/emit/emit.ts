import type { Catalog } from '../model/catalog.ts'
import type { Site } from '../model/site.ts'
import { agentFiles } from './agent-files.ts'
import { codePages } from './code-pages.ts'
import { coveragePages } from './coverage-pages.ts'
import { feeds } from './feeds.ts'
import { hostFiles } from './host-files.ts'
import { indexFiles } from './index-files.ts'
import { lookupFiles } from './lookup-files.ts'
import { manifest } from './manifest.ts'
import { matchFile } from './match-file.ts'
import { openApi } from './open-api.ts'
import type { Emitter } from './output.ts'
import { pages } from './pages.ts'
import { type FileEntry, type Published, published } from './published.ts'
import { redirects } from './redirects.ts'
import { rulesPage } from './rules-page.ts'
import { schemas } from './schemas.ts'
import { searchPage } from './search-page.ts'
import { skill } from './skill.ts'

/** One emitter per published family, besides the pages. */
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
 * Every file of the published folder, one after the other: a large site is never in memory as a whole. Two files at one
 * path are a bug of the emitters, never of the content.
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
