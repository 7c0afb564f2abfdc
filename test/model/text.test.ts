import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collapse, cut, didYouMean, nearest } from '../../src/model/text.ts'
import { categories } from '../../src/model/vocabulary.ts'

const anyText = fc.string({ unit: 'grapheme', maxLength: 600 })

test('the cut is a prefix of at most so many code points and never half a character', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 300 }), (text, length) => {
      const part = cut(text, length)
      expect(text.startsWith(part)).toBe(true)
      expect([...part].length).toBe(Math.min(length, [...text].length))
      expect(part.isWellFormed()).toBe(true)
    }),
  )
})

test('the cut does not take half of a surrogate pair', () => {
  expect(cut(`${'a'.repeat(199)}😀b`, 200)).toBe(`${'a'.repeat(199)}😀`)
  expect(cut('😀😀', 1)).toBe('😀')
})

test('collapsed text has single spaces inside and none at the ends', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(collapse(text)).not.toMatch(/^\s|\s$|\s\s|[\n\t]/)
    }),
  )
})

test.each([
  ['messagin', 'messaging'],
  ['rate-limits', 'rate-limit'],
  ['Auth', 'auth'],
  ['ocntainer', 'container'],
])('%s is near %s', (word, candidate) => expect(nearest(word, categories)).toBe(candidate))

test('nothing is offered for a word that is near nothing', () => {
  expect(nearest('zebra', categories)).toBeUndefined()
  expect(didYouMean('zebra', categories)).toBe('')
})
