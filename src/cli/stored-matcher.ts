import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseMatchFile } from '../client/catalog-files.ts'
import { shortlistMatcher } from '../client/match.ts'
import type { ReadMatcher } from '../client/reader.ts'
import { type Shortlists, shortlistsOf } from '../client/shortlist.ts'
import { keep } from './disk-store.ts'

/** Raised when the stored file changes its meaning. */
const format = 7

/** The first line of the stored file; the rows follow it. */
interface Stored {
  readonly format: number
  /** Of the `match.json` that it was made of. */
  readonly digest: string
  readonly generated: string
  readonly count: number
  readonly lists: Shortlists
  /** Where each row ends, in bytes from the end of the first line. */
  readonly ends: readonly number[]
}

/** Makes matchers by an index that is stored in `file`, in the cache, for the last `match.json`. */
export function storedMatcher(file: string): ReadMatcher {
  return (matchFile) => {
    const digest = createHash('sha256').update(matchFile).digest('hex')
    const { head, rows } = read(file, digest) ?? make(file, matchFile, digest)
    const { generated, count, lists, ends } = head
    const rowAt = (number: number) => rows.toString('utf8', ends[number - 1] ?? 0, ends[number])
    return { ...shortlistMatcher(lists, rowAt), generated, count }
  }
}

function read(file: string, digest: string): { head: Stored; rows: Buffer } | undefined {
  try {
    const stored = readFileSync(file)
    const end = stored.indexOf('\n')
    const head: Stored = JSON.parse(stored.toString('utf8', 0, end))
    const rows = stored.subarray(end + 1)
    const isWhole = head.format === format && head.digest === digest && rows.length === head.ends.at(-1)
    return isWhole ? { head, rows } : undefined
  } catch {
    return undefined
  }
}

function make(file: string, matchFile: string, digest: string): { head: Stored; rows: Buffer } {
  const { generated, count, entries } = parseMatchFile(matchFile)
  const { lists, rows: texts } = shortlistsOf(entries)
  let bytes = 0
  const ends: number[] = []
  for (const text of texts) {
    bytes += Buffer.byteLength(text)
    ends.push(bytes)
  }
  const head = { format, digest, generated, count, lists, ends }
  const rows = Buffer.from(texts.join(''))
  keep(file, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), rows]))
  return { head, rows }
}
