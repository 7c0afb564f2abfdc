import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordPlace } from './page-store.ts'

const ending = '.pages'

/** A name that no other build chooses. */
export const newSegment = (): string =>
  `${Date.now().toString(36)}-${randomBytes(6).toString('hex')}${ending}`

/** What nothing used any more may take up beside what is in use. */
const spareBytes = 64 * 1024 * 1024
const mostSegments = 32
/** A segment that no list names may be one that another build is just writing. */
const hour = 60 * 60 * 1000

/**
 * Keeps the store to about twice what a build uses: past that, what was used moves into a segment of its own and all
 * else goes. Results of other branches stay as long as there is room.
 */
export function tidySegments(
  dir: string,
  places: ReadonlyMap<string, RecordPlace>,
  used: ReadonlySet<string>,
): ReadonlyMap<string, RecordPlace> {
  const named = new Set([...places.values()].map(([segment]) => segment))
  const total = [...named].reduce((sum, segment) => sum + sizeOf(join(dir, segment)), 0)
  const inUse = [...places].filter(([digest]) => used.has(digest))
  const needed = inUse.reduce((sum, [, [, , light, body]]) => sum + light + body, 0)
  const kept = named.size > mostSegments || total > 2 * needed + spareBytes ? moved(dir, inUse) : places
  const still = new Set([...kept.values()].map(([segment]) => segment))
  for (const name of readdirSync(dir).filter((name) => name.endsWith(ending))) {
    const file = join(dir, name)
    if (still.has(name) || (!named.has(name) && Date.now() - changeOf(file) < hour)) continue
    rmSync(file, { force: true })
  }
  return kept
}

function moved(dir: string, entries: readonly (readonly [string, RecordPlace])[]): Map<string, RecordPlace> {
  const segment = newSegment()
  const to = openSync(join(dir, segment), 'wx')
  const from = new Map<string, number | undefined>()
  const result = new Map<string, RecordPlace>()
  let end = 0
  for (const [digest, [name, at, light, body, ...digests]] of entries) {
    if (!from.has(name)) from.set(name, openQuietly(join(dir, name)))
    const descriptor = from.get(name)
    const bytes = Buffer.allocUnsafe(light + body)
    // Gone or cut off: then it is made again when it is needed.
    if (descriptor === undefined || readSync(descriptor, bytes, 0, bytes.length, at) < bytes.length) continue
    writeSync(to, bytes)
    result.set(digest, [segment, end, light, body, ...digests])
    end += bytes.length
  }
  for (const descriptor of [to, ...from.values()]) if (descriptor !== undefined) closeSync(descriptor)
  return result
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
const changeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

function openQuietly(file: string): number | undefined {
  try {
    return openSync(file, 'r')
  } catch {
    return undefined
  }
}
