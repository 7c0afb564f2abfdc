import { heavyItemsOf } from './lists.ts'
import type { Tables } from './prepare.ts'
import { stopWords } from './stop-words.ts'
import type { TextWords } from './text-words.ts'
import { numberOf } from './vocabulary.ts'

/** A sign or title of the catalog, by its number, and the evidence that the text says the same. */
export interface FoundDescription {
  readonly description: number
  readonly evidence: number
}

/** Longer ones overlap with everything. */
const longestPassage = 60
const leastWeight = 9

/** Finds descriptions of which a line of the text, or a short text as a whole, holds most. */
export function descriptionsOf({
  descriptions,
  weights,
  vocabulary,
}: Tables): (text: TextWords) => FoundDescription[] {
  const heavy = heavyItemsOf(descriptions.holding, descriptions.entries.length)
  const silent = new Set([...stopWords].map((word) => numberOf(vocabulary, word)))
  return (text) => {
    const best = new Map<number, number>()
    for (const [start, end] of passages(text)) {
      const said = new Map<number, number>()
      let known = 0
      let all = 0
      for (let at = start; at < end; at++) {
        const word = text.sequence[at] ?? 0
        if (said.has(word) || silent.has(word)) continue
        said.set(word, weights[word] ?? 0)
        known += weights[word] ?? 0
        all += text.weigh(word)
      }
      if (known < leastWeight) continue
      for (const { item, weight, keys } of heavy(said, leastWeight)) {
        const evidence = evidenceOf(weight, keys, weight / all, weight / (descriptions.weights[item] || 1))
        if (evidence > (best.get(item) ?? 0)) best.set(item, evidence)
      }
    }
    return [...best].map(([description, evidence]) => ({ description, evidence }))
  }
}

/** As for messages, fitted to descriptions of failures and to titles and prose about other things. */
const evidenceOf = (weight: number, words: number, ofText: number, ofDescription: number): number =>
  2.1 * Math.log(weight) + 2.1 * Math.log(words) + 0.75 * ofText + 5.7 * ofDescription - 11.6

/** Each line, and a short text as a whole. A long line is data, and a text that wraps its lines is still one. */
function passages({ sequence, lines }: TextWords): [number, number][] {
  const all = lines.map((start, index): [number, number] => [start, lines[index + 1] ?? sequence.length])
  if (all.length > 1) all.push([0, sequence.length])
  return all.filter(([start, end]) => end - start <= longestPassage)
}
