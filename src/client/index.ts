/** `fixdex/client`: matching and searching a published catalog, in Node and in browsers. */
export { parseIndex, parseMatchFile } from './catalog-files.ts'
export { codesOf } from './codes.ts'
export { createMatcher, type Match, type Matcher, match } from './match.ts'
export type { MatchEntry, MatchFile } from './match-file.ts'
export { CatalogUnavailable, type FetchOptions, type FileStore, type StoredFile } from './published.ts'
export { type CatalogMatcher, type CatalogReader, publishedCatalog } from './reader.ts'
export { type SearchQuery, search } from './search.ts'
