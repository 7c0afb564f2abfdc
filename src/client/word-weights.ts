/** How much each word tells: much when few entries use it, little when most do. */
export function wordWeights(
  words: readonly string[],
  counts: readonly number[],
  entries: number,
): Float64Array {
  // The floor keeps words telling in a catalog of a few entries, where every word is in a large share of them.
  const total = Math.max(entries, 500)
  return Float64Array.from(
    words,
    (word, number) => telling(word) * Math.log(1 + total / (4 * (counts[number] ?? 1))),
  )
}

/** As a part of a text, a word that no entry uses is what the text is about; a number varies. */
export const unknownWeight = (word: string): number => (isNumber(word) ? 0 : 5)

/** Numbers vary; a long word is an identifier that nobody writes by chance. */
const telling = (word: string): number => (isNumber(word) ? 0.5 : word.length >= 12 ? 1.5 : 1)

const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word)
