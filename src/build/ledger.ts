import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { FileEntry, Origin } from '../emit/published.ts'
import type { OutputPath } from '../model/site.ts'
import { writingCache } from './cache-folder.ts'
import type { Cache } from './with-cache.ts'

/** What is remembered of a file that a build left: what it is, how it was found on the disk, what it was made of. */
export type Remembered = readonly [bytes: number, sha256: string, modified: number, origin: string | null]

/**
 * What the last build left in a folder. A file is taken for what it was while size and time of change are the same, so
 * a build reads none of them again; `fixdex audit` reads them all.
 */
export interface Ledger {
  /** The files that were made of the same, if all of them still stand. */
  readonly kept: (origin: Origin) => FileEntry[] | undefined
  /** Files that the last build left, and the run that it was. */
  readonly size: number
  readonly run: string | undefined
  /** What is known of a file, if it still stands. */
  readonly standing: (path: string) => Remembered | undefined
  /** What a file was made of, whether it stands or not. */
  readonly originAt: (path: string) => string | undefined
  /** An origin as it is remembered. */
  readonly textOf: (origin: Origin) => string
  readonly save: (files: ReadonlyMap<string, Remembered>) => void
}

const format = 1

/** Remembers in the cache; without one nothing. */
export function openLedger(cache: Cache | undefined, out: string): Ledger {
  const target = resolve(out)
  const file = cache && ledgerFile(cache.dir, target)
  const { files, run } = file === undefined ? nothing() : readLedger(file, target)
  const byOrigin = new Map<string, string[]>()
  for (const [path, [, , , origin]] of files) {
    if (!origin) continue
    const list = byOrigin.get(origin)
    if (list) list.push(path)
    else byOrigin.set(origin, [path])
  }
  const found = new Map<string, Remembered | undefined>()
  const standing = (path: string): Remembered | undefined => {
    if (found.has(path)) return found.get(path)
    const known = files.get(path)
    const stats = known && lstatSync(join(target, path), { throwIfNoEntry: false })
    const same = stats?.isFile() && stats.size === known?.[0] && stats.mtimeMs === known[2]
    found.set(path, same ? known : undefined)
    return same ? known : undefined
  }
  // Another program makes another site.
  const textOf = ({ site, own, around }: Origin) => `${site}.${cache?.program} ${own} ${around}`
  return {
    kept(origin) {
      const paths = byOrigin.get(textOf(origin))
      const entries = paths?.flatMap((path): FileEntry[] => {
        const known = standing(path)
        return known ? [{ path: path as OutputPath, bytes: known[0], sha256: known[1] }] : []
      })
      return entries !== undefined && entries.length === paths?.length ? entries : undefined
    },
    size: files.size,
    run,
    standing,
    originAt: (path) => files.get(path)?.[3] ?? undefined,
    textOf,
    save(files) {
      if (file === undefined) return
      writingCache(dirname(file), () => {
        const draft = `${file}.${process.pid}`
        writeFileSync(
          draft,
          JSON.stringify({ format, target, run: cache?.run, files: Object.fromEntries(files) }),
        )
        renameSync(draft, file)
        dropOldest(dirname(file))
      })
    },
  }
}

const beginning = 'output-'
/** Builds into a new folder each time would leave one each. */
const mostLedgers = 8

const ledgerFile = (dir: string, target: string): string =>
  join(dir, `${beginning}${createHash('sha256').update(target).digest('hex').slice(0, 16)}.json`)

function dropOldest(dir: string): void {
  const ledgers = readdirSync(dir)
    .filter((name) => name.startsWith(beginning))
    .map((name) => ({ name, changed: statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.changed - a.changed)
  for (const { name } of ledgers.slice(mostLedgers)) rmSync(join(dir, name), { force: true })
}

interface Read {
  readonly files: ReadonlyMap<string, Remembered>
  readonly run?: string
}

const nothing = (): Read => ({ files: new Map() })

function readLedger(file: string, target: string): Read {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8'))
    if (read.format !== format || read.target !== target) return nothing()
    return { run: read.run, files: new Map(Object.entries(read.files as Record<string, Remembered>)) }
  } catch {
    // None, or a broken one: then every file is compared.
    return nothing()
  }
}
