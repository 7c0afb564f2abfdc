import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { CatalogUnavailable, type FileStore, type StoredFile } from '../client/published.ts'
import { type CatalogReader, publishedCatalog, readerOf } from '../client/reader.ts'
import { Fault } from '../model/fault.ts'
import type { Environment } from './environment.ts'

/** The option of every command that reads a built catalog. */
export const indexOption = (command: Command): Command =>
  command.option(
    '--index <url|dir>',
    'catalog to ask (else FIXDEX_INDEX, else ./dist, else the published one)',
  )

/**
 * The catalog that a command asks: the flag, else FIXDEX_INDEX, else a site that was built here, else the published
 * catalog of this package.
 */
export function openCatalog(flag: string | undefined, environment: Environment): CatalogReader {
  const wanted = flag ?? environment.env.FIXDEX_INDEX
  if (wanted === undefined) {
    const built = builtSite(resolve(environment.cwd, 'dist'))
    return built === undefined ? published(environment.publishedCatalog, environment) : folderCatalog(built)
  }
  if (/^https?:\/\//.test(wanted)) return published(wanted, environment)
  const dir = resolve(environment.cwd, wanted)
  const built = existsSync(join(dir, 'match.json')) ? dir : builtSite(dir)
  if (built === undefined)
    throw new Fault(
      `No built catalog in ${dir}`,
      'Run `fixdex build` first, or name another place with --index.',
    )
  return folderCatalog(built)
}

/** `dist/<site>` below an output folder. */
function builtSite(dir: string): string | undefined {
  if (!existsSync(dir)) return undefined
  const site = readdirSync(dir).find((name) => existsSync(join(dir, name, 'match.json')))
  return site === undefined ? undefined : join(dir, site)
}

function folderCatalog(dir: string): CatalogReader {
  return readerOf(dir, async (path, parse) => {
    const file = join(dir, path)
    if (!existsSync(file)) throw new CatalogUnavailable(`${file} is not there`)
    return { value: parse(readFileSync(file, 'utf8')) }
  })
}

function published(address: string, environment: Environment): CatalogReader {
  return publishedCatalog(address, {
    fetch: environment.fetch,
    now: environment.wallClock,
    store: diskStore(join(environment.cacheDir, 'fixdex')),
  })
}

/** Fetched files on disk, one JSON file each. A broken one is a miss; a cache that can't be written is no fault. */
function diskStore(dir: string): FileStore {
  const fileOf = (url: string) =>
    join(dir, `${createHash('sha256').update(url).digest('hex').slice(0, 32)}.json`)
  return {
    get(url) {
      try {
        const stored = JSON.parse(readFileSync(fileOf(url), 'utf8')) as { url: string; file: StoredFile }
        return stored.url === url && typeof stored.file.body === 'string' ? stored.file : undefined
      } catch {
        return undefined
      }
    },
    set(url, file) {
      try {
        mkdirSync(dir, { recursive: true })
        const draft = `${fileOf(url)}.${process.pid}`
        writeFileSync(draft, JSON.stringify({ url, file }))
        renameSync(draft, fileOf(url))
      } catch {
        // Without a cache the next look-up asks again.
      }
    },
  }
}
