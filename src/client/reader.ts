import { Fault } from '../model/fault.ts'
import type { Index, IndexEntry } from '../model/index-entry.ts'
import { isId, type MatchEntry, parseIndex, parseMatchFile, parseTwin } from './catalog-files.ts'
import { type Matcher, match } from './match.ts'
import { parseRoot, parseShard, type ShardRoot, shardMatcher } from './shards.ts'

/** A catalog's matcher, with the facts about the catalog that answers mention. */
export interface CatalogMatcher extends Matcher {
  readonly generated: string
  readonly count: number
  /** Those that it knows, if it has read them: all, or those in the shards of the text. */
  readonly entries?: readonly MatchEntry[]
}

/** A built catalog in a folder or at an address. Each call throws `CatalogUnavailable` if the file can't be read. */
export interface CatalogReader {
  /** Address of the site, `<base_url>/<site>`, or its folder. */
  readonly address: string
  /** A matcher for this text; of a catalog that is not in shards it is the same for every text. */
  matcher(text: string): Promise<Fetched<CatalogMatcher>>
  index(): Promise<Fetched<Index & { readonly solutions: readonly OriginalEntry[] }>>
  /** The Markdown twin of a solution; `origin` is the address of its catalog, if this is several. */
  page(id: string, origin?: string): Promise<Fetched<string>>
  /** Any file of the catalog. */
  readonly read: ReadFile
}

/** With the address of its catalog, if several were asked. */
export type OriginalEntry = IndexEntry & { readonly origin?: string }

/** How a reader gets a file, by its path below the site's address; `parse` throws if the file is not valid. */
export type ReadFile = <T>(path: string, parse: (body: Uint8Array) => T) => Promise<Fetched<T>>

/** Makes a matcher of the text of `match.json`, if it is not in shards; throws if it is not valid. */
export type ReadMatcher = (matchFile: string) => CatalogMatcher

/** Reads a catalog. A matcher is made again only when `match.json` has changed. */
export function readerOf(
  address: string,
  read: ReadFile,
  readMatcher: ReadMatcher = preparedMatcher,
): CatalogReader {
  let last: { text: string; matcher: CatalogMatcher | ShardRoot } | undefined
  const current = (body: Uint8Array): CatalogMatcher | ShardRoot => {
    const text = decode(body)
    if (last?.text !== text) last = { text, matcher: parseRoot(text) ?? readMatcher(text) }
    return last.matcher
  }
  return {
    address,
    matcher: async (text) => {
      const { value, ...notice } = await read('match.json', current)
      if ('match' in value) return { value, ...notice }
      const inShards = async (root: ShardRoot) => {
        const readShard = async (path: string) =>
          (await read(path, (body) => parseShard(decode(body), root))).value
        const { generated, count } = root
        return { value: { ...(await shardMatcher(root, text, readShard)), generated, count }, ...notice }
      }
      return inShards(value).catch(async (error) => {
        // Another version may have been published since the root was stored.
        const newer = await read('match.json', (body) => {
          const root = parseRoot(decode(body))
          if (root === undefined || root.digest === value.digest) throw error
          return root
        })
        return inShards(newer.value)
      })
    },
    index: () => read('solutions.json', (body) => parseIndex(decode(body))),
    page: async (id) => {
      if (!isId(id)) throw new CatalogUnavailable('A solution is named <category>/<slug>')
      return read(`solutions/${id}.md`, (body) => parseTwin(decode(body)))
    },
    read,
  }
}

/** A catalog that is published at an address. Without options its files are kept in memory for five minutes. */
export function publishedCatalog(
  address: string,
  options: Partial<FetchOptions> = {},
  readMatcher?: ReadMatcher,
): CatalogReader {
  const base = address.replace(/(?<!\/)\/+$/, '')
  const store: FileStore = new Map<string, StoredFile>()
  const all: FetchOptions = { fetch: globalThis.fetch, now: Date.now, store, ...options }
  return readerOf(base, (path, parse) => fetchPublished(`${base}/${path}`, parse, all), readMatcher)
}

function preparedMatcher(matchFile: string): CatalogMatcher {
  const { entries, generated, count } = parseMatchFile(matchFile)
  return { match: (text, options) => match(text, { entries }, options), entries, generated, count }
}

/** Throws if the bytes are not UTF-8. */
export const decode = (body: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(body)

/** A fetched file with the validators for a conditional request. */
export interface StoredFile {
  readonly body: Uint8Array
  /** When the server last confirmed it, in milliseconds since 1970. */
  readonly checked: number
  readonly etag?: string | undefined
  readonly lastModified?: string | undefined
}

/** Where fetched files are kept between runs; a browser may pass one that keeps nothing. */
export interface FileStore {
  get(url: string): StoredFile | undefined
  set(url: string, file: StoredFile): void
}

export interface FetchOptions {
  readonly fetch: typeof globalThis.fetch
  readonly store: FileStore
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly timeout?: number
  readonly maxBytes?: number
  /** Milliseconds for which a stored file is used without a request. */
  readonly fresh?: number
}

/** A parsed file of a catalog, with a notice if it is stale. */
export interface Fetched<T> {
  readonly value: T
  readonly notice?: string
}

/** The catalog can't be read: it is neither reachable nor stored, or it is invalid. */
export class CatalogUnavailable extends Fault {
  override name = 'CatalogUnavailable'
}

/**
 * GETs a file of a catalog. The stored copy is used while it is fresh, if it is unchanged (304), or if the request
 * fails. `parse` throws if the file is truncated, from something else or of a newer format; it is then not stored.
 */
export async function fetchPublished<T>(
  url: string,
  parse: (body: Uint8Array) => T,
  options: FetchOptions,
): Promise<Fetched<T>> {
  const stored = readable(options.store.get(url), parse)
  const age = stored === undefined ? Number.POSITIVE_INFINITY : options.now() - stored.file.checked
  if (stored && age >= 0 && age < (options.fresh ?? 300_000)) return { value: stored.value }
  try {
    const fetched = await get(url, stored?.file, options)
    if (fetched === 'unchanged' && stored) {
      options.store.set(url, { ...stored.file, checked: options.now() })
      return { value: stored.value }
    }
    if (fetched === 'unchanged') throw new CatalogUnavailable(`${url} answered 304 to a first request`)
    const value = parse(fetched.body)
    options.store.set(url, fetched)
    return { value }
  } catch (error) {
    if (stored === undefined)
      throw error instanceof CatalogUnavailable ? error : new CatalogUnavailable(`${url}: ${reasonOf(error)}`)
    return {
      value: stored.value,
      notice: `The catalog could not be refreshed (${reasonOf(error)}); this copy is ${days(age)} old.`,
    }
  }
}

/** A stored file that no longer parses counts as missing. */
function readable<T>(
  file: StoredFile | undefined,
  parse: (body: Uint8Array) => T,
): { file: StoredFile; value: T } | undefined {
  if (file === undefined) return undefined
  try {
    return { file, value: parse(file.body) }
  } catch {
    return undefined
  }
}

async function get(
  url: string,
  stored: StoredFile | undefined,
  options: FetchOptions,
): Promise<StoredFile | 'unchanged'> {
  const headers: Record<string, string> = {}
  if (stored?.etag) headers['if-none-match'] = stored.etag
  if (stored?.lastModified) headers['if-modified-since'] = stored.lastModified
  const response = await follow(url, options, {
    headers,
    // A server elsewhere is not even asked.
    redirect: 'manual',
    signal: AbortSignal.timeout(options.timeout ?? 10_000),
  })
  if (response.status === 304) return 'unchanged'
  if (!response.ok) throw new CatalogUnavailable(`${url} answered ${response.status}`)
  return {
    body: await readBounded(response, options.maxBytes ?? 128_000_000),
    checked: options.now(),
    etag: response.headers.get('etag') ?? undefined,
    lastModified: response.headers.get('last-modified') ?? undefined,
  }
}

const mostRedirects = 5

/** Follows redirects within one origin. A browser does not say where one leads, so that there it is an error. */
async function follow(url: string, { fetch }: FetchOptions, init: RequestInit): Promise<Response> {
  const origin = requireSafe(url)
  let at = url
  for (let count = 0; count <= mostRedirects; count++) {
    const response = await fetch(at, init)
    const to = response.headers.get('location')
    if (response.type === 'opaqueredirect') throw new CatalogUnavailable(`${url} redirects`)
    if (to === null || ![301, 302, 303, 307, 308].includes(response.status)) return response
    await response.body?.cancel()
    if (!URL.canParse(to, at) || new URL(to, at).origin !== origin)
      throw new CatalogUnavailable(`${url} redirects to another origin`)
    at = new URL(to, at).href
  }
  throw new CatalogUnavailable(`${url} redirects more than ${mostRedirects} times`)
}

/** https, or http on this machine. */
function requireSafe(address: string): string {
  const url = new URL(address)
  const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1' || url.hostname === '[::1]'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local))
    throw new CatalogUnavailable(`${address} is not an https address`)
  return url.origin
}

async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    parts.push(next.value)
    bytes += next.value.byteLength
    if (bytes > maxBytes) {
      await reader?.cancel()
      throw new CatalogUnavailable(`${response.url} is larger than ${maxBytes} bytes`)
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  return error.cause instanceof Error ? error.cause.message : error.message
}

function days(milliseconds: number): string {
  const hours = Math.max(1, Math.round(milliseconds / 3_600_000))
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
