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
/** As messages look that went through a web page. */
const htmlEscape = /&(?:quot|apos|lt|gt|nbsp|#39|#x27|#34);/g
const jsonEscape = /\\+(?:[nrt"'/\\]|u[0-9a-fA-F]{4})/g
/** Runs of letters or of digits, and of scripts without spaces. `http_429` is two words, as is `toolu_01`. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{M}])+|\p{N}+/gu
/** The same for plain ASCII, several times as fast: it is what nearly all messages are. */
const asciiWord = /[a-z]+|[0-9]+/g
const beyondAscii = /[^\0-\x7f]/

/** The words of a text, lower-cased, in order. Linear in the text. */
export const tokenize = (text: string): string[] => wordsOf(plain(text))

/** A text as words. */
export interface TextWords {
  readonly sequence: readonly string[]
  /** Where each line starts. */
  readonly lines: readonly number[]
  /** Where a line or a value starts, and the end of the text. */
  readonly starts: ReadonlySet<number>
  readonly distinct: ReadonlySet<string>
}

export function textWords(text: string): TextWords {
  const sequence: string[] = []
  const lines: number[] = []
  const starts = new Set<number>()
  for (const line of plain(text).split('\n')) {
    const start = sequence.length
    for (const value of line.split(endOfValue)) {
      starts.add(sequence.length)
      for (const word of wordsOf(value)) sequence.push(word)
    }
    if (sequence.length > start) lines.push(start)
  }
  starts.add(sequence.length)
  return { sequence, lines, starts, distinct: new Set(sequence) }
}

/** The dots of something cut off, the end of a quoted value: a message may end there too. */
const endOfValue = /\.{3}|["'`]\s*[,}\])]/

/** A text as one lower-cased line, with its punctuation: what tells `token <` from `token \``. */
export const oneLine = (text: string): string => plain(text).replace(/\s+/g, ' ')

function wordsOf(plainText: string): string[] {
  if (!beyondAscii.test(plainText)) return plainText.match(asciiWord) ?? []
  return (plainText.match(word) ?? []).flatMap((run) => (withoutSpaces.test(run) ? pairsOf(run) : [run]))
}

const withoutSpaces = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** A single letter of these scripts is in every other text; two neighbours are as telling as a word. */
function pairsOf(run: string): string[] {
  const letters = [...run]
  return letters.length === 1
    ? letters
    : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

function plain(text: string): string {
  const half = inputCharacters / 2
  const part = text.length > inputCharacters ? `${text.slice(0, half)}\n${text.slice(-half)}` : text
  const bare = part.replace(terminalSequence, '').replace(jsonEscape, unescapeJson).replace(htmlEscape, ' ')
  return (beyondAscii.test(bare) ? bare.normalize('NFKC') : bare).toLowerCase()
}

function unescapeJson(escaped: string): string {
  const code = /u([0-9a-fA-F]{4})$/.exec(escaped)?.[1]
  if (code === undefined) return /[nr]$/.test(escaped) ? '\n' : ' '
  return String.fromCharCode(Number.parseInt(code, 16))
}
