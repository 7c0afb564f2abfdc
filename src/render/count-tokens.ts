import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Tokens of a text in the encoding o200k_base. */
export function countTokens(text: string): number {
  // Required here because it takes 0.2 s to load, which a build that compiles no page need not wait for.
  const tokenizer: typeof import('gpt-tokenizer/encoding/o200k_base') = require('gpt-tokenizer/encoding/o200k_base')
  // The tokenizer is quadratic in the length of a word, so longer ones than any page needs are cut.
  const cut = text.replace(/[\p{L}\p{M}]{1000}|[^\p{L}\p{M}\p{N}]{1000}/gu, '$& ')
  // Marks such as `<|im_start|>` are ordinary text of a page.
  return tokenizer.countTokens(cut, { disallowedSpecial: new Set() })
}
