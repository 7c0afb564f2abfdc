import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CatalogUnavailable } from '../client/published.ts'
import { type CatalogReader, publishedCatalog, type ReadFile, readerOf } from '../client/reader.ts'
import { Fault } from '../model/fault.ts'
import { cacheFile, diskStore } from './disk-store.ts'
import type { Environment } from './environment.ts'
import { ending, preparedCatalog } from './prepared-catalog.ts'

/**
 * The catalog that a command asks: the flag, else FIXDEX_INDEX, else a site that was built here, else the published
 * catalog of this package.
 */
export function openCatalog(flag: string | undefined, environment: Environment): CatalogReader {
  const wanted = flag ?? environment.env.FIXDEX_INDEX
  if (wanted === undefined) {
    const built = builtSite(resolve(environment.cwd, 'dist'))
    return built === undefined
      ? published(environment.publishedCatalog, environment)
      : folderCatalog(built, environment)
  }
  if (/^https?:\/\//.test(wanted)) return published(wanted, environment)
  const dir = resolve(environment.cwd, wanted)
  const built = existsSync(join(dir, 'match.json')) ? dir : builtSite(dir)
  if (built === undefined)
    throw new Fault(
      `No built catalog in ${dir}`,
      'Run `fixdex build` first, or name another place with --index.',
    )
  return folderCatalog(built, environment)
}

/** `dist/<site>` below an output folder. */
function builtSite(dir: string): string | undefined {
  if (!existsSync(dir)) return undefined
  const site = readdirSync(dir).find((name) => existsSync(join(dir, name, 'match.json')))
  return site === undefined ? undefined : join(dir, site)
}

function folderCatalog(dir: string, environment: Environment): CatalogReader {
  const read: ReadFile = async (path, parse) => {
    const file = join(dir, path)
    if (!existsSync(file)) throw new CatalogUnavailable(`${file} is not there`)
    return { value: parse(readFileSync(file)) }
  }
  return readerOf(dir, read, prepared(dir, environment))
}

function published(address: string, environment: Environment): CatalogReader {
  const options = {
    fetch: environment.fetch,
    now: environment.wallClock,
    store: diskStore(cacheDir(environment)),
  }
  return publishedCatalog(address, options, prepared(address, environment))
}

const cacheDir = (environment: Environment): string => join(environment.cacheDir, 'fixdex')

const prepared = (address: string, environment: Environment) =>
  preparedCatalog(`${cacheFile(cacheDir(environment), address)}${ending}`)
