/** `fixdex/client`: matching and searching a published catalog, in Node and in browsers. */

export type { Index, IndexEntry } from '../model/index-entry.ts'
export type { MatchEntry, MatchFile } from './catalog-files.ts'
export { parseIndex, parseMatchFile } from './catalog-files.ts'
export { codesOf } from './codes.ts'
export { createMatcher, type Match, type Matcher, match } from './match.ts'
export {
  type CatalogMatcher,
  type CatalogReader,
  CatalogUnavailable,
  type FetchOptions,
  type FileStore,
  publishedCatalog,
  type StoredFile,
} from './reader.ts'
export { type SearchQuery, search } from './search.ts'
export { severalCatalogs } from './several.ts'
