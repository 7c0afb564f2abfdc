import { type Lists, listAt, transpose } from './lists.ts'
import { stopWords } from './stop-words.ts'

/** Signs and titles, with the codes and products of their entry. */
export interface DescriptionTables {
  readonly entries: Uint32Array
  /** Place of the sign among those of its entry; the title stands after the last one. */
  readonly places: Uint32Array
  /** What the words of each weigh. */
  readonly weights: Float64Array
  /** For each word the descriptions that hold it. */
  readonly holding: Lists
}

export function descriptionTables(
  descriptions: Lists,
  words: readonly string[],
  wordWeights: Float64Array,
): Pick<DescriptionTables, 'weights' | 'holding'> {
  const holding = transpose(descriptions, words.length, (word) => !stopWords.has(words[word] ?? ''))
  const weights = new Float64Array(descriptions.starts.length - 1)
  for (const [word, weight] of wordWeights.entries())
    for (const description of listAt(holding, word))
      weights[description] = (weights[description] ?? 0) + weight
  return { weights, holding }
}
