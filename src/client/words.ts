import { concept } from './concepts.ts'
import lists from './words.json' with { type: 'json' }

/*
 * Text as the matcher sees it: words, without what differs between logs. Colour codes, escapes of JSON strings, quotes,
 * brackets, box drawings and line breaks do not matter for finding an error.
 */

/** Longer input is cut in the middle: the error is at the start of a log or, more often, at its end. */
export const inputCharacters = 400_000

// Built from strings because of the control characters: CSI, OSC and two-character sequences.
const terminalSequence = new RegExp(
  ['\\x1b(?:\\[[0-9;:?<=>]*[ -/]*[@-~]', '\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)', '[@-Z\\\\-_])'].join('|'),
  'g',
)
/** In messages that were copied from the source of a web page. */
const htmlEscape = /&(?:quot|apos|lt|gt|nbsp|#39|#x27|#34);/g
const jsonEscape = /\\+(?:[nrt"'/\\]|u[0-9a-fA-F]{4})/g
/** Runs of letters or of digits, and of scripts without spaces. `http_429` is two words, as is `toolu_01`. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{M}])+|\p{N}+/gu
/** The same for ASCII, several times faster; nearly all messages are ASCII. */
const asciiWord = /[a-z]+|[0-9]+/g
const beyondAscii = /[^\0-\x7f]/
/** A name made of many words, such as that of a file, says none of them. */
const longName =
  /(?<![a-z0-9])[a-z0-9]+(?:-[a-z0-9]+){5,}|(?<![a-z0-9-])[a-z0-9]+(?:-[a-z0-9]+){2,5}\.[a-z]{2,4}(?![a-z0-9])/g
/** Lines that report no failure: tests that passed, the help of a command with its indented rest, and news of a log. */
const harmlessLine =
  /^[ \t]*(?:[✓✔√]|usage:|or: |-[a-z], -|--?[a-z]\S* {2}|\[-|(?:info|debug) \d)[^\n]*(?:\n {12,}[^\s-][^\n]*)*/gim

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
  let goesOn = false
  for (const line of plain(text).split('\n')) {
    const start = sequence.length
    for (const value of line.split(endOfValue)) {
      if (!goesOn) starts.add(sequence.length)
      goesOn = false
      for (const word of wordsOf(value)) sequence.push(word)
    }
    if (sequence.length > start) lines.push(start)
    goesOn = line.trimEnd().endsWith(':')
  }
  starts.add(sequence.length)
  return { sequence, lines, starts, distinct: new Set(sequence) }
}

/** An ellipsis or the end of a quoted value: a message may end there too. */
const endOfValue = /\.{3}|["'`]\s*[,}\])]/

/** A text as one lower-cased line with its punctuation, which distinguishes `token <` from `token \``. */
export const oneLine = (text: string): string => plain(text).replace(/\s+/g, ' ')

function wordsOf(plainText: string): string[] {
  if (!beyondAscii.test(plainText)) return plainText.match(asciiWord) ?? []
  return (plainText.match(word) ?? []).flatMap((run) => (withoutSpaces.test(run) ? pairsOf(run) : [run]))
}

const withoutSpaces = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** A single character of these scripts is too common; two adjacent ones are as specific as a word. */
function pairsOf(run: string): string[] {
  const letters = [...run]
  return letters.length === 1
    ? letters
    : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

function plain(text: string): string {
  const half = inputCharacters / 2
  const part = text.length > inputCharacters ? `${text.slice(0, half)}\n${text.slice(-half)}` : text
  const bare = part
    .replace(terminalSequence, '')
    .replace(jsonEscape, unescapeJson)
    .replace(htmlEscape, ' ')
    .replace(harmlessLine, ' ')
  const lower = (beyondAscii.test(bare) ? bare.normalize('NFKC') : bare).toLowerCase()
  return lower.includes('-') ? lower.replace(longName, ' ') : lower
}

function unescapeJson(escaped: string): string {
  const code = /u([0-9a-fA-F]{4})$/.exec(escaped)?.[1]
  if (code === undefined) return /[nr]$/.test(escaped) ? '\n' : ' '
  return String.fromCharCode(Number.parseInt(code, 16))
}

/*
 * How much a word says about a text. The catalog counts how rare a word is among its own pages; in a young catalog that
 * would make `module` or `unexpected` look like names, so words of any report or log have a minimum frequency here.
 */

const wordsIn = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' '))

/** The smallest share of entries that such a word is assumed to be in. */
const minimumShare: ReadonlyMap<string, number> = new Map([
  ...wordsIn(lists.common).flatMap((word) => [[concept(word), 0.03] as const, [word, 0.06] as const]),
  ...wordsIn(lists.everywhere).flatMap((word) => [[concept(word), 0.12] as const, [word, 0.25] as const]),
])

/** Words of any description, which do not distinguish one from another. */
export const stopWords: ReadonlySet<string> = new Set(wordsIn(lists.stopWords))

/** Names of products that a text may be about, in addition to those of the catalog's pages. */
export const otherNames: ReadonlySet<string> = new Set(wordsIn(lists.otherNames))

/** Names of what nearly every report mentions: they contradict no page. */
export const everydayNames: ReadonlySet<string> = new Set(wordsIn(lists.everydayNames))

/** Lines that say only that something else failed, as the other lines tell. */
export const wrappers: readonly string[] = lists.wrappers

/** Words of products' names that are no names themselves, such as `API` of `OpenAI API`. */
const commonInNames: ReadonlySet<string> = new Set(wordsIn(lists.commonInNames))

/** Can it name a product by itself, as a word of a product's name? */
export const isName = (word: string): boolean => isSpecific(word) && !commonInNames.has(word)

/** Weights of the catalog's words, `undefined` for other words; and of a text's words beside an entry. */
export interface WordWeights {
  get(word: string): number | undefined
  inText(word: string, isOfEntry: boolean): number
}

/** Words in no more entries weigh the same: what the weights mean does not depend on the size of a large catalog. */
export const rareCount = (entries: number): number => Math.floor(entries / 1000)

/** Of a word that no entry uses: it is what a text is about, unless it is a number, which varies. */
const unknownWeight = 5

/** Weighs words by how few of the catalog's entries use them; `counts` has that number for each of its words. */
export function wordWeights(counts: Pick<ReadonlyMap<string, number>, 'get'>, entries: number): WordWeights {
  // The minimum keeps words significant in a catalog of a few entries, where every word is in a large share of them.
  const total = Math.max(entries, 500)
  const rare = rareCount(entries)
  const weights = new Map<string, number>()
  return {
    inText(word, isOfEntry) {
      // Other entries' rare words weigh as unknown ones: the few entries of a shard do not tell them apart.
      const known = isOfEntry || (counts.get(word) ?? 0) > rare ? this.get(word) : undefined
      return known ?? (isNumber(word) ? 0 : unknownWeight)
    },
    get(word) {
      const known = weights.get(word)
      if (known !== undefined) return known
      const count = counts.get(word)
      if (count === undefined) return undefined
      const atLeast = Math.max(count, rare, (minimumShare.get(word) ?? 0) * total)
      const weight = factor(word) * Math.log(1 + total / (4 * atLeast))
      weights.set(word, weight)
      return weight
    },
  }
}

/** Is it more than a number or a word of any report? */
export const isSpecific = (word: string): boolean => !isNumber(word) && !minimumShare.has(word)

export const isNumber = (word: string): boolean => /^\p{N}/u.test(word)

/** A number varies; a long word is an identifier that nobody writes by chance. */
const factor = (word: string): number => (isNumber(word) ? 0.5 : word.length >= 12 ? 1.5 : 1)
