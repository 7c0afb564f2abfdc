import type { Index } from '../model/json-files.ts'
import { isId, parseIndex, parseMatchFile, parseTwin } from './catalog-files.ts'
import { createMatcher, type Matcher } from './match.ts'
import { CatalogUnavailable, type Fetched, type FetchOptions, fetchPublished } from './published.ts'

/** Matching in a catalog, and what is said of the catalog beside an answer. */
export interface CatalogMatcher extends Matcher {
  readonly generated: string
  readonly count: number
}

/** A built catalog, wherever it lies. Each call throws `CatalogUnavailable` when the file can't be had. */
export interface CatalogReader {
  /** Address of the site, `<base_url>/<site>`, or its folder. */
  readonly address: string
  matcher(): Promise<Fetched<CatalogMatcher>>
  index(): Promise<Fetched<Index>>
  /** The Markdown twin of a solution. */
  page(id: string): Promise<Fetched<string>>
}

/** How a reader gets one file below the site's address; `parse` throws when the file is none of a catalog. */
export type ReadFile = <T>(path: string, parse: (body: Uint8Array) => T) => Promise<Fetched<T>>

/** Makes a matcher of `match.json`; throws when the file is none of a catalog. */
export type ReadMatcher = (body: Uint8Array) => CatalogMatcher

export function readerOf(
  address: string,
  read: ReadFile,
  readMatcher: ReadMatcher = preparedAnew,
): CatalogReader {
  return {
    address,
    matcher: () => read('match.json', readMatcher),
    index: () => read('solutions.json', (body) => parseIndex(decode(body))),
    page: async (id) => {
      if (!isId(id)) throw new CatalogUnavailable('A solution is named <category>/<slug>')
      return read(`solutions/${id}.md`, (body) => parseTwin(decode(body)))
    },
  }
}

/** A catalog that is published at an address. */
export function publishedCatalog(
  address: string,
  options: FetchOptions,
  readMatcher?: ReadMatcher,
): CatalogReader {
  const base = address.replace(/(?<!\/)\/+$/, '')
  return readerOf(base, (path, parse) => fetchPublished(`${base}/${path}`, parse, options), readMatcher)
}

function preparedAnew(body: Uint8Array): CatalogMatcher {
  const file = parseMatchFile(decode(body))
  return { ...createMatcher(file), generated: file.generated, count: file.count }
}

/** UTF-8 or nothing. */
export const decode = (body: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(body)
