import { heavyItemsOf } from './lists.ts'
import type { Tables } from './prepare.ts'
import type { TextWords } from './text-words.ts'

/** A sign or title of the catalog, by its number, and the weight of what the text says of it. */
export interface FoundDescription {
  readonly description: number
  readonly weight: number
}

/** Longer texts are logs: their words overlap with everything. */
const longestProse = 80
const proseShare = 0.5
const proseWeight = 16

/** Finds, for texts that describe a failure in words, the descriptions that hold a large share of what the text says. */
export function descriptionsOf({ descriptions, weights }: Tables): (text: TextWords) => FoundDescription[] {
  const heavy = heavyItemsOf(descriptions.holding, descriptions.entries.length)
  return ({ sequence, content }) => {
    if (sequence.length > longestProse) return []
    const said = new Map(content.map((word) => [word, weights[word] ?? 0]))
    const all = content.reduce((sum, word) => sum + (weights[word] ?? 0), 0)
    return heavy(said, Math.max(proseWeight, all * proseShare)).map(({ item, weight }) => ({
      description: item,
      weight: weight / 2,
    }))
  }
}
