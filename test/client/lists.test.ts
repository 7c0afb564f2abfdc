import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heavyItemsOf, transpose } from '../../src/client/lists.ts'
import { numberOf, vocabularyOf } from '../../src/client/vocabulary.ts'

const keys = 12
const keyLists = fc.array(fc.array(fc.nat({ max: keys - 1 }), { maxLength: 8 }), { maxLength: 40 })

const forward = (lists: number[][]) => ({
  starts: Uint32Array.from([0, ...lists.keys()].map((_, at) => lists.slice(0, at).flat().length)),
  items: Uint32Array.from(lists.flat()),
})

test('items whose keys weigh enough are those that adding up all keys of each gives', () => {
  fc.assert(
    fc.property(
      keyLists,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: keys, maxLength: keys }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 2 ** keys - 1 }),
      (lists, weights, least, asked) => {
        const wanted = new Map([...weights.entries()].filter(([key]) => (asked & (2 ** key)) !== 0))
        const heavy = heavyItemsOf(
          transpose(forward(lists), keys, () => true),
          lists.length,
        )
        const found = [heavy(wanted, least), heavy(wanted, least)]
        const expected = lists.flatMap((list, item) => {
          const held = [...new Set(list)].filter((key) => wanted.has(key))
          const weight = held.reduce((sum, key) => sum + (wanted.get(key) ?? 0), 0)
          return weight >= least ? [{ item, weight, keys: held.length }] : []
        })
        for (const answer of found) expect(answer.sort((a, b) => a.item - b.item)).toEqual(expected)
      },
    ),
    { numRuns: 500 },
  )
})

test('every word of a vocabulary has its number, any other word none', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ maxLength: 4 })), fc.string({ maxLength: 4 }), (words, other) => {
      const vocabulary = vocabularyOf(words)
      expect(words.map((word) => numberOf(vocabulary, word))).toEqual([...words.keys()])
      expect(numberOf(vocabulary, other)).toBe(words.indexOf(other))
    }),
    { numRuns: 300 },
  )
})
