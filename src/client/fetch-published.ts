/** A fetched file with the validators for a conditional request. */
export interface StoredFile {
  readonly body: Uint8Array
  /** When the server last confirmed it, in milliseconds since 1970. */
  readonly checked: number
  readonly etag?: string
  readonly lastModified?: string
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
export class CatalogUnavailable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CatalogUnavailable'
  }
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
  const origin = requireSafe(url)
  const response = await options.fetch(url, {
    headers,
    redirect: 'follow',
    signal: AbortSignal.timeout(options.timeout ?? 10_000),
  })
  if (response.url !== '' && new URL(response.url).origin !== origin) {
    throw new CatalogUnavailable(`${url} redirects to another origin`)
  }
  if (response.status === 304) return 'unchanged'
  if (!response.ok) throw new CatalogUnavailable(`${url} answered ${response.status}`)
  const etag = response.headers.get('etag')
  const lastModified = response.headers.get('last-modified')
  return {
    body: await readBounded(response, options.maxBytes ?? 128_000_000),
    checked: options.now(),
    ...(etag === null ? {} : { etag }),
    ...(lastModified === null ? {} : { lastModified }),
  }
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
