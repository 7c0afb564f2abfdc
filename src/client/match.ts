import { once } from '../model/once.ts'
import type { MatchEntry, MatchFile } from './catalog-files.ts'
import { codesOf } from './codes.ts'
import { concept } from './concepts.ts'
import {
  evidenceOf,
  type Features,
  featuresOfDescription,
  featuresOfPart,
  featuresOfWhole,
  type Line,
} from './evidence.ts'
import { type FoundDescription, findDescriptions, isTold } from './find-descriptions.ts'
import { type PartialMessage, partialMessages, type WholeMessage, wholeMessages } from './find-messages.ts'
import { headOf, type Message, type Prepared, prepare, provingWeight, type Statistics } from './prepare.ts'
import { prepareShortlist, type Shortlists } from './shortlist.ts'
import { outsideOf } from './versions.ts'
import {
  everydayNames,
  isName,
  oneLine,
  otherNames,
  stopWords,
  type TextWords,
  textWords,
  tokenize,
} from './words.ts'

export interface Match {
  readonly entry: MatchEntry
  /** `exact`: a literal message of the entry is in the text. `likely`: most of one is, or the text describes it. */
  readonly confidence: 'exact' | 'likely'
  /** The message, sign or title that matched. */
  readonly matched: string
  /** How likely the entry resolves what the text tells, from 0 to 1. */
  readonly score: number
  /** Address of its catalog, if several were asked. */
  readonly origin?: string
  /** A version that the text names and the entry does not cover, in words. */
  readonly outside?: string
}

/** A catalog prepared for many look-ups. */
export interface Matcher {
  /**
   * Entries that a text is about, best first; empty when none is likely enough. The text may be one line or a whole
   * log. Time is linear in its length.
   */
  match(text: string, options?: { readonly limit?: number }): Match[]
}

/** A message that weighs less is one ordinary word or a number, and says nothing. */
const leastWeight = 5
/** Of three words or more. */
const leastWeightOfWords = 3.8
/** Of a message with any value, such as `undefined is not an object (evaluating '…')`, that proves an entry. */
const leastWithAny = 10
/** Of a message with a `…`, to be `exact`. */
const leastWithGap = 13
const anyValue = /["'`]…["'`]/
/** Answers that are less likely together, or a less likely first one, are not given: one that misleads is worse than none. */
const leastTogether = 0.66
const leastFirst = 0.72
/** Of a text in somebody's own words, which agrees less with the right page, and with wrong ones hardly at all. */
const leastTold = 0.4
const leastListed = 0.3
/** Of a message that the page lists and the text has, where nothing contradicts it. */
const leastEvidence = 0.3
const listedBonus = 0.5
/** Other answers are given if they are at least this likely, or at least this share of the first one's likelihood. */
const leastOther = 0.05
const competing = 0.2
/** In a larger catalog so many weak entries share words with a text by chance that together they would silence the right one. */
const manyEntries = 5_000
/** The least odds of an entry that counts there. */
const leastOddsOfMany = 0.2
/** What it costs an entry that the text names a version outside of its range. */
const otherVersion = 1
/** And one whose message is a part of another one's, which the text has as well. */
const otherSaysMore = 3

const matcherFor = once((entries: readonly MatchEntry[]) => createMatcher({ entries }))

/** Entries of a catalog that a text is about, best first. The catalog is prepared at the first look-up. */
export function match(
  text: string,
  catalog: Pick<MatchFile, 'entries'>,
  options: { readonly limit?: number } = {},
): Match[] {
  return matcherFor(catalog.entries).match(text, options)
}

/** Prepares a catalog, or a few of its entries with the statistics of all. */
export function createMatcher({ entries }: Pick<MatchFile, 'entries'>, ofAll?: Statistics): Matcher {
  const prepared = prepare(entries, ofAll)
  return matcherOf(() => prepared)
}

/** A matcher of a stored catalog, which reads the rows that each text can be about. */
export const shortlistMatcher = (lists: Shortlists, rowAt: (number: number) => string): Matcher =>
  matcherOf((words) => prepareShortlist(lists, words, rowAt))

function matcherOf(preparedFor: (words: TextWords) => Prepared): Matcher {
  return {
    match(text, { limit = 5 } = {}) {
      const words = textWords(text)
      const catalog = preparedFor(words)
      const best = new Map<string, Candidate>()
      const found = [...candidates(catalog, text, words)]
      for (const one of found) {
        const before = best.get(one.entry.id)
        best.set(one.entry.id, before === undefined ? one : better(before, one))
      }
      const all = [...best.values()]
      const said = found
        .filter(({ exact, features: { literal, quoted } }) => exact || (literal && !quoted))
        .map((one) => ({ entry: one.entry, message: saidOf(one) }))
      const weighed = all.map((found) => {
        const outside = outsideOf(found.entry, words.sequence)
        const isPart = said.some(
          ({ entry, message }) => entry !== found.entry && saysMore(message, found.matched),
        )
        const lost = (outside ? otherVersion : 0) + (isPart ? otherSaysMore : 0)
        return { ...found, outside, exact: found.exact && !outside, evidence: found.evidence - lost }
      })
      const leastOdds = catalog.statistics.entries > manyEntries ? leastOddsOfMany : 0
      return answersOf(weighed.sort(compare), leastOdds).slice(0, limit)
    },
  }
}

/** A message or description of an entry that agrees with the text. */
export interface Candidate {
  readonly entry: MatchEntry
  readonly matched: string
  readonly kind: 'whole' | 'part' | 'description' | 'told'
  readonly features: Features
  /** Logarithm of the odds against no answer at all. */
  readonly evidence: number
  readonly exact: boolean
  /** Is it a message of the page, in the text as it is printed, and nothing contradicts it? */
  readonly listed: boolean
}

/** Best first; ties are broken by id, so that the same text always gives the same answer. */
const compare = (a: Candidate, b: Candidate): number =>
  b.evidence - a.evidence || (a.entry.id < b.entry.id ? -1 : 1)

/** Of two candidates of one entry: a message that is there says most, whatever else agrees better. */
function better(a: Candidate, b: Candidate): Candidate {
  const proof = ({ exact, listed }: Candidate) => 2 * Number(exact) + Number(listed)
  const first = (proof(b) - proof(a) || compare(a, b)) <= 0 ? a : b
  return { ...first, evidence: Math.max(a.evidence, b.evidence) }
}

/** The candidates share the likelihood with each other and with no answer at all. */
function answersOf(
  sorted: readonly (Candidate & { readonly outside?: string | undefined })[],
  leastOdds: number,
): Match[] {
  const odds = sorted
    .map(({ evidence }) => Math.exp(Math.min(evidence, 30)))
    .filter((odd) => odd >= leastOdds)
  const all = odds.reduce((sum, one) => sum + one, 1)
  const first = (odds[0] ?? 0) / all
  if (!isClear(sorted[0], first, 1 - 1 / all)) return []
  return sorted.slice(0, odds.length).flatMap(({ entry, matched, exact, outside }, index) => {
    const score = (odds[index] ?? 0) / all
    if (index > 0 && !exact && score < Math.max(leastOther, first * competing)) return []
    const confidence = exact ? ('exact' as const) : ('likely' as const)
    return [{ entry, confidence, matched, score, ...(outside === undefined ? {} : { outside }) }]
  })
}

function isClear(first: Candidate | undefined, share: number, together: number): boolean {
  if (first?.kind === 'told') return share >= leastTold
  const least = first?.exact || first?.listed ? leastListed : leastFirst
  return together >= leastTogether && share >= least
}

/** Is the message in the text, with anything in the place of its varying parts? */
export function occurs(message: string, text: string): boolean {
  const catalog = prepare([{ id: '', title: '', errors: [message], signs: [], codes: [], products: [] }])
  return wholeMessages(catalog, textWords(text)).length > 0
}

/** Every message and description that the text may be about; an entry may have several. */
export function* candidates(catalog: Prepared, text: string, words: TextWords): Generator<Candidate> {
  const whole = wholeMessages(catalog, words).filter(({ message }) => !message.wrapper)
  const wholeOnes = new Set(whole.map(({ message }) => message))
  const partial = partialMessages(catalog, words).filter(
    ({ message }) => !message.wrapper && !wholeOnes.has(message),
  )
  const described = findDescriptions(catalog, words)
  const surroundingsOf = surroundings(catalog, words, codesOf(text), { whole, partial, described })
  const lineOf = lines(catalog, words)
  const line = whole.length > 0 ? oneLine(text) : ''
  for (const found of whole.filter(({ message }) => !(message.quoted && message.ordinary))) {
    const { entry, text: matched, words: ofMessage, ordinary } = found.message
    const proves = provesEntry(found)
    const literal = isVerbatim(found.withHead ? matched : matched.slice(headOf(matched).length), line)
    const least = ofMessage.length > 2 ? leastWeightOfWords : leastWeight
    if (found.weight + (literal ? marksOf(matched) : 0) < least) continue
    const around = surroundingsOf(entry)
    const features = featuresOfWhole(found, literal, around, lineOf(entry, found.place))
    const isExact = found.weight >= provingWeight && proves && !around.otherNamed
    const exact = isExact && !(matched.includes('…') && (ordinary || isLight(found)))
    const listed = literal && proves && !around.otherNamed && !around.otherCode
    const fitted = evidenceOf('whole', features)
    const evidence = listed ? Math.max(fitted, leastEvidence) + listedBonus : fitted
    yield { entry, matched, kind: 'whole', features, exact, listed, evidence }
  }
  for (const found of partial) {
    const { entry } = found.message
    const features = featuresOfPart(found, surroundingsOf(entry), lineOf(entry, found.place))
    yield unproven(found.message, 'part', features)
  }
  const kind = isTold(words) ? 'told' : 'description'
  for (const found of described) {
    const features = featuresOfDescription(found, surroundingsOf(found.description.entry))
    yield unproven(found.description, kind, features)
  }
}

const provesEntry = ({ message: { text, quoted, general }, weight }: WholeMessage): boolean =>
  !quoted && !general && !(anyValue.test(text) && weight < leastWithAny)

/** A message with a `…` whose few fixed words many texts have. */
const isLight = ({ message: { text }, weight }: WholeMessage): boolean =>
  weight < leastWithGap || tokenize(text).length <= 3

const unproven = (
  { entry, text }: Pick<Message, 'entry' | 'text'>,
  kind: Candidate['kind'],
  features: Features,
): Candidate => ({
  entry,
  matched: text,
  kind,
  features,
  exact: false,
  listed: false,
  evidence: evidenceOf(kind, features),
})

/** How much of the line around a place an entry explains. */
function lines({ weights }: Prepared, { sequence, lines }: TextWords) {
  return (entry: MatchEntry, place: number): Line => {
    const own = conceptsOf(entry)
    const next = lines.findIndex((start) => start > place)
    const from = Math.max(lines[(next === -1 ? lines.length : next) - 1] ?? 0, place - aroundPlace)
    const to = Math.min(next === -1 ? sequence.length : (lines[next] ?? 0), place + aroundPlace)
    let strange = 0
    let all = 0
    for (const word of new Set(sequence.slice(from, to))) {
      if (stopWords.has(word)) continue
      const isOwn = own.has(concept(word))
      const weight = weights.inText(word, isOwn)
      all += weight
      if (!isOwn) strange += weight
    }
    return { strange, all }
  }
}

/** Words on each side of a place that may belong to the same message. */
const aroundPlace = 40

/** Made once for each entry: tokenizing takes longer than the rest of a look-up. */
const wordsOf = once(({ title, products, errors, signs, symptoms = [] }: MatchEntry) =>
  [title, ...products, ...errors, ...signs, ...symptoms].flatMap(tokenize),
)

const conceptsOf = once((entry: MatchEntry): ReadonlySet<string> => new Set(wordsOf(entry).map(concept)))

/** What the text says of the products of an entry. */
function surroundings(
  { statistics: { names } }: Prepared,
  { distinct, sequence }: TextWords,
  codes: readonly string[],
  found: {
    readonly whole: readonly WholeMessage[]
    readonly partial: readonly PartialMessage[]
    readonly described: readonly FoundDescription[]
  },
) {
  const messages = new Map<MatchEntry, number>()
  for (const { message } of [...found.whole, ...found.partial])
    messages.set(message.entry, (messages.get(message.entry) ?? 0) + 1)
  const descriptions = new Map<MatchEntry, number>()
  for (const { description, rarest } of found.described)
    descriptions.set(description.entry, Math.max(descriptions.get(description.entry) ?? 0, rarest))
  const kinds = new Set(codes.flatMap(kindOfCode))
  const named = [...distinct].filter(
    (word) => (names.has(word) || otherNames.has(word)) && !everydayNames.has(word),
  )
  return once((entry: MatchEntry): Features => {
    const own = entry.products.some((name) => namesOf(name).every((word) => distinct.has(word)))
    const otherNamed = !own && named.length > 0 && !wordsOf(entry).some((word) => named.includes(word))
    const sameCode = entry.codes.some((code) => codes.includes(code))
    const otherCode = !sameCode && entry.codes.flatMap(kindOfCode).some((kind) => kinds.has(kind))
    return {
      named: Number(own),
      otherNamed: Number(otherNamed),
      sameCode: Number(sameCode),
      otherCode: Number(otherCode),
      length: Math.log(sequence.length + 1),
      messages: Math.log((messages.get(entry) ?? 0) + 1),
      described: descriptions.get(entry) ?? 0,
    }
  })
}

/** `gemini` of `Gemini API`, `openai` of `OpenAI API`; all words if none of them is a name by itself. */
function namesOf(product: string): string[] {
  const words = tokenize(product)
  const names = words.filter(isName)
  const rare = names.filter((word) => !everydayNames.has(word))
  return [rare, names].find(({ length }) => length > 0) ?? words
}

/** `ts` of `ts2580`, `http` of `http-429`; other codes have no kind. */
const kindOfCode = (code: string): string[] => /^[a-z]+(?=-?\d+$)/.exec(code)?.slice() ?? []

/** Are all fixed parts of the message in the line as they are printed? */
const isVerbatim = (message: string, line: string): boolean =>
  message.split('…').every((part) => line.includes(oneLine(part).trim()))

/** The part of its message that is in the text. */
const saidOf = ({ matched, features }: Candidate): string =>
  features.withHead ? matched : matched.slice(headOf(matched).length)

/** Whether a message has more words than another one, and all its fixed parts; one without a gap, those before its first. */
function saysMore(message: string, other: string): boolean {
  const [start = ''] = other.split('…')
  const fixed = !message.includes('…') && tokenize(start).length > 3 ? start : other
  return isVerbatim(fixed, oneLine(message)) && tokenize(message).length > tokenize(fixed).length
}

/** Marks other than those of ordinary sentences: they distinguish a message such as `KeyError: '"…"'`. */
const marksOf = (message: string): number => message.match(/[^\p{L}\p{N}\s.,:;…-]/gu)?.length ?? 0
