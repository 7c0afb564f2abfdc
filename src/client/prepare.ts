import { growing } from './growing.ts'
import { type Lists, transpose } from './lists.ts'
import type { MatchEntry } from './match-file.ts'
import { stopWords } from './stop-words.ts'
import { tokenize } from './tokens.ts'
import { type Vocabulary, vocabularyOf } from './vocabulary.ts'
import { wordWeights } from './word-weights.ts'

/**
 * A catalog taken apart for matching. Words, entries, messages and descriptions are numbers, and everything lies in typed
 * arrays, so that a hundred thousand entries take little memory and can be stored as they are.
 */
export interface Tables {
  readonly vocabulary: Vocabulary
  readonly weights: Float64Array
  readonly messages: MessageTables
  readonly descriptions: DescriptionTables
}

/** Literal messages, cut at the parts that vary. */
export interface MessageTables {
  /** The entry of each message. */
  readonly entries: Uint32Array
  /** Place of the message among those of its entry. */
  readonly places: Uint32Array
  /** The words of all messages; `varies` stands between two parts. */
  readonly words: Uint32Array
  /** Where each message starts in `words`, and where the last one ends. */
  readonly starts: Uint32Array
  /** Place in `words` of the message's rarest word, where looking for it costs least. */
  readonly anchors: Uint32Array
  /** What all its words weigh, each once. */
  readonly weights: Float64Array
  /** What its pairs of neighbouring words weigh, each pair once. */
  readonly pairWeights: Float64Array
  /** For each word the messages whose rarest it is. */
  readonly anchored: Lists
  /** For each word the messages that hold it. */
  readonly holding: Lists
}

/** Signs and titles, with the codes and products of their entry. */
export interface DescriptionTables {
  readonly entries: Uint32Array
  /** Place of the sign among those of its entry; the title stands after the last one. */
  readonly places: Uint32Array
  /** For each word the descriptions that hold it. */
  readonly holding: Lists
}

/** Stands between the parts of a message; no word has this number. */
export const varies = 0xffffffff

/** Raised when the same catalog is prepared to other tables than before: stored ones are then of no use. */
export const preparation = 1

export function prepare(entries: readonly MatchEntry[]): Tables {
  const words = numberedWords()
  const messages = { entries: growing(), places: growing(), words: growing(), starts: growing() }
  const descriptions = { entries: growing(), places: growing(), words: growing(), starts: growing() }
  for (const [entry, { title, errors, signs, codes, products }] of entries.entries()) {
    const numbersOf = (text: string): number[] => words.numbersOf(text, entry)
    for (const [place, text] of errors.entries()) {
      messages.entries.push(entry)
      messages.places.push(place)
      messages.starts.push(messages.words.length())
      const parts = text.split('…').map(numbersOf)
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
  const describing = { starts: descriptions.starts.numbers(), items: descriptions.words.numbers() }
  return {
    vocabulary: vocabularyOf(words.words),
    weights,
    messages: {
      entries: messages.entries.numbers(),
      places: messages.places.numbers(),
      ...messageTables(
        { starts: messages.starts.numbers(), items: messages.words.numbers() },
        words.words,
        weights,
      ),
    },
    descriptions: {
      entries: descriptions.entries.numbers(),
      places: descriptions.places.numbers(),
      holding: transpose(describing, words.words.length, (word) => !stopWords.has(words.words[word] ?? '')),
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

function messageTables(
  messages: Lists,
  words: readonly string[],
  weights: Float64Array,
): Omit<MessageTables, 'entries' | 'places'> {
  const { starts, items } = messages
  const count = starts.length - 1
  // The class of an error says less than what it is about.
  const anchorWeights = Float64Array.from(
    words,
    (word, number) => (weights[number] ?? 0) * (errorClass.test(word) ? 0.5 : 1),
  )
  const anchors = new Uint32Array(count)
  const rarest = new Uint32Array(count)
  const wholeWeights = new Float64Array(count)
  const pairWeights = new Float64Array(count)
  for (let message = 0; message < count; message++) {
    const first = starts[message] ?? 0
    const sequence = items.subarray(first, starts[message + 1])
    let best = 0
    for (let at = 0; at < sequence.length; at++) {
      const word = sequence[at] ?? varies
      if (word === varies) continue
      const weight = weights[word] ?? 0
      if ((anchorWeights[word] ?? 0) > (anchorWeights[sequence[best] ?? 0] ?? 0)) best = at
      if (sequence.indexOf(word) === at) wholeWeights[message] = (wholeWeights[message] ?? 0) + weight
      const before = sequence[at - 1] ?? varies
      if (before !== varies && firstPair(sequence, before, word) === at)
        pairWeights[message] = (pairWeights[message] ?? 0) + (weights[before] ?? 0) + weight
    }
    anchors[message] = first + best
    rarest[message] = sequence[best] ?? varies
  }
  return {
    words: items,
    starts,
    anchors,
    weights: wholeWeights,
    pairWeights,
    anchored: transpose(
      { starts: Uint32Array.from({ length: count + 1 }, (_, at) => at), items: rarest },
      words.length,
      () => true,
    ),
    holding: transpose(messages, words.length, () => true),
  }
}

const errorClass = /(?:error|exception|warning)$/

/** Where the pair stands for the first time, by its second word. */
function firstPair(sequence: Uint32Array, first: number, second: number): number {
  let at = 1
  while (sequence[at - 1] !== first || sequence[at] !== second) at++
  return at
}
