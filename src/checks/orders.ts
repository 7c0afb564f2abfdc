import { injections } from './data.ts'
import { ascii, type Folded } from './look-alikes.ts'

/*
 * Finds orders to a model by the classes of words that meet in a sentence: who is addressed, what is to be done and to
 * what. `data/injections.yaml` holds the classes by language and says which meetings are orders.
 */

export interface Order {
  /** Is it a mark of a chat format, which is data in quotes? */
  readonly isMark: boolean
  /** What a message calls it. */
  readonly kind: string
  readonly form: keyof Folded
  /** Offset in that form of the text. */
  readonly index: number
  readonly text: string
}

interface Word {
  readonly text: string
  readonly start: number
  /** Counts words, and punctuation as several; signs of scripts without spaces are half a word. */
  readonly position: number
  /** May an imperative stand here, at the start of a sentence or clause? */
  readonly opens: boolean
}

/** A word or phrase of a class. */
interface Hit extends Omit<Word, 'text'> {
  /** Position and offset of its end. */
  readonly end: number
  readonly stop: number
  readonly negated: boolean
}

interface Term {
  readonly classes: readonly string[]
  readonly negated: boolean | undefined
  /** Must it be the verb of an imperative? */
  readonly opens: boolean
  /** Most words between this term and the one before; undefined when it may be anywhere near. */
  readonly gap: number | undefined
}

interface Entry {
  readonly language: string
  readonly className: string
  readonly words: readonly string[]
  /** Has its last word a free ending? */
  readonly stem: boolean
}

const near = 24
const keyLetters = 3
/** In other languages an object may stand on either side of its verb, and further from it. */
const ordered = 'en'
const freeOrder = 3
const anyToken =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}'@$])+|[.!?;:,()|#*>。、！？：；，]+/gu
const asciiToken = /[a-z0-9'@$]+|[.!?;:,()|#*>]+/g
const sign = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
const stops = '.!?;:,()|#*>。、！？：；，'
const sentenceEnd = /[.!?。！？]/
/** Letters of which some are drawn like Latin ones. */
const otherLetter = /[\p{sc=Cyrillic}\p{sc=Hangul}]/u
const joining = new Set('and then please now just always first to instead simply also must should'.split(' '))

let rules: { kind: string; terms: Term[] }[] | undefined
/** Stems by their first letters, and all others by their first word. */
const stems = new Map<string, Entry[]>()
const phrases = new Map<string, Entry[]>()
const none: readonly Entry[] = []

export function findOrder({ own, latin }: Folded): Order | undefined {
  rules ??= compile()
  return orderIn('latin', latin) ?? (otherLetter.test(own) ? orderIn('own', own) : undefined)
}

function orderIn(form: keyof Folded, text: string): Order | undefined {
  for (const [language, hits] of hitsIn(wordsOf(text))) {
    for (const { kind, terms } of rules ?? []) {
      if (!terms.every(({ classes }) => classes.some((name) => hits.has(name)))) continue
      const met = follow(terms, hits, language === ordered, [])
      if (!met) continue
      const index = Math.min(...met.map(({ start }) => start))
      return {
        isMark: false,
        kind,
        form,
        index,
        text: text.slice(index, Math.max(...met.map(({ stop }) => stop))),
      }
    }
  }
  return undefined
}

function wordsOf(text: string): Word[] {
  const words: Word[] = []
  const isAscii = ascii.test(text)
  const isSpelled = digitInWord.test(text)
  let position = 0
  let sentence = 0
  let opens = true
  let end = 0
  for (const token of text.match(isAscii ? asciiToken : anyToken) ?? []) {
    const start = text.indexOf(token, end)
    end = start + token.length
    if (!stops.includes(token.charAt(0))) {
      const word = isSpelled ? plain(token) : token
      words.push({ text: word, start, position, opens })
      position += !isAscii && sign.test(token) ? 0.5 : 1
      opens = joining.has(word)
      continue
    }
    const ends = sentenceEnd.test(token)
    // Fragments of a few words are parts of one sentence, whatever stands between them.
    position += ends && position - sentence > 4 ? 6 : 1
    if (ends) sentence = position
    opens = true
  }
  return words
}

const digitInWord = /[0-9@$'][a-z]|[a-z][0-9@$']/
const leet = new Map([...'013457@$'].map((digit, at) => [digit, 'oieastas'[at]]))

/** `1gn0r3` is a word to a model. */
const plain = (word: string): string =>
  /[0-9@$]/.test(word) && /[a-z]/.test(word)
    ? word.replace(/[013457@$]/g, (digit) => leet.get(digit) ?? digit)
    : word

/** By language and class. */
function hitsIn(words: readonly Word[]): Map<string, Map<string, Hit[]>> {
  const found = new Map<string, Map<string, Hit[]>>()
  const add = (entry: Entry, at: number, word: Word) => {
    const last = lastOf(entry, words, at)
    if (last === undefined) return
    const hits = found.get(entry.language) ?? new Map<string, Hit[]>()
    found.set(entry.language, hits)
    const not = hits.get('not')?.at(-1)
    const negated = not !== undefined && word.position > not.end && word.position - not.end <= 4
    const { start, position, opens } = word
    const hit = { start, position, opens, end: last.position, stop: last.start + last.text.length, negated }
    const same = hits.get(entry.className)
    if (same) same.push(hit)
    else hits.set(entry.className, [hit])
  }
  for (const [at, word] of words.entries()) {
    for (const entry of phrases.get(word.text) ?? none) add(entry, at, word)
    for (const entry of stems.get(word.text.slice(0, keyLetters)) ?? none) add(entry, at, word)
  }
  return found
}

/** The last word of a phrase that begins at a word. */
function lastOf({ words: wanted, stem }: Entry, words: readonly Word[], at: number): Word | undefined {
  const last = wanted.length - 1
  for (let index = 0; index <= last; index++) {
    const [text, each] = [words[at + index]?.text, wanted[index] ?? '']
    if (text !== each && !(stem && index === last && text?.startsWith(each))) return undefined
  }
  return words[at + last]
}

/** One hit for each of the terms, or undefined. */
function follow(
  terms: readonly Term[],
  hits: ReadonlyMap<string, readonly Hit[]>,
  inOrder: boolean,
  before: readonly Hit[],
): readonly Hit[] | undefined {
  const [term, ...rest] = terms
  if (term === undefined) return before
  for (const className of term.classes) {
    for (const hit of hits.get(className) ?? []) {
      if (term.negated !== undefined && hit.negated !== term.negated) continue
      if (inOrder && term.opens && !hit.opens) continue
      if (!reaches(term, hit, inOrder, before)) continue
      const found = follow(rest, hits, inOrder, [...before, hit])
      if (found) return found
    }
  }
  return undefined
}

function reaches({ gap }: Term, hit: Hit, inOrder: boolean, before: readonly Hit[]): boolean {
  const last = gap === undefined ? before[0] : before.at(-1)
  if (last === undefined) return true
  const after = hit.position - last.end
  const distance = inOrder && gap !== undefined ? after : Math.max(after, last.position - hit.end)
  if (gap === undefined) return distance <= near
  return distance > 0 && distance <= gap + 1 + (inOrder ? 0 : freeOrder)
}

function compile(): { kind: string; terms: Term[] }[] {
  const { words, rules } = injections()
  for (const [language, classes] of Object.entries(words)) {
    for (const [className, list] of Object.entries(classes)) {
      for (const text of list.split(/,\s+/)) {
        const wanted = wordsOf(text).map(({ text }) => text)
        const [first = ''] = wanted
        const isStem = text.endsWith('*')
        const entry = { language, className, words: wanted, stem: isStem }
        const [entries, key] =
          isStem && wanted.length === 1 ? [stems, first.slice(0, keyLetters)] : [phrases, first]
        entries.set(key, [...(entries.get(key) ?? []), entry])
      }
    }
  }
  return rules.flatMap(({ kind, find }) => find.map((text) => ({ kind, terms: termsOf(text) })))
}

/** `+override >5 prior|your & here`. */
const termsOf = (text: string): Term[] =>
  [...text.matchAll(/(?:>(\d+) |& )?([+~!]?)([a-z|]+)/g)].map(([, gap, mood = '', classes = '']) => ({
    classes: classes.split('|'),
    negated: mood === '' ? undefined : mood === '~',
    opens: mood === '!',
    gap: gap === undefined ? undefined : Number(gap),
  }))
