import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { estimateTokens } from '../../src/render/render-page.ts'
import { realPages } from '../sample.ts'

test('the estimate is within 2 % of the tokenizer over the catalog, and within 15 % on a page', () => {
  let [counted, estimated] = [0, 0]
  for (const [path, text] of realPages()) {
    if (!path.startsWith('solutions/')) continue
    const tokens = countTokens(text, { disallowedSpecial: new Set() })
    counted += tokens
    estimated += estimateTokens(text)
    expect(Math.abs(estimateTokens(text) / tokens - 1), path).toBeLessThan(0.15)
  }
  expect(Math.abs(estimated / counted - 1)).toBeLessThan(0.02)
})
