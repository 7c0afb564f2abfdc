import type { Description, Prepared } from './prepare.ts'
import type { TextWords } from './words.ts'
import { stopWords, unknownWeight, type WordWeights } from './words.ts'

export interface FoundDescription {
  readonly description: Description
  /** Logarithm of the odds that the text says the same. */
  readonly evidence: number
}

/** Longer ones overlap with everything. */
const longestPassage = 60
/** Weight that a description and a passage have to share. */
export const leastWeight = 9

/** Descriptions of which a line of the text, or a short text as a whole, has most words. */
export function findDescriptions(
  { weights, descriptionsByWord }: Prepared,
  text: TextWords,
): FoundDescription[] {
  const best = new Map<Description, number>()
  for (const passage of passages(text)) {
    let all = 0
    for (const word of passage) all += weights.get(word) ?? unknownWeight(word)
    const { shared, unread } = sharedWeights(passage, weights, (word) => descriptionsByWord.get(word) ?? [])
    for (const [description, { weight: read, count }] of shared) {
      const others = unread.filter(({ word }) => description.words.has(word))
      const weight = others.reduce((sum, { weight }) => sum + weight, read)
      if (weight < leastWeight) continue
      const ofDescription = weight / (description.weight || 1)
      const evidence = evidenceOf(weight, count + others.length, weight / all, ofDescription)
      if (evidence > (best.get(description) ?? 0)) best.set(description, evidence)
    }
  }
  return [...best].map(([description, evidence]) => ({ description, evidence }))
}

/** As for messages, fitted to descriptions of failures and to titles and prose about other things. */
const evidenceOf = (weight: number, words: number, ofText: number, ofDescription: number): number =>
  2.1 * Math.log(weight) + 2.1 * Math.log(words) + 0.75 * ofText + 5.7 * ofDescription - 11.6

/** The words of each line, and of a short text as a whole. A long line is data; a text may be wrapped into lines. */
export function passages({ sequence, lines }: TextWords): Set<string>[] {
  const all = lines.map((start, index) => sequence.slice(start, lines[index + 1]))
  if (all.length > 1) all.push([...sequence])
  return all
    .filter(({ length }) => length <= longestPassage)
    .map((words) => new Set(words.filter((word) => !stopWords.has(word))))
}

/**
 * Adds up the weights of a passage's words for each item that has them. Common words are in very many items; those that
 * cannot reach the least weight by themselves stay unread.
 */
export function sharedWeights<Item>(
  passage: ReadonlySet<string>,
  weights: WordWeights,
  itemsWith: (word: string) => readonly Item[],
) {
  const words = [...passage]
    .map((word) => ({ word, weight: weights.get(word) ?? 0, items: itemsWith(word) }))
    .sort((a, b) => b.items.length - a.items.length)
  let unread = 0
  let sum = words[0]?.weight ?? 0
  while (unread < words.length && sum < leastWeight) sum += words[++unread]?.weight ?? 0
  const shared = new Map<Item, { weight: number; count: number }>()
  for (const { weight, items } of words.slice(unread)) {
    for (const item of items) {
      const before = shared.get(item) ?? { weight: 0, count: 0 }
      shared.set(item, { weight: before.weight + weight, count: before.count + 1 })
    }
  }
  return { shared, unread: words.slice(0, unread) }
}
