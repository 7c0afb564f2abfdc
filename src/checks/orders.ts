import { injections } from './data.ts'
import type { Folded } from './look-alikes.ts'

/*
 * Finds orders to a model by the classes of words that meet in a sentence: who is addressed, what is to be done and to
 * what. `data/injections.yaml` holds the classes by language and says which meetings are orders.
 */

export interface Order {
  /** What a message calls it. */
  readonly kind: string
  readonly form: keyof Folded
  /** Offset in that form of the text. */
  readonly index: number
  readonly text: string
}

/** A word or phrase of a class. Positions count words, and punctuation as several. */
interface Hit {
  readonly position: number
  readonly end: number
  readonly start: number
  readonly stop: number
  readonly negated: boolean
  /** Index of its first word. */
  readonly index: number
}

type Hits = Map<string, Hit[]>

interface Word {
  readonly text: string
  readonly start: number
  readonly position: number
}

interface Term {
  readonly classes: readonly string[]
  readonly negated: boolean | undefined
  /** Must it be the verb of an imperative? */
  readonly opens: boolean
  /** Most words between this term and the one before; undefined when it may be anywhere near. */
  readonly gap: number | undefined
}

interface Rule {
  readonly kind: string
  readonly terms: readonly Term[]
}

interface Entry {
  readonly language: string
  readonly className: string
  readonly words: readonly string[]
  readonly stem: boolean
}

interface Lexicon {
  /** Entries by their first word. */
  readonly first: ReadonlyMap<string, readonly Entry[]>
  /** Entries with a free ending, by their first letters. */
  readonly stems: ReadonlyMap<string, readonly Entry[]>
  /** Words met so far. */
  readonly known: Map<string, readonly Entry[]>
}

interface Compiled {
  readonly spaced: Lexicon
  readonly signs: Lexicon
  readonly rules: readonly Rule[]
}

const near = 24
const stemLetters = 3
/** In other languages an object may stand on either side of its verb, and further from it. */
const ordered = 'en'
const freeOrder = 3
/** Languages that put no spaces between words. */
const bySign = new Set(['zh', 'ja'])
const sign = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
const otherLetter = /[\p{sc=Cyrillic}\p{sc=Hangul}]/u
const asciiOnly = /^[\0-\x7f]*$/
const asciiToken = /[a-z0-9'@$]+|[.!?;:,()|#*>]+/g
const anyToken = /[\p{L}\p{N}\p{M}'@$]+|[.!?;:,()|#*>。、！？：；，]+/gu
const isStop = /^[.!?;:,()|#*>。、！？：；，]/
const sentenceEnd = /[.!?。！？]/

let compiled: Compiled | undefined

export function findOrder({ own, latin }: Folded): Order | undefined {
  compiled ??= compile()
  const { spaced, signs } = compiled
  return (
    orderIn('latin', latin, wordsOf(latin), spaced) ??
    (own !== latin && otherLetter.test(own) ? orderIn('own', own, wordsOf(own), spaced) : undefined) ??
    (sign.test(own) ? orderIn('own', own, signsOf(own), signs) : undefined)
  )
}

function orderIn(
  form: keyof Folded,
  text: string,
  words: readonly Word[],
  lexicon: Lexicon,
): Order | undefined {
  const found = hitsOf(words, lexicon)
  for (const [language, hits] of found) {
    for (const { kind, terms } of compiled?.rules ?? []) {
      if (!terms.every(({ classes }) => classes.some((name) => hits.has(name)))) continue
      const met = follow(terms, hits, language === ordered ? words : undefined, [])
      if (!met) continue
      return { kind, form, ...cut(text, met) }
    }
  }
  return undefined
}

const cut = (text: string, hits: readonly Hit[]): Pick<Order, 'index' | 'text'> => {
  const index = Math.min(...hits.map(({ start }) => start))
  return { index, text: text.slice(index, Math.max(...hits.map(({ stop }) => stop))) }
}

function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let position = 0
  let sentence = 0
  for (const { 0: token, index } of text.matchAll(asciiOnly.test(text) ? asciiToken : anyToken)) {
    if (!isStop.test(token)) {
      words.push({ text: plain(token), start: index, position: position++ })
      continue
    }
    const ends = sentenceEnd.test(token)
    // Fragments of a few words are parts of one sentence, whatever stands between them.
    position += ends && position - sentence > 4 ? 6 : 1
    if (ends) sentence = position
  }
  return words
}

const leet: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
}

/** `1gn0r3` is a word to a model. */
const plain = (word: string): string =>
  /[0-9@$]/.test(word) && /[a-z]/.test(word)
    ? word.replace(/[013457@$]/g, (digit) => leet[digit] ?? digit)
    : word

/** Scripts without spaces: each sign is half a word. */
function signsOf(text: string): Word[] {
  let position = 0
  return [...text.matchAll(/./gsu)].map(({ 0: character, index }) => {
    position += sentenceEnd.test(character) ? 6 : 0.5
    return { text: character, start: index, position }
  })
}

/** By language. */
function hitsOf(words: readonly Word[], lexicon: Lexicon): Map<string, Hits> {
  const found = new Map<string, Hits>()
  const add = (entry: Entry, index: number, word: Word): void => {
    const last = index + entry.words.length - 1
    if (!entry.words.every((each, at) => fits(words[index + at], each, entry.stem && index + at === last)))
      return
    const end = words[last] ?? word
    const hits = found.get(entry.language) ?? new Map<string, Hit[]>()
    found.set(entry.language, hits)
    const not = hits.get('not')?.at(-1)
    const negated = not !== undefined && word.position > not.end && word.position - not.end <= 4
    const stop = end.start + end.text.length
    const hit = {
      position: word.position,
      end: end.position,
      start: word.start,
      stop,
      negated,
      index,
    }
    const same = hits.get(entry.className)
    if (same) same.push(hit)
    else hits.set(entry.className, [hit])
  }
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as Word
    const entries = entriesFor(word.text, lexicon)
    for (let at = 0; at < entries.length; at++) add(entries[at] as Entry, index, word)
  }
  return found
}

/** Entries that a word may begin; nearly all words begin none, and most come again. */
function entriesFor(word: string, { first, stems, known }: Lexicon): readonly Entry[] {
  const before = known.get(word)
  if (before !== undefined) return before
  const entries = [...(first.get(word) ?? []), ...(stems.get(word.slice(0, stemLetters)) ?? [])]
  if (known.size > 100_000) known.clear()
  known.set(word, entries)
  return entries
}

const fits = (word: Word | undefined, wanted: string, stem: boolean): boolean =>
  word !== undefined && (stem ? word.text.startsWith(wanted) : word.text === wanted)

/** One hit for each of the terms, or undefined; `words` where their order counts. */
function follow(
  terms: readonly Term[],
  hits: Hits,
  words: readonly Word[] | undefined,
  before: readonly Hit[],
): Hit[] | undefined {
  const [term, ...rest] = terms
  if (term === undefined) return [...before]
  for (const className of term.classes) {
    for (const hit of hits.get(className) ?? []) {
      if (term.negated !== undefined && hit.negated !== term.negated) continue
      if (!reaches(term, hit, words !== undefined, before)) continue
      if (term.opens && words && !opens(words, hit.index)) continue
      const found = follow(rest, hits, words, [...before, hit])
      if (found) return found
    }
  }
  return undefined
}

function reaches({ gap }: Term, hit: Hit, inOrder: boolean, before: readonly Hit[]): boolean {
  const last = gap === undefined ? before[0] : before.at(-1)
  if (last === undefined) return true
  const after = hit.position - last.end
  const ahead = last.position - hit.end
  if (gap === undefined) return Math.max(after, ahead) <= near
  if (inOrder) return after > 0 && after <= gap + 1
  return Math.max(after, ahead) > 0 && Math.max(after, ahead) <= gap + 1 + freeOrder
}

/** An imperative stands at the start of a sentence or clause. */
function opens(words: readonly Word[], index: number): boolean {
  const before = words[index - 1]
  return (
    before === undefined || before.position + 1 < (words[index]?.position ?? 0) || joining.has(before.text)
  )
}

const joining = new Set('and then please now just always first to instead simply also must should'.split(' '))

function compile(): Compiled {
  const { words, rules } = injections()
  const entries = Object.entries(words).flatMap(([language, classes]) => entriesOf(language, classes))
  return {
    spaced: lexiconOf(entries.filter(({ language }) => !bySign.has(language))),
    signs: lexiconOf(entries.filter(({ language }) => bySign.has(language))),
    rules: rules.flatMap(({ kind, find }) => find.map((text) => ({ kind, terms: termsOf(text) }))),
  }
}

const entriesOf = (language: string, classes: Readonly<Record<string, string>>): Entry[] =>
  Object.entries(classes).flatMap(([className, list]) =>
    list.split(/,\s+/).map((text) => {
      const bare = text.replace(/\*$/, '')
      const words = bySign.has(language) ? [...bare.replaceAll(' ', '')] : bare.split(/[ -]/)
      return { language, className, words, stem: text.endsWith('*') }
    }),
  )

function lexiconOf(entries: readonly Entry[]): Lexicon {
  const first = new Map<string, Entry[]>()
  const stems = new Map<string, Entry[]>()
  for (const entry of entries) {
    const [word = ''] = entry.words
    const free = entry.stem && entry.words.length === 1
    const [map, key] = free ? [stems, word.slice(0, stemLetters)] : [first, word]
    map.set(key, [...(map.get(key) ?? []), entry])
  }
  return { first, stems, known: new Map() }
}

/** `+override >5 prior|your & here`. */
const termsOf = (text: string): Term[] =>
  [...text.matchAll(/(?:>(\d+) |& )?([+~!]?)([a-z|]+)/g)].map(([, gap, mood = '', classes = '']) => ({
    classes: classes.split('|'),
    negated: mood === '' ? undefined : mood === '~',
    opens: mood === '!',
    gap: gap === undefined ? undefined : Number(gap),
  }))
