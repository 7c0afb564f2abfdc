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
  let row = { start: 0, pieces: 0 }
  let start = 0
  const add = (from: number, to: number) => {
    const sentence = text.slice(from, to).toLowerCase()
    if (wordsIn(sentence) >= fewestWords) sentences.push({ text: sentence, start: from })
  }
  const close = () => {
    if (row.pieces > 1) add(row.start, start)
    row = { start, pieces: 0 }
  }
  const next = (end: number) => {
    const words = wordsIn(text.slice(start, end))
    if (words > longestPiece || row.pieces === mostPieces) close()
    add(start, end)
    start = end
    if (words > longestPiece) row = { start, pieces: 0 }
    else if (words > 0) row.pieces++
  }
  for (const { 0: mark, index } of text.matchAll(ending)) next(index + mark.length)
  next(text.length)
  close()
  return sentences
}

const wordsIn = (text: string): number => text.match(/[a-z']{2,}/gi)?.length ?? 0

const endings = ['ations', 'ation', 'ings', 'ing', 'ies', 'ied', 'ers', 'ed', 'es', 'ly', 's']

function stem(text: string): string {
  const end = endings.find((suffix) => text.length - suffix.length >= 4 && text.endsWith(suffix))
  if (end !== undefined) return text.slice(0, -end.length)
  return text.length > 4 && text.endsWith('e') ? text.slice(0, -1) : text
}

const stems = new Map<string, string>()

function stemOf(text: string): string {
  let found = stems.get(text)
  if (found === undefined) {
    found = /^\d/.test(text) ? '0' : text.startsWith('·') ? '·' : stem(text)
    if (stems.size < 50_000) stems.set(text, found)
  }
  return found
}

/** Words of a sentence; `0` is a number, `·` code. */
export const stemsOf = (text: string): string[] => (text.match(word) ?? []).slice(0, mostWords).map(stemOf)

/** Words that two other pages of the catalog have. */
const isKnown = (stem: string): boolean => orderWords().known.has(stem)

/**
 * Words of a sentence and its pairs of neighbours, the subjects that it speaks of and their pairs, and how much of it is
 * code or new to the catalog.
 */
export function featuresOf(text: string, known = isKnown): string[] {
  const plain = (text.match(word) ?? []).slice(0, mostWords)
  const stems = plain.map(stemOf)
  const code = stems.filter((each) => each === '·').length
  const words = stems.filter((each) => /^[a-z']/.test(each))
  const unknown = words.filter((each) => !known(each)).length
  const features = [
    `~unknown ${Math.min(unknown, 6)}`,
    `~unknown share ${Math.floor((10 * unknown) / Math.max(1, words.length))}`,
    `~code ${Math.min(code, 4)}`,
    `~code share ${Math.floor((10 * code) / Math.max(1, stems.length))}`,
    `~length ${Math.floor(4 * Math.log(Math.max(1, stems.length)))}`,
  ]
  const about = new Set<string>()
  let before = '^'
  for (const [at, next] of stems.entries()) {
    features.push(next, `${before} ${next}`)
    before = next
    for (const subject of orderWords().subjects.get(plain[at] ?? '') ?? []) about.add(subject)
  }
  features.push(`${before} $`)
  const subjects = [...about].sort()
  for (const [at, subject] of subjects.entries()) {
    features.push(subject)
    for (const other of subjects.slice(at + 1)) features.push(`${subject} ${other}`)
  }
  features.push(`#${Math.min(subjects.length, 7)}`)
  return features
}

export const scale = (features: number): number => 3 / Math.sqrt(Math.max(8, features))

export function orderScore(text: string): number {
  const { weights, constant } = orderWords()
  const features = featuresOf(text)
  let sum = 0
  for (const feature of features) sum += weights.get(feature) ?? 0
  return sum * scale(features.length) + constant
}
