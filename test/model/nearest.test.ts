import { expect, test } from 'vitest'
import { categories } from '../../src/model/category.ts'
import { didYouMean, nearest } from '../../src/model/nearest.ts'

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
