/*
 * Text as the matcher sees it: the words of a message without what differs from log to log. Colour codes, escapes of
 * JSON strings, quotes, brackets, box drawings and line breaks carry no meaning for finding an error.
 */

/** Above this an input is cut in the middle: an error stands where a log begins or, mostly, where it ends. */
export const inputCharacters = 400_000

// Made of strings because control characters are what is looked for: CSI, OSC and two-character sequences.
const terminalSequence = new RegExp(
  ['\\x1b(?:\\[[0-9;:?<=>]*[ -/]*[@-~]', '\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)', '[@-Z\\\\-_])'].join('|'),
  'g',
)
const jsonEscape = /\\+(?:[nrt"'/\\]|u[0-9a-fA-F]{4})/g
/** Runs of letters or of digits; scripts without spaces letter by letter. `http_429` is two words, as is `toolu_01`. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{M}])+|\p{N}+/gu
/** The same for plain ASCII, several times as fast: it is what nearly all messages are. */
const asciiWord = /[a-z]+|[0-9]+/g
const beyondAscii = /[^\0-\x7f]/

/** The words of a text, lower-cased, in order. Linear in the text. */
export const tokenize = (text: string): string[] => wordsOf(plain(text))

/** A text as one lower-cased line, with its punctuation: what tells `token <` from `token \``. */
export const oneLine = (text: string): string => plain(text).replace(/\s+/g, ' ')

const wordsOf = (plainText: string): string[] =>
  plainText.match(beyondAscii.test(plainText) ? word : asciiWord) ?? []

function plain(text: string): string {
  const half = inputCharacters / 2
  const part = text.length > inputCharacters ? `${text.slice(0, half)}\n${text.slice(-half)}` : text
  const bare = part.replace(terminalSequence, '').replace(jsonEscape, unescapeJson)
  return (beyondAscii.test(bare) ? bare.normalize('NFKC') : bare).toLowerCase()
}

function unescapeJson(escaped: string): string {
  const code = /u([0-9a-fA-F]{4})$/.exec(escaped)?.[1]
  return code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16))
}
