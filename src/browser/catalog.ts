import { type ReadFile, readerOf } from '../client/reader.ts'
import type { IndexEntry } from '../model/index-entry.ts'

/** The site's folder; this script is in its subfolder `assets`. */
const site = new URL('../', import.meta.url)

const kept = new Map<string, Promise<unknown>>()

/** Reads each file once; after a failure the next call tries again. */
const read: ReadFile = async <T>(path: string, parse: (body: Uint8Array) => T) => {
  const value = kept.get(path) ?? fetchFile(path).then(parse)
  kept.set(path, value)
  try {
    return { value: (await value) as T }
  } catch (error) {
    kept.clear()
    throw error
  }
}

async function fetchFile(path: string): Promise<Uint8Array> {
  const response = await fetch(new URL(path, site))
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

const catalog = readerOf(site.href, read)

export const loadMatcher = async (text: string) => (await catalog.matcher(text)).value

/** The number of solutions, and those to search: all, or of a catalog in shards those that the text's words lead to. */
export async function loadEntries(
  text: string,
  isInShards: boolean,
): Promise<{ count: number; entries: IndexEntry[] }> {
  if (!isInShards) {
    const { count, solutions } = (await catalog.index()).value
    return { count, entries: solutions }
  }
  const { count, entries = [] } = await loadMatcher(text)
  return {
    count,
    entries: entries.map(({ id, title, errors, signs }) => ({
      title,
      category: id.split('/')[0] as IndexEntry['category'],
      url: `${site.pathname}solutions/${id}`,
      symptom: [...errors, ...signs].join('\n'),
      fix: '',
    })),
  }
}
