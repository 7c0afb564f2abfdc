import type { MatchEntry, MatchFile } from './catalog-files.ts'
import { findDescriptions } from './find-descriptions.ts'
import { partialMessages, wholeMessages } from './find-messages.ts'
import { headOf, type Prepared, prepare, provingWeight } from './prepare.ts'
import { prepareShortlist, type Shortlists } from './shortlist.ts'
import { oneLine, type TextWords, textWords, tokenize } from './words.ts'

export interface Match {
  readonly entry: MatchEntry
  /** `exact`: a literal message of the entry is in the text. `likely`: most of one is, or the text describes it. */
  readonly confidence: 'exact' | 'likely'
  /** The message, sign or title that matched. */
  readonly matched: string
  /** Comparable within one answer only. */
  readonly score: number
}

/** A catalog prepared for many look-ups. */
export interface Matcher {
  /**
   * Entries that a text is about, best first; empty when none is likely enough. The text may be one line or a whole
   * log. Time is linear in its length.
   */
  match(text: string, options?: { readonly limit?: number }): Match[]
}

/** A message that weighs less is one ordinary word or a number, and says nothing. */
const leastWeight = 5
/** For an entry whose product the text names. */
const productBonus = 3
/** For a message that is in the text with its punctuation. */
const verbatimBonus = 5
/** Of a part of a message, and what is added to it if the text names the product. */
const leastEvidence = 0.3
const productEvidence = 0.9

/** Matchers by entries; an entry goes when its catalog is no longer referenced. */
const prepared = new WeakMap<object, Matcher>()

/** Entries of a catalog that a text is about, best first. The catalog is prepared at the first look-up. */
export function match(
  text: string,
  catalog: Pick<MatchFile, 'entries'>,
  options: { readonly limit?: number } = {},
): Match[] {
  const matcher = prepared.get(catalog.entries) ?? createMatcher(catalog)
  prepared.set(catalog.entries, matcher)
  return matcher.match(text, options)
}

/** Prepares the catalog; none of it is compiled to a regular expression. */
export function createMatcher({ entries }: Pick<MatchFile, 'entries'>): Matcher {
  const prepared = prepare(entries)
  return matcherOf(() => prepared)
}

/** A matcher that prepares for each text the entries that it can be about; `entryAt` gets an entry by its index. */
export const shortlistMatcher = (lists: Shortlists, entryAt: (index: number) => MatchEntry): Matcher =>
  matcherOf((words) => prepareShortlist(lists, words, entryAt))

function matcherOf(preparedFor: (words: TextWords) => Prepared): Matcher {
  return {
    match(text, { limit = 5 } = {}) {
      const words = textWords(text)
      const best = new Map<string, Match>()
      for (const match of allMatches(preparedFor(words), text, words)) {
        const before = best.get(match.entry.id)
        if (before === undefined || compareMatches(match, before) < 0) best.set(match.entry.id, match)
      }
      return [...best.values()].sort(compareMatches).slice(0, limit)
    },
  }
}

/** Is the message in the text, with anything in the place of its varying parts? */
export function occurs(message: string, text: string): boolean {
  const catalog = prepare([{ id: '', title: '', errors: [message], signs: [], codes: [], products: [] }])
  return wholeMessages(catalog, textWords(text)).length > 0
}

/** Every message and description that is likely enough; an entry may have several. */
function* allMatches(catalog: Prepared, text: string, words: TextWords): Generator<Match> {
  const namesProduct = ({ products }: MatchEntry): boolean =>
    products.some((name) => tokenize(name).every((word) => words.distinct.has(word)))

  const whole = wholeMessages(catalog, words)
  const line = whole.length > 0 ? oneLine(text) : ''
  for (const { message, weight, withHead } of whole) {
    const { entry, text: matched } = message
    const literal = isVerbatim(withHead ? matched : matched.slice(headOf(matched).length), line)
    if (weight + (literal ? marksOf(matched) : 0) < leastWeight) continue
    const bonus = (literal ? verbatimBonus : 0) + (namesProduct(entry) ? productBonus : 0)
    const confidence = weight >= provingWeight ? 'exact' : 'likely'
    yield { entry, matched, confidence, score: weight * 2 + bonus }
  }
  for (const { message, evidence, ordinary } of partialMessages(catalog, words)) {
    const { entry, text: matched } = message
    const named = namesProduct(entry)
    const score = evidence + (named ? productEvidence : 0)
    if (score > leastEvidence && (named || !ordinary)) yield { entry, matched, confidence: 'likely', score }
  }
  for (const { description, evidence } of findDescriptions(catalog, words))
    yield { entry: description.entry, matched: description.text, confidence: 'likely', score: evidence }
}

/** Are all fixed parts of the message in the line as they are printed? */
const isVerbatim = (message: string, line: string): boolean =>
  message.split('…').every((part) => line.includes(oneLine(part).trim()))

/** Marks other than those of ordinary sentences: they distinguish a message such as `KeyError: '"…"'`. */
const marksOf = (message: string): number => message.match(/[^\p{L}\p{N}\s.,:;…-]/gu)?.length ?? 0

/** Best first; ties are broken by id, so that the same text always gives the same answer. */
function compareMatches(a: Match, b: Match): number {
  if (a.confidence !== b.confidence) return a.confidence === 'exact' ? -1 : 1
  return b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1)
}
