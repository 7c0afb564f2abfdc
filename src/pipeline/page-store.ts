import { hash } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { writingCache } from './cache-folder.ts'
import type { Compiled } from './compile-file.ts'
import { compiledFrom, recordOf } from './page-record.ts'
import { newSegment, tidySegments } from './tidy-segments.ts'

/** Where a record lies: its segment, its place, the lengths and the digests of its two parts. */
export type RecordPlace = readonly [
  segment: string,
  at: number,
  light: number,
  body: number,
  lightDigest: string,
  bodyDigest: string,
]

/**
 * Compiled files by their digests. Records lie one behind the other in segments, which are never changed once they are
 * written; a list says what lies where and is replaced as a whole. So builds at the same time can't harm each other:
 * one of them may lose entries of the list, which are then made again. Whatever can't be read back whole is a miss.
 */
export interface PageStore {
  /** Where segments may be written, if anywhere. */
  readonly dir: string | undefined
  readonly has: (digest: string) => boolean
  readonly read: (digest: string) => Compiled | undefined
  /** Takes in what a segment of this folder has got. */
  readonly add: (places: ReadonlyMap<string, RecordPlace>) => void
  /** Writes the list, if there is anything new or broken, and drops what is too much. */
  readonly save: () => void
  readonly close: () => void
}

const format = 1
const listFile = 'pages.json'

/** A record was whole when it was looked at first, and is no more. */
export class DamagedStore extends Error {
  readonly dir: string
  constructor(dir: string) {
    super(`a record in ${dir} was damaged while it was in use`)
    this.dir = dir
  }
}

export function openPageStore(dir: string): PageStore {
  mkdirSync(dir, { recursive: true })
  const places = readList(dir)
  const used = new Set<string>()
  const segments = new Map<string, Segment | undefined>()
  const added = new Map<string, RecordPlace>()
  /** What the list names and the segments have not got: it is compiled again, and stored again by the next build. */
  const lost = new Set<string>()
  const segmentOf = (name: string): Segment | undefined => {
    // Open as long as the store is, so that nobody takes it away.
    if (!segments.has(name)) segments.set(name, openSegment(join(dir, name)))
    return segments.get(name)
  }
  const isThere = ([name, at, light, body]: RecordPlace): boolean =>
    (segmentOf(name)?.size ?? 0) >= at + light + body
  const bytesAt = (name: string, at: number, length: number, digest: string): Buffer | undefined => {
    const segment = segmentOf(name)
    if (segment === undefined) return undefined
    const bytes = Buffer.allocUnsafe(length)
    readSync(segment.descriptor, bytes, 0, length, at)
    return digestOf(bytes) === digest ? bytes : undefined
  }
  // A page asks for its texts several times in a row.
  let last: { place: RecordPlace; texts: Readonly<Record<string, unknown>> } | undefined
  const bodyAt = (place: RecordPlace): Readonly<Record<string, unknown>> => {
    if (last?.place !== place) {
      const [segment, at, light, body, , digest] = place
      const bytes = bytesAt(segment, at + light, body, digest)
      if (bytes === undefined) throw new DamagedStore(dir)
      last = { place, texts: JSON.parse(bytes.toString()) }
    }
    return last.texts
  }
  return {
    dir,
    has(digest) {
      const place = places.get(digest)
      return place !== undefined && isThere(place)
    },
    read(digest) {
      const place = places.get(digest)
      if (place === undefined) return undefined
      used.add(digest)
      const [segment, at, light, , lightDigest] = place
      try {
        const bytes = isThere(place) ? bytesAt(segment, at, light, lightDigest) : undefined
        const compiled = bytes && compiledFrom(digest, bytes, () => bodyAt(place))
        if (compiled) return compiled
      } catch {
        // No place or no JSON: a miss like any other.
      }
      places.delete(digest)
      lost.add(digest)
      return undefined
    },
    add(found) {
      for (const [digest, place] of found) {
        places.set(digest, place)
        added.set(digest, place)
      }
    },
    save() {
      if (added.size === 0 && lost.size === 0) return
      // Another build may have moved records since, and knows better where they are.
      const others = [...readList(dir)].filter(([digest]) => !lost.has(digest))
      writingCache(dir, () => writeList(dir, tidySegments(dir, new Map([...others, ...added]), used)))
    },
    close() {
      for (const segment of segments.values()) if (segment) closeSync(segment.descriptor)
      segments.clear()
    },
  }
}

/** What was compiled is kept also when the work on it has failed. */
export function saveAndClose(store: PageStore): void {
  try {
    store.save()
  } finally {
    store.close()
  }
}

/** Forgets what the list says; builds that read the records go on with them. */
export const dropList = (dir: string): void => rmSync(join(dir, listFile), { force: true })

/** Writes records into a segment of its own. */
export function writeSegment(dir: string) {
  const segment = newSegment()
  const descriptor = writingCache(dir, () => openSync(join(dir, segment), 'wx'))
  const places = new Map<string, RecordPlace>()
  let at = 0
  return {
    write(digest: string, compiled: Compiled): void {
      const { light, body } = recordOf(digest, compiled)
      const bytes = Buffer.concat([light, body])
      writingCache(dir, () => {
        for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from)
      })
      places.set(digest, [segment, at, light.length, body.length, digestOf(light), digestOf(body)])
      at += bytes.length
    },
    end(): ReadonlyMap<string, RecordPlace> {
      closeSync(descriptor)
      return places
    },
  }
}

const digestOf = (bytes: Buffer): string => hash('sha256', bytes, 'base64url').slice(0, 11)

interface Segment {
  readonly descriptor: number
  readonly size: number
}

function openSegment(file: string): Segment | undefined {
  try {
    const descriptor = openSync(file, 'r')
    return { descriptor, size: fstatSync(descriptor).size }
  } catch {
    return undefined
  }
}

/** A list from elsewhere leads to no file outside of the folder. */
const isPlace = (value: unknown): value is RecordPlace =>
  Array.isArray(value) &&
  value.length === 6 &&
  /^[a-z0-9-]+\.pages$/.test(value[0]) &&
  value.slice(1, 4).every((length) => Number.isSafeInteger(length) && length >= 0)

function readList(dir: string): Map<string, RecordPlace> {
  try {
    const list = JSON.parse(readFileSync(join(dir, listFile), 'utf8'))
    if (list.format !== format) return new Map()
    return new Map(
      Object.entries(list.places).filter((entry): entry is [string, RecordPlace] => isPlace(entry[1])),
    )
  } catch {
    return new Map()
  }
}

function writeList(dir: string, places: ReadonlyMap<string, RecordPlace>): void {
  const draft = join(dir, `${listFile}.${process.pid}`)
  writeFileSync(draft, JSON.stringify({ format, places: Object.fromEntries(places) }))
  renameSync(draft, join(dir, listFile))
}
