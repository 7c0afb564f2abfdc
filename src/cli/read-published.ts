import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PublishedAddresses } from '../checks/catalog-view.ts'
import { isId, parseIndex, parseManifest } from '../client/catalog-files.ts'
import { CatalogUnavailable, decode, fetchPublished } from '../client/reader.ts'
import { Fault } from '../model/fault.ts'
import { siteIn } from '../pipeline/disk.ts'
import type { Environment } from './environment.ts'
import { isAddress } from './options.ts'

/** Enough for the manifest of two hundred thousand pages. */
const maxBytes = 100_000_000
const timeout = 60_000

/** The published addresses of a site, of a built folder, or in one of their JSON files. */
export async function readPublished(from: string, environment: Environment): Promise<PublishedAddresses> {
  const hosted = isAddress(from)
  const read = (name: string) => (hosted ? download(name, environment) : readFile(name))
  if (from.endsWith('.json')) return read(hosted ? from : resolve(environment.cwd, from))
  const site = hosted ? from.replace(/(?<!\/)\/+$/, '') : builtSite(resolve(environment.cwd, from))
  const manifest = await read(`${site}/manifest.json`)
  const index = await read(`${site}/solutions.json`)
  // The manifest lists all addresses, including moved and retired pages; the index has titles and a count.
  const solutions = new Map([...manifest.solutions, ...index.solutions])
  return { ...index, solutions, guides: manifest.guides }
}

async function download(url: string, { fetch, wallClock }: Environment): Promise<PublishedAddresses> {
  const store = { get: () => undefined, set: () => {} }
  const options = { fetch, store, now: wallClock, timeout, maxBytes }
  try {
    return (await fetchPublished(url, (body) => parsePublished(decode(body)), options)).value
  } catch (error) {
    if (!(error instanceof CatalogUnavailable)) throw error
    throw new Fault(error.message, 'If nothing is published there yet, leave out --against this once.')
  }
}

function readFile(file: string): PublishedAddresses {
  try {
    return parsePublished(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Fault(
      `${file}: ${error instanceof Error ? error.message : error}`,
      'Name the address of a site, a built folder, or a published solutions.json or manifest.json.',
    )
  }
}

/** The site's own folder, given that folder or the one above it. */
function builtSite(dir: string): string {
  if (existsSync(join(dir, 'manifest.json'))) return dir
  return join(dir, siteIn(dir, 'manifest.json', 'Name the folder that was built, or an address.'))
}

/** Reads a published `solutions.json` or `manifest.json`; throws if it is neither. */
function parsePublished(body: string): PublishedAddresses {
  const isManifest = /^\s*\{[^{[]*"files":\s*\[/.test(body.slice(0, 2000))
  return isManifest ? fromManifest(body) : fromIndex(body)
}

function fromIndex(body: string): PublishedAddresses {
  const { solutions, count } = parseIndex(body)
  const known = new Map<string, string>()
  let site = ''
  for (const { url, title } of solutions) {
    const [, first = '', id] = /^\/([^/]+)\/solutions\/(.+)$/.exec(url) ?? []
    if (!isId(id)) throw new Error('solutions.json has a URL that is not a solution of this catalog')
    site = first
    known.set(id, title)
  }
  return { site, solutions: known, guides: [], count }
}

function fromManifest(body: string): PublishedAddresses {
  const paths = parseManifest(body).map(({ path }) => path)
  const site = paths.find((path) => /^[^/]+\/solutions\.json$/.test(path))?.split('/')[0]
  if (site === undefined) throw new Error('manifest.json lists no catalog')
  const below = paths.flatMap((path) => (path.startsWith(`${site}/`) ? path.slice(site.length + 1) : []))
  const named = (pattern: RegExp) => below.flatMap((path) => pattern.exec(path)?.[1] ?? [])
  const ids = named(/^solutions\/([^/]+\/[^/]+)\/index\.html$/).filter(isId)
  return {
    site,
    solutions: new Map(ids.map((id) => [id, undefined])),
    guides: named(/^guide\/([a-z0-9-]+)\/index\.html$/),
  }
}
