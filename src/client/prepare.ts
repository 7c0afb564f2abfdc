import { type DescriptionTables, descriptionTables } from './description-tables.ts'
import { growing } from './growing.ts'
import type { MatchEntry } from './match-file.ts'
import { headOf, type MessageTables, messageTables, varies } from './message-tables.ts'
import { tokenize } from './tokens.ts'
import { type Vocabulary, vocabularyOf } from './vocabulary.ts'
import { kindOfWord, wordWeights } from './word-weights.ts'

/**
 * A catalog taken apart for matching. Words, entries, messages and descriptions are numbers, and everything lies in typed
 * arrays, so that a hundred thousand entries take little memory and can be stored as they are.
 */
export interface Tables {
  readonly vocabulary: Vocabulary
  readonly weights: Float64Array
  /** Of each word whether it tells something alone; see `wordKinds`. */
  readonly kinds: Uint8Array
  readonly messages: MessageTables
  readonly descriptions: DescriptionTables
}

/** Raised when the same catalog is prepared to other tables than before: stored ones are then of no use. */
export const preparation = 2

export function prepare(entries: readonly MatchEntry[]): Tables {
  const words = numberedWords()
  const messages = {
    entries: growing(),
    places: growing(),
    heads: growing(),
    words: growing(),
    starts: growing(),
  }
  const descriptions = { entries: growing(), places: growing(), words: growing(), starts: growing() }
  for (const [entry, { title, errors, signs, codes, products }] of entries.entries()) {
    const numbersOf = (text: string): number[] => words.numbersOf(text, entry)
    for (const [place, text] of errors.entries()) {
      messages.entries.push(entry)
      messages.places.push(place)
      messages.starts.push(messages.words.length())
      messages.heads.push(tokenize(headOf(text)).length)
      const parts = text.replaceAll('0x…', '…').split('…').map(numbersOf)
      for (const [at, part] of parts.filter((part) => part.length > 0).entries()) {
        if (at > 0) messages.words.push(varies)
        for (const word of part) messages.words.push(word)
      }
    }
    const named = [...codes, ...products].flatMap(numbersOf)
    const said = signs.map(numbersOf)
    for (const [place, text] of [...said, [...numbersOf(title), ...said.flat()]].entries()) {
      descriptions.entries.push(entry)
      descriptions.places.push(place)
      descriptions.starts.push(descriptions.words.length())
      for (const word of text) descriptions.words.push(word)
      for (const word of named) descriptions.words.push(word)
    }
  }
  messages.starts.push(messages.words.length())
  descriptions.starts.push(descriptions.words.length())

  const weights = wordWeights(words.words, words.counts, entries.length)
  return {
    vocabulary: vocabularyOf(words.words),
    weights,
    kinds: Uint8Array.from(words.words, kindOfWord),
    messages: {
      entries: messages.entries.numbers(),
      places: messages.places.numbers(),
      ...messageTables(
        { starts: messages.starts.numbers(), items: messages.words.numbers() },
        messages.heads.numbers(),
        words.words,
        weights,
      ),
    },
    descriptions: {
      entries: descriptions.entries.numbers(),
      places: descriptions.places.numbers(),
      ...descriptionTables(
        { starts: descriptions.starts.numbers(), items: descriptions.words.numbers() },
        words.words,
        weights,
      ),
    },
  }
}

/** Numbers words in the order of their first use, and counts in how many entries each is. */
function numberedWords() {
  const words: string[] = []
  const counts: number[] = []
  const numbers = new Map<string, number>()
  const lastEntry: number[] = []
  const numberOf = (word: string, entry: number): number => {
    let number = numbers.get(word)
    if (number === undefined) {
      number = words.push(word) - 1
      numbers.set(word, number)
      counts.push(0)
      lastEntry.push(-1)
    }
    if (lastEntry[number] !== entry) {
      lastEntry[number] = entry
      counts[number] = (counts[number] ?? 0) + 1
    }
    return number
  }
  const numbersOf = (text: string, entry: number) => tokenize(text).map((word) => numberOf(word, entry))
  return { words, counts, numbersOf }
}
