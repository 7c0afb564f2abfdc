import { descriptionsOf } from './find-descriptions.ts'
import { partMessages, wholeMessages } from './find-messages.ts'
import type { MatchEntry, MatchFile } from './match-file.ts'
import { headOf, provingWeight } from './message-tables.ts'
import { prepare, type Tables } from './prepare.ts'
import { textWords } from './text-words.ts'
import { oneLine, tokenize } from './tokens.ts'

export interface Match {
  readonly entry: MatchEntry
  /** `exact`: a literal message of the entry stands in the text. `likely`: most of one does, or the text describes it. */
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

/** Below this a message is one ordinary word or a number, and says nothing. */
const tellingWeight = 5
const mentionBonus = 3
/** The same beside the evidence for a part of a message, and the evidence that is enough. */
const likelyMention = 0.9
const leastEvidence = 0.3
/** For a message that stands there with its punctuation too. */
const verbatimBonus = 5

/** Matchers of catalogs that were asked before; a catalog that nobody holds any more takes its matcher along. */
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

/** Prepares the catalog; nothing of it is compiled to a regular expression. */
export const createMatcher = ({ entries }: Pick<MatchFile, 'entries'>): Matcher =>
  matcherOf(prepare(entries), (index) => entries[index] as MatchEntry)

/** The matcher of a catalog that was prepared before; `entryAt` is asked only for entries that may be an answer. */
export function matcherOf(tables: Tables, entryAt: (index: number) => MatchEntry): Matcher {
  const { messages, descriptions } = tables
  const describing = descriptionsOf(tables)

  return {
    match(text, { limit = 5 } = {}) {
      const words = textWords(text, tables.vocabulary, tables.weights)
      const mentioned = ({ products }: MatchEntry): boolean =>
        products.some((name) => tokenize(name).every(words.has))
      const whole = wholeMessages(tables, words)
      const line = whole.length > 0 ? oneLine(text) : ''
      const best = new Map<string, Match>()
      const offer = (match: Match) => {
        const before = best.get(match.entry.id)
        if (before === undefined || compareMatches(match, before) < 0) best.set(match.entry.id, match)
      }
      const messageAt = (message: number) => {
        const entry = entryAt(messages.entries[message] ?? 0)
        return { entry, matched: entry.errors[messages.places[message] ?? 0] ?? '' }
      }
      for (const { message, weight, headed } of whole) {
        const { entry, matched } = messageAt(message)
        const literally = verbatim(headed ? matched : matched.slice(headOf(matched).length), line)
        if (weight + (literally ? marksOf(matched) : 0) < tellingWeight) continue
        const bonus = (literally ? verbatimBonus : 0) + (mentioned(entry) ? mentionBonus : 0)
        offer({
          entry,
          matched,
          confidence: weight >= provingWeight ? 'exact' : 'likely',
          score: weight * 2 + bonus,
        })
      }
      for (const { message, evidence, ordinary } of partMessages(tables, words)) {
        const found = messageAt(message)
        const named = mentioned(found.entry)
        const score = evidence + (named ? likelyMention : 0)
        if (score > leastEvidence && (named || !ordinary)) offer({ ...found, confidence: 'likely', score })
      }
      for (const { description, evidence } of describing(words)) {
        const entry = entryAt(descriptions.entries[description] ?? 0)
        const matched = entry.signs[descriptions.places[description] ?? 0] ?? entry.title
        offer({ entry, matched, confidence: 'likely', score: evidence })
      }
      return [...best.values()].sort(compareMatches).slice(0, limit)
    },
  }
}

/** Do all fixed parts of the message stand in the line as they are printed? */
const verbatim = (message: string, line: string): boolean =>
  message.split('…').every((part) => line.includes(oneLine(part).trim()))

/** `KeyError: '"…"'` is told by its marks: how many a message has besides those of ordinary sentences. */
const marksOf = (message: string): number => message.match(/[^\p{L}\p{N}\s.,:;…-]/gu)?.length ?? 0

/** Best first; ties fall by id, so that the same text always gives the same answer. */
function compareMatches(a: Match, b: Match): number {
  if (a.confidence !== b.confidence) return a.confidence === 'exact' ? -1 : 1
  return b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1)
}
