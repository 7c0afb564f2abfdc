import fc from 'fast-check'
import { countTokens as reference } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { countTokens } from '../../src/render/render-page.ts'
import { realPages } from '../sample.ts'

const same = (text: string): void => {
  expect(countTokens(text)).toBe(reference(text, { disallowedSpecial: new Set() }))
}

test('counts as the tokenizer does: pages of the catalog', () => {
  for (const text of realPages().values()) same(text)
})

test('counts as the tokenizer does: any text, alphabet, white space and special mark', () => {
  const word = fc.constantFrom(
    "don't",
    ' ',
    '\n\n',
    '\t \r\n',
    '<|im_start|>',
    'éa',
    'e\u0301',
    '…”',
    '漢字かな',
    '😀x',
    '١٢٣',
    'HTTPServer42',
    '/*!*/\n',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string(), fc.string({ unit: 'grapheme' }))), (words) =>
      same(words.join('')),
    ),
    { numRuns: 300, seed: 20261121 },
  )
})

test('a word without end does not stop the build', () => {
  expect(countTokens('x'.repeat(60_000))).toBeGreaterThan(1000)
})
