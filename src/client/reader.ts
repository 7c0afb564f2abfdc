import type { Index } from '../model/json-files.ts'
import { isId, parseIndex, parseMatchFile, parseTwin } from './catalog-files.ts'
import { CatalogUnavailable, type Fetched, type FetchOptions, fetchPublished } from './fetch-published.ts'
import { createMatcher, type Matcher } from './match.ts'

/** A catalog's matcher, with the facts about the catalog that answers mention. */
export interface CatalogMatcher extends Matcher {
  readonly generated: string
  readonly count: number
}

/** A built catalog in a folder or at an address. Each call throws `CatalogUnavailable` if the file can't be read. */
export interface CatalogReader {
  /** Address of the site, `<base_url>/<site>`, or its folder. */
  readonly address: string
  matcher(): Promise<Fetched<CatalogMatcher>>
  index(): Promise<Fetched<Index>>
  /** The Markdown twin of a solution. */
  page(id: string): Promise<Fetched<string>>
}

/** How a reader gets a file, by its path below the site's address; `parse` throws if the file is not valid. */
export type ReadFile = <T>(path: string, parse: (body: Uint8Array) => T) => Promise<Fetched<T>>

/** Makes a matcher of the text of `match.json`; throws if it is not valid. */
export type ReadMatcher = (matchFile: string) => CatalogMatcher

/** Reads a catalog. A matcher is made again only when `match.json` has changed. */
export function readerOf(
  address: string,
  read: ReadFile,
  readMatcher: ReadMatcher = preparedMatcher,
): CatalogReader {
  let last: { text: string; matcher: CatalogMatcher } | undefined
  const currentMatcher = (body: Uint8Array): CatalogMatcher => {
    const text = decode(body)
    if (last?.text !== text) last = { text, matcher: readMatcher(text) }
    return last.matcher
  }
  return {
    address,
    matcher: () => read('match.json', currentMatcher),
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

function preparedMatcher(matchFile: string): CatalogMatcher {
  const file = parseMatchFile(matchFile)
  return { ...createMatcher(file), generated: file.generated, count: file.count }
}

/** Throws if the bytes are not UTF-8. */
export const decode = (body: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(body)
