import type { IndexEntry } from '../model/json-files.ts'
import type { Matcher } from './match.ts'
import { rank } from './rank.ts'
import { search } from './search.ts'

/** An entry as a person is shown it. */
export interface Found {
  readonly entry: IndexEntry
  /** The message, sign or title of the entry that the text holds; missing where words were searched. */
  readonly matched?: string
  /** Whether it stands there word for word. */
  readonly exact?: boolean
}

/** Longer than anybody types. */
const typedWords = 6

/** Is this a text that was pasted rather than typed? */
export const isRawError = (text: string): boolean =>
  text.includes('\n') || text.trim().split(/\s+/).length > typedWords

/**
 * What people are shown for a text: for a raw error, or where no entry holds every word, first what the matcher names;
 * then all that the contract's search keeps, best first. The matcher is asked for only then, because its file is large.
 */
export async function find(
  entries: readonly IndexEntry[],
  { text, category }: { readonly text: string; readonly category?: string | undefined },
  matcher: () => Promise<Matcher>,
): Promise<Found[]> {
  const kept = search(entries, { keywords: text, ...(category === undefined ? {} : { category }) })
  const ranked = rank(kept, text).map((entry): Found => ({ entry }))
  if (text.trim() === '' || (kept.length > 0 && !isRawError(text))) return ranked
  const byId = new Map(entries.map((entry) => [idOf(entry), entry]))
  const named = (await matcher())
    .match(text, { limit: 8 })
    .flatMap(({ entry: { id }, matched, confidence }) => {
      const entry = byId.get(id)
      return entry && (category === undefined || entry.category === category)
        ? [{ entry, matched, exact: confidence === 'exact' }]
        : []
    })
  const seen = new Set(named.map(({ entry }) => entry))
  return [...named, ...ranked.filter(({ entry }) => !seen.has(entry))]
}

const idOf = ({ url }: IndexEntry): string => url.split('/').slice(-2).join('/')
