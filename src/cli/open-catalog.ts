import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type CatalogReader,
  CatalogUnavailable,
  publishedCatalog,
  type ReadFile,
  readerOf,
} from '../client/reader.ts'
import { Fault } from '../model/fault.ts'
import { siteBelow } from '../pipeline/disk.ts'
import { cacheFile, diskStore } from './disk-store.ts'
import type { Environment } from './environment.ts'
import { isAddress } from './options.ts'
import { ending, storedMatcher } from './stored-matcher.ts'

/**
 * The catalog that a command reads: the flag, else FIXDEX_INDEX, else a site that was built here, else the published
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
  if (isAddress(wanted)) return published(wanted, environment)
  const dir = resolve(environment.cwd, wanted)
  const built = existsSync(join(dir, 'match.json')) ? dir : builtSite(dir)
  if (built === undefined)
    throw new Fault(
      `No built catalog in ${dir}`,
      'Run `fixdex build` first, or name another folder or address with --index.',
    )
  return folderCatalog(built, environment)
}

/** `dist/<site>` below an output folder. */
function builtSite(dir: string): string | undefined {
  const site = siteBelow(dir, 'match.json')
  return site === undefined ? undefined : join(dir, site)
}

function folderCatalog(dir: string, environment: Environment): CatalogReader {
  const read: ReadFile = async (path, parse) => {
    const file = join(dir, path)
    if (!existsSync(file)) throw new CatalogUnavailable(`${file} does not exist`)
    try {
      return { value: parse(readFileSync(file)) }
    } catch (error) {
      throw new CatalogUnavailable(`${file}: ${error instanceof Error ? error.message : error}`)
    }
  }
  return readerOf(dir, read, matcherAt(dir, environment))
}

function published(address: string, environment: Environment): CatalogReader {
  const { fetch, wallClock } = environment
  const options = { fetch, now: wallClock, store: diskStore(cacheDir(environment)) }
  return publishedCatalog(address, options, matcherAt(address, environment))
}

const cacheDir = (environment: Environment): string => join(environment.cacheDir, 'fixdex')

const matcherAt = (address: string, environment: Environment) =>
  storedMatcher(`${cacheFile(cacheDir(environment), address)}${ending}`)
