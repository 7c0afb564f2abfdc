import { stopWords } from './stop-words.ts'
import { tokenize } from './tokens.ts'
import { numberOf, type Vocabulary } from './vocabulary.ts'
import { unknownWeight } from './word-weights.ts'

/** A text as the catalog's words. */
export interface TextWords {
  /** Numbers of its words, in order; words that the catalog does not have are numbered on from its last one. */
  readonly sequence: readonly number[]
  /** Each word once, in the order of their first places. */
  readonly distinct: ReadonlySet<number>
  /** The catalog's words among them that say something in a description. */
  readonly content: readonly number[]
  /** Does the text have this word? */
  readonly has: (word: string) => boolean
  /** What a word weighs as a part of the text; unknown ones count too. */
  readonly weigh: (word: number) => number
}

export function textWords(text: string, vocabulary: Vocabulary, weights: Float64Array): TextWords {
  const known = new Map<string, number>()
  const unknown: number[] = []
  const sequence = tokenize(text).map((word) => {
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
    distinct: new Set(sequence),
    content: [...known].flatMap(([word, number]) =>
      number < weights.length && !stopWords.has(word) ? [number] : [],
    ),
    has: (word) => known.has(word),
    weigh: (word) => weights[word] ?? unknown[word - weights.length] ?? 0,
  }
}
