import { createRequire } from 'node:module'
import { O200K_TOKEN_SPLIT_REGEX as split } from 'gpt-tokenizer/encodingParams/constants'

const require = createRequire(import.meta.url)

/** Two megabytes of words: loaded when the first one is looked up, which a build that finds everything made never does. */
function encode(text: string, options: object): number {
  encoding ??= require('gpt-tokenizer/encoding/o200k_base') as Encoding
  return encoding.countTokens(text, options)
}

type Encoding = typeof import('gpt-tokenizer/encoding/o200k_base')
let encoding: Encoding | undefined

/**
 * Tokens of a text (o200k_base). The encoding cuts a text into words before it looks at any of them, so a word counts the
 * same wherever it stands: the tokenizer is asked once for each, and its table of 200,000 entries stays out of the way.
 */
export function countTokens(text: string): number {
  let tokens = 0
  for (const word of text.match(isPlain(text) ? plainSplit : split) ?? []) {
    tokens += known.get(word) ?? remember(word)
  }
  return tokens
}

/** A catalog’s words recur; past this it is not words that are counted. */
const mostWords = 50_000
const known = new Map<string, number>()

function remember(part: string): number {
  if (known.size >= mostWords) known.clear()
  // A copy: a part of a text keeps all of it in memory.
  const word = Buffer.from(part, 'utf16le').toString('utf16le')
  const tokens = countWord(word)
  known.set(word, tokens)
  return tokens
}

/** The tokenizer is quadratic in a word without end, which no page needs and an attacker can write. */
const longestWord = 1000

function countWord(word: string): number {
  let tokens = 0
  for (let at = 0; at < word.length; at += longestWord) {
    // Marks such as `<|im_start|>` are ordinary text of a page.
    tokens += encode(word.slice(at, at + longestWord), { disallowedSpecial: new Set() })
  }
  return tokens
}

/**
 * The tokenizer’s own pattern for texts whose letters and digits are those of ASCII: the properties of Unicode take five
 * times as long. Punctuation needs none of them.
 */
const plainSplit = new RegExp(
  split.source
    .replaceAll(String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`, '[A-Z]')
    .replaceAll(String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`, '[a-z]')
    .replaceAll(String.raw`\p{L}`, 'A-Za-z')
    .replaceAll(String.raw`\p{N}{`, '[0-9]{')
    .replaceAll(String.raw`\p{N}`, '0-9'),
  'g',
)

const isPlain = (text: string): boolean =>
  !/[\p{L}\p{M}\p{N}\u{10000}-\u{10ffff}]/u.test(text.replace(/[\0-\x7f]+/g, ''))
