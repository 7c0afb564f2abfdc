import { tokenizeLines } from './tokens.ts'
import { numberOf, type Vocabulary } from './vocabulary.ts'
import { unknownWeight } from './word-weights.ts'

/** A text as the catalog's words. */
export interface TextWords {
  /** Numbers of its words, in order; words that the catalog does not have are numbered on from its last one. */
  readonly sequence: readonly number[]
  /** Where each line starts. */
  readonly lines: readonly number[]
  /** Marks words that start a line or a value, and the end of the text. */
  readonly starts: Uint8Array
  /** Each word once, in the order of their first places. */
  readonly distinct: ReadonlySet<number>
  /** Does the text have this word? */
  readonly has: (word: string) => boolean
  /** What a word weighs as a part of the text; unknown ones count too. */
  readonly weigh: (word: number) => number
}

export function textWords(text: string, vocabulary: Vocabulary, weights: Float64Array): TextWords {
  const known = new Map<string, number>()
  const unknown: number[] = []
  const { words, starts, lines } = tokenizeLines(text)
  const sequence = words.map((word) => {
    let number = known.get(word)
    if (number === undefined) {
      number = numberOf(vocabulary, word)
      if (number === -1) number = weights.length + unknown.push(unknownWeight(word)) - 1
      known.set(word, number)
    }
    return number
  })
  return {
    sequence,
    starts,
    lines,
    distinct: new Set(sequence),
    has: (word) => known.has(word),
    weigh: (word) => weights[word] ?? unknown[word - weights.length] ?? 0,
  }
}
