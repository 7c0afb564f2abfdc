import type { Index } from '../model/index-entry.ts'
import { isId, parseIndex, parseMatchFile, parseTwin } from './catalog-files.ts'
import type { MatchFile } from './match-file.ts'
import { CatalogUnavailable, type Fetched, type FetchOptions, fetchPublished } from './published.ts'

/** A built catalog, wherever it lies. Each call throws `CatalogUnavailable` when the file can't be had. */
export interface CatalogReader {
  /** Address of the site, `<base_url>/<site>`, or its folder. */
  readonly address: string
  matchFile(): Promise<Fetched<MatchFile>>
  index(): Promise<Fetched<Index>>
  /** The Markdown twin of a solution. */
  page(id: string): Promise<Fetched<string>>
}

/** How a reader gets one file below the site's address. */
export type ReadFile = <T>(path: string, parse: (body: string) => T) => Promise<Fetched<T>>

export function readerOf(address: string, read: ReadFile): CatalogReader {
  return {
    address,
    matchFile: () => read('match.json', parseMatchFile),
    index: () => read('solutions.json', parseIndex),
    page: async (id) => {
      if (!isId(id)) throw new CatalogUnavailable('A solution is named <category>/<slug>')
      return read(`solutions/${id}.md`, parseTwin)
    },
  }
}

/** A catalog that is published at an address. */
export function publishedCatalog(address: string, options: FetchOptions): CatalogReader {
  const base = address.replace(/\/+$/, '')
  return readerOf(base, (path, parse) => fetchPublished(`${base}/${path}`, parse, options))
}
