import { tokenize } from './tokens.ts'

/** How much each word tells: much when few entries use it, nothing when none does. */
export interface Lexicon {
  /** Words that no entry uses weigh nothing: they can't tell entries apart. */
  weigh(words: Iterable<string>): number
  /** As a part of a text, a word that no entry uses is what the text is about. */
  weighInText(words: Iterable<string>): number
}

/** Learns from the texts of each entry. */
export function lexiconOf(texts: readonly (readonly string[])[]): Lexicon {
  const counts = new Map<string, number>()
  for (const lines of texts) {
    for (const word of new Set(lines.flatMap(tokenize))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  // The floor keeps words telling in a catalog of a few entries, where every word is in a large share of them.
  const total = Math.max(texts.length, 500)
  const weight = (word: string, unknown: number): number => {
    const count = counts.get(word)
    return count === undefined ? unknown : telling(word) * Math.log(1 + total / (4 * count))
  }
  const sum = (words: Iterable<string>, unknown: (word: string) => number): number => {
    let all = 0
    for (const word of words) all += weight(word, unknown(word))
    return all
  }
  return {
    weigh: (words) => sum(words, () => 0),
    weighInText: (words) => sum(words, (word) => (/^\p{N}+$/u.test(word) ? 0 : unknownWeight)),
  }
}

const unknownWeight = 5

/** Numbers vary; a long word is an identifier that nobody writes by chance. */
const telling = (word: string): number => (/^\p{N}+$/u.test(word) ? 0.5 : word.length >= 12 ? 1.5 : 1)
