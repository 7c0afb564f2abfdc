import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Nearest, nearestTexts } from '../../src/checks/nearest-texts.ts'

const joined = (texts: readonly number[][]) => {
  let end = 0
  return nearestTexts(
    Uint32Array.from(texts.flat()),
    texts.map(({ length }) => (end += length)),
  )
}

/** The same in plain words: of each piece the first 24 texts that hold it. */
function plainly(texts: readonly number[][]): Nearest[] {
  const holders = new Map<number, number[]>()
  return texts.map((pieces, text) => {
    const counts = new Map<number, number>()
    for (const piece of pieces) {
      const held = holders.get(piece) ?? []
      for (const other of held.slice(0, 24)) counts.set(other, (counts.get(other) ?? 0) + 1)
      holders.set(piece, [...held, text])
    }
    const [other, count = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? []
    return { other, count }
  })
}

test('finds what a plain count finds', () => {
  const piece = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }))
  const texts = fc.array(fc.uniqueArray(piece, { maxLength: 12, size: 'max' }), {
    maxLength: 60,
    size: 'max',
  })
  fc.assert(
    fc.property(texts, (texts) => {
      expect(joined(texts)).toEqual(plainly(texts))
    }),
  )
})

test('the first two dozen holders of a piece count, and no more', () => {
  const texts = Array.from({ length: 26 }, (_, text) => (text < 23 ? [1] : [1, 2, text]))
  // Text 23 is the last holder of the first piece that counts, so it shares two pieces with those behind it.
  expect(joined(texts)[24]).toEqual({ other: 23, count: 2 })
  expect(joined([...texts, [1, 24]])[26]).toEqual({ other: 0, count: 1 })
})
