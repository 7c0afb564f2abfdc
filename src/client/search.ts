import type { IndexEntry } from '../model/index-entry.ts'
import { closest } from './closest.ts'
import type { Matcher } from './match.ts'

export interface SearchQuery {
  /** Words that must all occur in title or symptom, in any case. */
  readonly keywords?: string | undefined
  /** Exactly this category. */
  readonly category?: string | undefined
  /** Occurs as written in title or symptom. */
  readonly code?: string | undefined
}

/** The contract's search, the same in every client: it filters and keeps the order of the index. */
export function search<Entry extends IndexEntry>(
  entries: readonly Entry[],
  { keywords = '', category, code }: SearchQuery,
): Entry[] {
  const words = keywords.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    const text = `${entry.title} ${entry.symptom ?? ''}`
    const lowered = text.toLowerCase()
    return (
      words.every((word) => lowered.includes(word)) &&
      (category === undefined || entry.category === category) &&
      (code === undefined || text.includes(code))
    )
  })
}

/** A search result for a person. */
export interface Found {
  readonly entry: IndexEntry
  /** The message, sign or title of the entry that matched the text; missing if only its words were found. */
  readonly matched?: string
  /** Is it in the text word for word? */
  readonly exact?: boolean
  /** It has only some of the words, or words spelled like them. */
  readonly isNear?: boolean
}

/** Nobody types more words than these. */
const typedWords = 6

/** Was the text pasted rather than typed? */
const isRawError = (text: string): boolean =>
  text.includes('\n') || text.trim().split(/\s+/).length > typedWords

/**
 * What a person is shown for a text: the matcher's answer if the text is a raw error or no entry has all its words, then
 * the results of the contract's search, best first; if there are none, the closest entries. The matcher is asked only if needed, because its file is large.
 */
export async function find(
  entries: readonly IndexEntry[],
  { text, category }: { readonly text: string; readonly category?: string | undefined },
  matcher: () => Promise<Matcher>,
): Promise<Found[]> {
  const kept = search(entries, { keywords: text, category })
  const ranked = rank(kept, text).map((entry): Found => ({ entry }))
  if (text.trim() === '' || (kept.length > 0 && !isRawError(text))) return ranked
  const byId = new Map(entries.map((entry) => [idOf(entry), entry]))
  const matched = (await matcher())
    .match(text, { limit: 8 })
    .flatMap(({ entry: { id }, matched, confidence }) => {
      const entry = byId.get(id)
      return entry && (category === undefined || entry.category === category)
        ? [{ entry, matched, exact: confidence === 'exact' }]
        : []
    })
  const seen = new Set(matched.map(({ entry }) => entry))
  const found = [...matched, ...ranked.filter(({ entry }) => !seen.has(entry))]
  if (found.length > 0) return found
  const own = category === undefined ? entries : entries.filter((entry) => entry.category === category)
  return closest(own, text).map((entry) => ({ entry, isNear: true }))
}

/** `<category>/<slug>` */
export const idOf = ({ url }: IndexEntry): string => url.split('/').slice(-2).join('/')

const inTitle = 4
const wholeWord = 3
const titleStart = 2
const phraseInTitle = 6
const phraseInSymptom = 2
const namesCategory = 3

/** Sorts search results, best first; equal ones keep the order of the index. */
export function rank(entries: readonly IndexEntry[], keywords: string): IndexEntry[] {
  const phrase = keywords.toLowerCase().trim().replace(/\s+/g, ' ')
  const words = phrase.split(' ').filter(Boolean)
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words, phrase) }))
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}

function scoreOf(
  { title, symptom = '', category }: IndexEntry,
  words: readonly string[],
  phrase: string,
): number {
  const head = title.toLowerCase()
  const body = symptom.toLowerCase()
  let score = 0
  for (const word of words) {
    if (head.includes(word)) score += inTitle
    if (hasWord(head, word)) score += wholeWord
    else if (hasWord(body, word)) score += wholeWord / 2
    if (category.split('-').includes(word) || category === word) score += namesCategory
  }
  if (words[0] !== undefined && head.startsWith(words[0])) score += titleStart
  if (words.length > 1 && head.includes(phrase)) score += phraseInTitle
  else if (words.length > 1 && body.includes(phrase)) score += phraseInSymptom
  return score
}

/** Is the word in the text without a letter or digit next to it? */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordCharacter(text.charAt(at - 1)) && !isWordCharacter(text.charAt(at + word.length))) return true
  }
  return false
}

const isWordCharacter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)
