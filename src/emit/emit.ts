import type { Catalog } from '../model/catalog.ts'
import type { Site } from '../model/site.ts'
import { agentFiles } from './agent-files.ts'
import { feed } from './feed.ts'
import { hostFiles } from './host-files.ts'
import { indexFiles } from './index-files.ts'
import { lookupFiles } from './lookup-files.ts'
import { matchFile } from './match-file.ts'
import type { Emitter, Output } from './output.ts'
import { pages } from './pages.ts'
import { schemas } from './schemas.ts'
import { skill } from './skill.ts'

/** One emitter per published family. */
const emitters: readonly Emitter[] = [
  pages,
  indexFiles,
  matchFile,
  lookupFiles,
  agentFiles,
  skill,
  feed,
  schemas,
  hostFiles,
]

/** Every file of the published folder. Two at one path are a bug of the emitters, never of the content. */
export function emit(catalog: Catalog, site: Site): Output[] {
  const outputs = emitters.flatMap((emitter) => emitter(catalog, site))
  const seen = new Set<string>()
  for (const { path } of outputs) {
    if (seen.has(path)) throw new Error(`two outputs at ${path}`)
    seen.add(path)
  }
  return outputs
}
