import type { IndexEntry } from '../model/index-entry.ts'
import { nearest } from '../model/text.ts'
import type { Matcher } from './match.ts'
import { stopWords } from './words.ts'

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
  matcher: (text: string) => Promise<Matcher>,
): Promise<Found[]> {
  const kept = search(entries, { keywords: text, category })
  const ranked = rank(kept, text).map((entry): Found => ({ entry }))
  if (text.trim() === '' || (kept.length > 0 && !isRawError(text))) return ranked
  const byId = new Map(entries.map((entry) => [idOf(entry), entry]))
  const matched = (await matcher(text))
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
const phraseInTitle = 6
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
  let score = 0
  for (const word of words) {
    if (head.includes(word)) score += inTitle
    if (asWords(title).includes(asWords(word))) score += wholeWord
    else if (asWords(symptom).includes(asWords(word))) score += wholeWord / 2
    if (category.split('-').includes(word) || category === word) score += namesCategory
  }
  return words.length > 1 && head.includes(phrase) ? score + phraseInTitle : score
}

const shown = 10
/** An entry is shown if it has the words that make up this share of what all of them weigh. */
const leastShare = 0.5
const closestInTitle = 2

/** Entries that have some of the words or words spelled like them, best first: for a text that no entry has all words of. */
function closest(entries: readonly IndexEntry[], text: string): IndexEntry[] {
  const texts = entries.map((entry) => {
    const title = asWords(entry.title)
    return { entry, title, body: title + asWords(entry.symptom ?? '') }
  })
  const vocabulary = [...new Set(texts.flatMap(({ title }) => title.trim().split(' ')))].filter(
    (word) => word.length > 3,
  )
  const holdersOf = (word: string) => texts.filter(({ body }) => body.includes(` ${word}`)).length
  const words = [...new Set(asWords(text).trim().split(' '))]
    .filter((word) => [...word].length > 2 && !stopWords.has(word))
    .flatMap((typed) => {
      const stem = typed.length > 4 ? typed.replace(/s$/, '') : typed
      const word = holdersOf(stem) > 0 ? stem : nearest(typed, vocabulary)
      return word === undefined ? [] : [{ word, weight: Math.log(1 + texts.length / holdersOf(word)) }]
    })
  const weightIn = (text: string) =>
    words.reduce((sum, { word, weight }) => (text.includes(` ${word}`) ? sum + weight : sum), 0)
  const least = leastShare * words.reduce((sum, { weight }) => sum + weight, 0)
  return texts
    .map(({ entry, title, body }) => ({ entry, held: weightIn(body), named: weightIn(title) }))
    .filter(({ held }) => words.length > 0 && held >= least)
    .sort((a, b) => b.held - a.held + closestInTitle * (b.named - a.named))
    .slice(0, shown)
    .map(({ entry }) => entry)
}

/** Lower-case words with a space before and after each. */
const asWords = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .join(' ')} `
