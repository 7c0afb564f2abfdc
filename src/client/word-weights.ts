import { ordinaryShare } from './ordinary-words.ts'

/** How much each word tells: much when few entries use it, little when most do, or when any text may hold it. */
export function wordWeights(
  words: readonly string[],
  counts: readonly number[],
  entries: number,
): Float64Array {
  // The floor keeps words telling in a catalog of a few entries, where every word is in a large share of them.
  const total = Math.max(entries, 500)
  return Float64Array.from(words, (word, number) => {
    const count = Math.max(counts[number] ?? 1, (ordinaryShare.get(word) ?? 0) * total)
    return telling(word) * Math.log(1 + total / (4 * count))
  })
}

/** Numbers and words of any report tell nothing alone. */
export const wordKinds = { ordinary: 0, telling: 1, number: 2 } as const

export const kindOfWord = (word: string): number =>
  isNumber(word) ? wordKinds.number : ordinaryShare.has(word) ? wordKinds.ordinary : wordKinds.telling

/** As a part of a text, a word that no entry uses is what the text is about; a number varies. */
export const unknownWeight = (word: string): number => (isNumber(word) ? 0 : 5)

/** Numbers vary; a long word is an identifier that nobody writes by chance. */
const telling = (word: string): number => (isNumber(word) ? 0.5 : word.length >= 12 ? 1.5 : 1)

const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word)
