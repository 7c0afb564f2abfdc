import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type MatchEntry, parseMatchFile } from '../client/catalog-files.ts'
import { shortlistMatcher } from '../client/match.ts'
import { type CatalogMatcher, preparedMatcher, type ReadMatcher } from '../client/reader.ts'
import { type Shortlists, shortlistsOf } from '../client/shortlist.ts'
import { keep } from './disk-store.ts'

/** Raised when the stored file changes its meaning. */
const format = 5

interface Stored {
  readonly format: number
  /** Of the `match.json` that it was made of. */
  readonly digest: string
  readonly generated: string
  readonly count: number
  readonly lists: Shortlists
  /** Where the JSON of each entry starts and ends in `match.json`. */
  readonly places: readonly (readonly [start: number, end: number])[]
}

/** Makes matchers by an index that is stored in `file`, in the cache, for the last `match.json`. */
export function storedMatcher(file: string): ReadMatcher {
  return (matchFile) => {
    const digest = createHash('sha256').update(matchFile).digest('hex')
    const stored = read(file, digest)
    const index = stored ?? indexOf(matchFile, digest)
    if (index === undefined) return preparedMatcher(matchFile)
    if (stored === undefined) keep(file, Buffer.from(JSON.stringify(index)))
    return matcherOf(matchFile, index)
  }
}

function read(file: string, digest: string): Stored | undefined {
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Stored
    return stored.format === format && stored.digest === digest ? stored : undefined
  } catch {
    return undefined
  }
}

/** Undefined if the entries are not written as `JSON.stringify` does, so that their places are unknown. */
function indexOf(matchFile: string, digest: string): Stored | undefined {
  const { generated, count, entries } = parseMatchFile(matchFile)
  let end = 0
  const places = entries.map((entry) => {
    const json = JSON.stringify(entry)
    const start = matchFile.indexOf(json, end)
    end = start + json.length
    return [start, end] as const
  })
  if (places.some(([start]) => start === -1)) return undefined
  return { format, digest, generated, count, lists: shortlistsOf(entries), places }
}

function matcherOf(matchFile: string, { generated, count, lists, places }: Stored): CatalogMatcher {
  const entryAt = (index: number): MatchEntry => JSON.parse(matchFile.slice(...(places[index] ?? [])))
  return { ...shortlistMatcher(lists, entryAt), generated, count }
}
