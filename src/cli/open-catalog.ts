import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type CatalogReader,
  CatalogUnavailable,
  type FetchOptions,
  publishedCatalog,
  type ReadFile,
  readerOf,
} from '../client/reader.ts'
import { severalCatalogs } from '../client/several.ts'
import { siteBelow, siteIn } from '../pipeline/disk.ts'
import { cacheFile, diskStore } from './disk-store.ts'
import type { Environment } from './environment.ts'
import { type From, isAddress } from './options.ts'
import { packReader } from './pack-reader.ts'
import { storedMatcher } from './stored-matcher.ts'

/**
 * The catalog that a command reads: the flag, else FIXDEX_INDEX, else a site that was built here, else the published
 * catalog of this package, and without a network the pack that lies with the program.
 */
export function openCatalog(
  { index = [], pack }: From,
  environment: Environment,
  options: Pick<FetchOptions, 'fresh'> = {},
): CatalogReader {
  const [wantedIndex, ...others] = index
  if (pack === undefined && wantedIndex !== undefined && others.length > 0) {
    const open = (one: string) => openCatalog({ index: [one] }, environment, options)
    return severalCatalogs([open(wantedIndex), ...others.map(open)])
  }
  const wanted = pack ?? wantedIndex ?? environment.env.FIXDEX_INDEX
  if (wanted === undefined) {
    const out = resolve(environment.cwd, 'dist')
    const site = siteBelow(out, 'match.json')
    return site === undefined
      ? withPack(published(environment.publishedCatalog, environment, options), environment)
      : folderCatalog(join(out, site), environment)
  }
  if (isAddress(wanted)) return published(wanted, environment, options)
  const dir = resolve(environment.cwd, wanted)
  if (pack !== undefined || wanted.endsWith('.tgz')) return packedCatalog(dir, environment)
  if (existsSync(join(dir, 'version.json')) && !existsSync(join(dir, 'match.json')))
    return packedCatalog(dir, environment)
  if (existsSync(join(dir, 'match.json'))) return folderCatalog(dir, environment)
  const hint = 'Run `fixdex build` first, or name another folder or address with --index.'
  return folderCatalog(join(dir, siteIn(dir, 'match.json', hint)), environment)
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

/** Answers name the address of the published catalog, where the pages can be read. */
const packedCatalog = (file: string, environment: Environment): CatalogReader =>
  readerOf(environment.publishedCatalog, packReader(file), matcherAt(file, environment))

function published(
  address: string,
  environment: Environment,
  options: Pick<FetchOptions, 'fresh'>,
): CatalogReader {
  const { fetch, wallClock } = environment
  const store = diskStore(cacheDir(environment))
  return publishedCatalog(
    address,
    { fetch, now: wallClock, store, ...options },
    matcherAt(address, environment),
  )
}

/** The catalog, and where it can't be reached the pack that lies with the program. */
function withPack(catalog: CatalogReader, environment: Environment): CatalogReader {
  const { packed } = environment
  const read: ReadFile = async (path, parse) => {
    try {
      return await catalog.read(path, parse)
    } catch (error) {
      if (!(error instanceof CatalogUnavailable)) throw error
      if (!existsSync(packed))
        throw new CatalogUnavailable(
          error.message,
          `Without a network name a copy: --pack catalog.tgz, or --index with a folder. fixdex update puts one at ${packed}.`,
        )
      const answer = await packReader(packed)(path, parse)
      return { ...answer, notice: `${error.message}; the answer is from the copy ${packed}.` }
    }
  }
  return readerOf(catalog.address, read, matcherAt(catalog.address, environment))
}

const cacheDir = (environment: Environment): string => join(environment.cacheDir, 'fixdex')

const matcherAt = (address: string, environment: Environment) =>
  storedMatcher(`${cacheFile(cacheDir(environment), address)}.index`)
