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
import type { Emitter, Output } from './output.ts'
import { pages } from './pages.ts'
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

/** Every file of the published folder. Two at one path are a bug of the emitters, never of the content. */
export function emit(catalog: Catalog, site: Site): Output[] {
  const files = [pages, ...fileEmitters].flatMap((emitter) => emitter(catalog, site))
  const outputs = [...files, manifest(files, catalog, site)]
  const seen = new Set<string>()
  for (const { path } of outputs) {
    if (seen.has(path)) throw new Error(`two outputs at ${path}`)
    seen.add(path)
  }
  return outputs
}
