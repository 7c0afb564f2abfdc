import { parseIndex, parseMatchFile } from '../client/catalog-files.ts'
import { type Matcher, match } from '../client/match.ts'
import { parseRoot, parseShard, shardMatcher } from '../client/shards.ts'
import type { Index } from '../model/index-entry.ts'

/** The site's folder; this script is in its subfolder `assets`. */
const site = new URL('../', import.meta.url)

/** Loads once; after a failure the next call tries again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}

async function read<T>(name: string, parse: (body: string) => T): Promise<T> {
  const response = await fetch(new URL(name, site))
  if (!response.ok) throw new Error(`${name}: ${response.status}`)
  return parse(await response.text())
}

export const loadIndex: () => Promise<Index> = once(() => read('solutions.json', parseIndex))

export const loadMatchFile = once(() => read('match.json', (body) => parseRoot(body) ?? parseMatchFile(body)))

/** A matcher for this text. */
export async function loadMatcher(text: string): Promise<Matcher> {
  const file = await loadMatchFile()
  if (file.format === 2)
    return shardMatcher(file, text, (name) => read(name, (body) => parseShard(body, file)))
  return { match: (text, options) => match(text, file, options) }
}
