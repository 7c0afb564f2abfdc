import { hash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { FileEntry, Origin } from '../emit/published.ts'
import { writingCache } from './cache-folder.ts'
import type { Cache } from './with-cache.ts'

/** What is remembered of a file that a build left: what it is, how it was found on the disk, what it was made of. */
export interface Remembered extends FileEntry {
  /** Time of change, in milliseconds since 1970. */
  readonly modified: number
  readonly madeOf: string | null
}

/**
 * What the last build left in a folder. A file is taken for what it was while size and time of change are the same, so
 * a build reads none of them again; `fixdex audit` reads them all.
 */
export interface Ledger {
  /** The files that were made of the same, if all of them still stand. */
  readonly kept: (origin: Origin) => readonly Remembered[] | undefined
  /** Files that the last build left, and the run that it was. */
  readonly size: number
  readonly run: string | undefined
  /** What is known of a file, whether it stands or not. */
  readonly at: (path: string) => Remembered | undefined
  /** The same, if it still stands. */
  readonly standing: (path: string) => Remembered | undefined
  /** An origin as it is remembered. */
  readonly textOf: (origin: Origin) => string
  readonly save: (files: readonly Remembered[]) => void
}

const format = 2

/** Remembers in the cache; without one nothing. */
export function openLedger(cache: Cache | undefined, out: string): Ledger {
  const target = resolve(out)
  const place = cache && ledgerFile(cache.dir, target)
  const { files, run } = place === undefined ? nothing : readLedger(place, target)
  const byPath = new Map(files.map((file) => [file.path as string, file]))
  const byOrigin = new Map<string, Remembered[]>()
  for (const file of files) {
    if (file.madeOf === null) continue
    const list = byOrigin.get(file.madeOf)
    if (list) list.push(file)
    else byOrigin.set(file.madeOf, [file])
  }
  const stands = ({ path, bytes, modified }: Remembered): boolean => {
    const stats = lstatSync(join(target, path), { throwIfNoEntry: false })
    return stats?.isFile() === true && stats.size === bytes && stats.mtimeMs === modified
  }
  // Another program makes another site.
  const textOf = ({ site, own, around }: Origin) => `${site}.${cache?.program} ${own} ${around}`
  return {
    kept(origin) {
      const found = byOrigin.get(textOf(origin))
      return found?.every(stands) ? found : undefined
    },
    size: files.length,
    run,
    at: (path) => byPath.get(path),
    standing(path) {
      const file = byPath.get(path)
      return file && stands(file) ? file : undefined
    },
    textOf,
    save(files) {
      if (place === undefined) return
      writingCache(dirname(place), () => {
        const draft = `${place}.${process.pid}`
        const text = JSON.stringify({ format, target, run: cache?.run, files })
        writeFileSync(draft, `${digestOf(text)}\n${text}`)
        renameSync(draft, place)
        dropOldest(dirname(place))
      })
    },
  }
}

const beginning = 'output-'
/** Builds into a new folder each time would leave one each. */
const mostLedgers = 8

const ledgerFile = (dir: string, target: string): string =>
  join(dir, `${beginning}${hash('sha256', target).slice(0, 16)}.json`)

function dropOldest(dir: string): void {
  const ledgers = readdirSync(dir)
    .filter((name) => name.startsWith(beginning))
    .map((name) => ({ name, changed: statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.changed - a.changed)
  for (const { name } of ledgers.slice(mostLedgers)) rmSync(join(dir, name), { force: true })
}

const digestOf = (text: string): string => hash('sha256', text, 'base64url')

interface Read {
  readonly files: readonly Remembered[]
  readonly run: string | undefined
}

const nothing: Read = { files: [], run: undefined }

function readLedger(place: string, target: string): Read {
  try {
    const [digest = '', text = ''] = readFileSync(place, 'utf8').split('\n')
    // What it says of a file goes into the manifest unseen.
    if (digestOf(text) !== digest) return nothing
    const read = JSON.parse(text)
    return read.format === format && read.target === target ? { run: read.run, files: read.files } : nothing
  } catch {
    // None, or a broken one: then every file is compared.
    return nothing
  }
}
