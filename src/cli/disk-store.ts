import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileStore, StoredFile } from '../client/reader.ts'

/**
 * Fetched files on disk: a line of JSON about the file, then its bytes as they came. A broken one is a miss; a cache
 * that can't be written is no fault.
 */
export function diskStore(dir: string): FileStore {
  return {
    get(url) {
      try {
        const bytes = readFileSync(cacheFile(dir, url))
        const end = bytes.indexOf('\n')
        const about = JSON.parse(bytes.toString('utf8', 0, end)) as About
        const body = bytes.subarray(end + 1)
        return about.url === url && about.bytes === body.length ? { ...about.file, body } : undefined
      } catch {
        return undefined
      }
    },
    set(url, { body, ...file }) {
      const about: About = { url, bytes: body.length, file }
      keep(cacheFile(dir, url), Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), body]))
    },
  }
}

interface About {
  readonly url: string
  readonly bytes: number
  readonly file: Omit<StoredFile, 'body'>
}

/** Where something that belongs to this address is kept. */
export const cacheFile = (dir: string, address: string): string =>
  join(dir, createHash('sha256').update(address).digest('hex').slice(0, 32))

/** Writes a file in one piece, or not at all: without a cache the next look-up does its work again. */
export function keep(file: string, bytes: Uint8Array): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, bytes)
    renameSync(draft, file)
  } catch {
    // No space, or no right to write there.
  }
}
