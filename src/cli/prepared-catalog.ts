import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { parseMatchFile } from '../client/catalog-files.ts'
import { matcherOf } from '../client/match.ts'
import type { MatchEntry } from '../client/match-file.ts'
import { preparation, prepare, type Tables } from '../client/prepare.ts'
import { type CatalogMatcher, decode, type ReadMatcher } from '../client/reader.ts'
import { keep } from './disk-store.ts'

/**
 * Reads `match.json` through a file beside it in the cache that holds it prepared, because preparing takes longer than
 * the rest of a look-up. The file is used only for the very bytes that it was made of.
 */
export function preparedCatalog(file: string): ReadMatcher {
  let last: { digest: string; matcher: CatalogMatcher } | undefined
  return (body) => {
    const digest = createHash('sha256').update(body).digest('hex')
    if (last?.digest !== digest) {
      const stored = read(file, digest)
      const made = stored ?? make(body, digest)
      if (stored === undefined) {
        keep(file, serialize(made))
        removeOldest(dirname(file))
      }
      last = { digest, matcher: catalogMatcher(made) }
    }
    return last.matcher
  }
}

/** Catalogs that are kept prepared: built ones come and go. */
const most = 4
export const ending = '.prepared'

function removeOldest(dir: string): void {
  try {
    const files = readdirSync(dir).filter((name) => name.endsWith(ending))
    const aged = files.map((name) => ({ name, time: statSync(join(dir, name)).mtimeMs }))
    for (const { name } of aged.sort((a, b) => b.time - a.time).slice(most)) unlinkSync(join(dir, name))
  } catch {
    // Another process removes them too.
  }
}

interface Prepared {
  readonly preparation: number
  readonly digest: string
  readonly generated: string
  readonly count: number
  readonly tables: Tables
  /** The entries as JSON, one after the other, and where each ends: only those of an answer are ever parsed. */
  readonly entries: Uint8Array
  readonly ends: Uint32Array
}

function read(file: string, digest: string): Prepared | undefined {
  try {
    const prepared = deserialize(readFileSync(file)) as Prepared
    return prepared.preparation === preparation && prepared.digest === digest ? prepared : undefined
  } catch {
    return undefined
  }
}

function make(body: Uint8Array, digest: string): Prepared {
  const { generated, count, entries } = parseMatchFile(decode(body))
  const lines = entries.map((entry) => Buffer.from(JSON.stringify(entry)))
  let end = 0
  return {
    preparation,
    digest,
    generated,
    count,
    tables: prepare(entries),
    entries: Buffer.concat(lines),
    ends: Uint32Array.from(lines, (line) => (end += line.length)),
  }
}

function catalogMatcher({ tables, entries, ends, generated, count }: Prepared): CatalogMatcher {
  const entryAt = (index: number): MatchEntry =>
    JSON.parse(decode(entries.subarray(index === 0 ? 0 : ends[index - 1], ends[index])))
  return { ...matcherOf(tables, entryAt), generated, count }
}
