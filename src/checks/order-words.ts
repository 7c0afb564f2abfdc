import { onceForText } from '../model/once.ts'
import { orderWords } from './data.ts'

/*
 * How much a sentence sounds like an order to a model rather than like a page about an error: the sum of what its words and
 * pairs of words weigh, fitted by `scripts/orders/fit.ts`. It finds the wordings that no rule of `orders.ts` lists.
 */

export interface Sentence {
  readonly text: string
  /** Offset in the text that it is from. */
  readonly start: number
}

/** Fewer words say too little to be weighed; the rules of `orders.ts` know short orders. */
const fewestWords = 6
const longestPiece = 7
const mostPieces = 4
const mostWords = 60
const ending = /[.!?:](?=\s|$)\s*|\s\|\s|\n/g
const word = /[a-z']+|·+|\d+|[:!?]/g

/** Sentences in lower case, and rows of short ones as one, because an order may be cut over items and cells. */
export function sentencesIn(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let row = { start: 0, pieces: 0, words: 0 }
  let start = 0
  const add = (from: number, to: number, words: number) => {
    if (words >= fewestWords) sentences.push({ text: text.slice(from, to).toLowerCase(), start: from })
  }
  const close = () => {
    if (row.pieces > 1) add(row.start, start, row.words)
    row = { start, pieces: 0, words: 0 }
  }
  const next = (end: number) => {
    const words = text.slice(start, end).match(/[a-z']{2,}/gi)?.length ?? 0
    if (words > longestPiece || row.pieces === mostPieces) close()
    add(start, end, words)
    start = end
    if (words > longestPiece) row = { start, pieces: 0, words: 0 }
    else if (words > 0) row = { start: row.start, pieces: row.pieces + 1, words: row.words + words }
  }
  for (const { 0: mark, index } of text.matchAll(ending)) next(index + mark.length)
  next(text.length)
  close()
  return sentences
}

const endings = ['ations', 'ation', 'ings', 'ing', 'ies', 'ied', 'ers', 'ed', 'es', 'ly', 's']

function stem(text: string): string {
  const end = endings.find((suffix) => text.length - suffix.length >= 4 && text.endsWith(suffix))
  if (end !== undefined) return text.slice(0, -end.length)
  return text.length > 4 && text.endsWith('e') ? text.slice(0, -1) : text
}

const stemOf = onceForText((text) => (/^\d/.test(text) ? '0' : text.startsWith('·') ? '·' : stem(text)))

const wordsIn = (text: string): string[] => (text.match(word) ?? []).slice(0, mostWords)

/** Words of a sentence; `0` is a number, `·` code. */
export const stemsOf = (text: string): string[] => wordsIn(text).map(stemOf)

/** Words that two other pages of the catalog have. */
const isKnown = (stem: string): boolean => orderWords().known.has(stem)

/**
 * Words of a sentence and its pairs of neighbours, the subjects that it speaks of and their pairs, and how much of it is
 * code or new to the catalog. `add` gets the two parts of each; the second may be empty.
 */
export function readFeatures(
  text: string,
  add: (first: string, second: string) => void,
  known = isKnown,
): void {
  const plain = wordsIn(text)
  const stems = plain.map(stemOf)
  let [code, words, unknown] = [0, 0, 0]
  for (const stem of stems) {
    if (stem === '·') code++
    if (!/^[a-z']/.test(stem)) continue
    words++
    if (!known(stem)) unknown++
  }
  add('~unknown', `${Math.min(unknown, 6)}`)
  add('~unknown share', `${Math.floor((10 * unknown) / Math.max(1, words))}`)
  add('~code', `${Math.min(code, 4)}`)
  add('~code share', `${Math.floor((10 * code) / Math.max(1, stems.length))}`)
  add('~length', `${Math.floor(4 * Math.log(Math.max(1, stems.length)))}`)
  const about = new Set<string>()
  let before = '^'
  for (const [at, next] of stems.entries()) {
    add(next, '')
    add(before, next)
    before = next
    for (const subject of orderWords().subjects.get(plain[at] ?? '') ?? []) about.add(subject)
  }
  add(before, '$')
  const subjects = [...about].sort()
  for (const [at, subject] of subjects.entries()) {
    add(subject, '')
    for (const other of subjects.slice(at + 1)) add(subject, other)
  }
  add(`#${Math.min(subjects.length, 7)}`, '')
}

export const scale = (features: number): number => 3 / Math.sqrt(Math.max(8, features))

export function orderScore(text: string): number {
  const { weights, constant } = orderWords()
  let features = 0
  let sum = 0
  readFeatures(text, (first, second) => {
    features++
    sum += weights.get(first)?.get(second) ?? 0
  })
  return sum * scale(features) + constant
}
