import { concept } from './concepts.ts'
import { type Description, isWrapper, type Prepared, weightOf } from './prepare.ts'
import type { TextWords } from './words.ts'
import { isNumber, stopWords, type WordWeights } from './words.ts'

export interface FoundDescription {
  readonly description: Description
  /** Number and weight of the words that it shares with a passage. */
  readonly words: number
  readonly weight: number
  /** Their share of the weight of the passage, and of the description. */
  readonly ofText: number
  readonly ofDescription: number
  /** The share of names of products in the weight. */
  readonly ofNames: number
  /** The share of the weight of the description's rarest words, of which the passage has some. */
  readonly rarest: number
  /** Does the description quote values, and the passage has none of them? */
  readonly otherValue: boolean
}

/** Longer ones overlap with everything, unless somebody tells in their own words what happens. */
const longestPassage = 60
const longestTold = 200
/** Weight that a description and a passage have to share. */
export const leastWeight = 7

/** Descriptions of which a line of the text, or a short text as a whole, has most words. */
export function findDescriptions(
  { weights, descriptionsByWord }: Prepared,
  text: TextWords,
): FoundDescription[] {
  const best = new Map<Description, FoundDescription & { readonly rank: number }>()
  for (const passage of passages(text)) {
    const { shared, unread } = sharedWeights(passage, weights, (word) => descriptionsByWord.get(word) ?? [])
    for (const [description, read] of shared) {
      let { weight, count } = read
      for (const other of unread) {
        if (!description.words.has(other.word)) continue
        weight += other.weight
        count++
      }
      if (weight < leastWeight) continue
      let all = 0
      for (const word of passage) all += weights.inText(word, description.words.has(word))
      const ofText = weight / all
      const ofDescription = weight / (description.weight || 1)
      const rank = weight * (ofText + ofDescription)
      if (rank <= (best.get(description)?.rank ?? 0)) continue
      const shares = sharesOf(description, passage, weights, weight)
      best.set(description, { description, words: count, weight, ofText, ofDescription, rank, ...shares })
    }
  }
  return [...best.values()]
}

function sharesOf(
  { rarest, names, values }: Description,
  passage: ReadonlySet<string>,
  weights: WordWeights,
  weight: number,
) {
  const isHeld = (word: string) => passage.has(word)
  const ofNames = weightOf(names.filter(isHeld), weights) / weight
  const held = weightOf(rarest.filter(isHeld), weights)
  const otherValue = values.length > 0 && !values.some((words) => words.every((word) => passage.has(word)))
  return { ofNames, rarest: held / (weightOf(rarest, weights) || 1), otherValue }
}

/**
 * The words of each line, and of a short text as a whole. A long line is data, a wrapper tells nothing, and the parts of
 * a version number are in too many others; a text may be wrapped into lines.
 */
export function passages(text: TextWords): Set<string>[] {
  const { sequence, lines } = text
  const all = lines.map((start, index) => sequence.slice(start, lines[index + 1]))
  if (all.length > 1) all.push([...sequence])
  const longest = isTold(text) ? longestTold : longestPassage
  return all
    .filter((words) => words.length <= longest && !isWrapper(words))
    .map((words) => new Set(withoutVersions(words.filter((word) => !stopWords.has(word))).map(concept)))
}

/** Does somebody tell what happens, in prose of some length? Output of programs has few words such as `the` and `when`. */
export function isTold({ sequence }: TextWords): boolean {
  if (sequence.length < fewestTold || sequence.length > longestTold) return false
  return sequence.filter((word) => stopWords.has(word)).length >= leastProse * sequence.length
}

const fewestTold = 12
const leastProse = 0.2

/** Without the numbers of `v2026.8.31`. */
function withoutVersions(words: readonly string[]): string[] {
  let inVersion = false
  return words.filter((word) => {
    inVersion = word === 'v' || (inVersion && isNumber(word))
    return !inVersion
  })
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
