import { type Alignment, align, emptyAlignment } from './align.ts'
import { type Message, type Prepared, varies } from './prepare.ts'
import type { TextWords } from './words.ts'

/** A message of which a part is in the text. */
export interface PartialMessage {
  readonly message: Message
  readonly found: Alignment
  /** A first estimate, by which the best place in the text is chosen. */
  readonly evidence: number
  /** Where one of its words is in the text. */
  readonly place: number
}

/** A message that is in the text, with or without its head. */
export interface WholeMessage {
  readonly message: Message
  readonly weight: number
  readonly withHead: boolean
  /** Where one of its words is in the text. */
  readonly place: number
}

/** Words that a `…` of a message can stand for, and one where two messages differ in a word. */
const gap = 80
const shortGap = 3

/** Messages whose parts are all in the text, in order, none farther than a gap from the next. */
export function wholeMessages({ messagesByAnchor }: Prepared, { sequence }: TextWords): WholeMessage[] {
  const found = new Map<Message, WholeMessage>()
  for (const [at, word] of sequence.entries()) {
    for (const message of messagesByAnchor.get(word) ?? []) {
      if (found.get(message)?.withHead) continue
      if (fits(message, 0, sequence, at))
        found.set(message, { message, weight: message.weight, withHead: true, place: at })
      else if (message.head > 0 && !found.has(message) && fits(message, message.head, sequence, at))
        found.set(message, { message, weight: message.bodyWeight, withHead: false, place: at })
    }
  }
  return [...found.values()]
}

/** Messages of which a part is in one place of the text. */
export function partialMessages(prepared: Prepared, text: TextWords): PartialMessage[] {
  const places = firstPlaces(text)
  return candidates(prepared, text).flatMap((message) => {
    let best: (Alignment & { evidence: number; place: number }) | undefined
    for (const word of message.leaders) {
      const index = message.words.indexOf(word)
      for (const at of places.get(word) ?? []) {
        const found = align(message, index, text, at, prepared.weights)
        const evidence = evidenceOf(found, text)
        if (evidence > (best?.evidence ?? leastEvidence)) best = { ...found, evidence, place: at }
      }
    }
    return best === undefined ? [] : [{ message, found: best, evidence: best.evidence, place: best.place }]
  })
}

/** Messages that share enough words with the text, in any place, for evidence to be possible. */
function candidates({ messagesByLeader, weights }: Prepared, text: TextWords): Message[] {
  const seen = new Set<Message>()
  const sumOf = (words: readonly string[]) => words.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0)
  return [...text.distinct].flatMap((leader) => {
    return (messagesByLeader.get(leader) ?? []).filter((message) => {
      if (seen.has(message)) return false
      seen.add(message)
      const shared = message.words.filter((word) => text.distinct.has(word))
      const found = { ...emptyAlignment, same: sumOf(shared), sameWords: shared.length }
      // Most messages share too little, whatever they lack.
      if (evidenceOf(found, text) <= leastEvidence) return false
      const missing = sumOf(message.words.filter((word) => word !== varies && !text.distinct.has(word)))
      return evidenceOf({ ...found, missing }, text) > leastEvidence
    })
  })
}

/** The first places of each word; a log may repeat one in every line. */
function firstPlaces({ sequence }: TextWords): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [at, word] of sequence.entries()) {
    const list = places.get(word)
    if (list === undefined) places.set(word, [at])
    else if (list.length < mostPlaces) list.push(at)
  }
  return places
}

/** Less is no match, whatever else the text says. */
const leastEvidence = -0.6
const mostPlaces = 24

/** How likely the message is meant, as far as the alignment tells. */
const evidenceOf = (
  { same, sameWords, otherWords, otherSubject, otherNumber, headWords, cutOff, missing }: Alignment,
  { sequence }: TextWords,
): number =>
  1.55 * Math.log(same) +
  2.15 * Math.log(sameWords) +
  2.8 * (same / (same + missing)) -
  0.79 * Math.log(sequence.length + 1) -
  0.27 * Math.min(headWords, 8) -
  0.57 * otherWords -
  (otherSubject ? 2 : 0) -
  (otherNumber ? 4 : 0) -
  (cutOff ? 0.43 : 0) -
  5.4

/** Are all parts of the message, after its first `head` words, around its anchor at `at` in the text? */
function fits(
  { words, anchor, general }: Message,
  head: number,
  text: readonly string[],
  at: number,
): boolean {
  const most = general ? shortGap : gap
  return (
    fitsFrom(words.slice(anchor), text, at, 1, most) &&
    fitsFrom(words.slice(head, anchor).reverse(), text, at - 1, -1, most)
  )
}

/** Are the parts of a message in the text, the first one at `place` and each other one within a gap of the one before? */
function fitsFrom(
  words: readonly string[],
  text: readonly string[],
  place: number,
  step: 1 | -1,
  most: number,
): boolean {
  let at = place
  let room = 0
  for (let from = 0; from < words.length; room = most) {
    let end = words.indexOf(varies, from)
    if (end === -1) end = words.length
    while (!isAt(words, from, end, text, at, step)) {
      if (room-- === 0) return false
      at += step
    }
    at += (end - from) * step
    from = end + 1
  }
  return true
}

function isAt(
  words: readonly string[],
  from: number,
  to: number,
  text: readonly string[],
  place: number,
  step: 1 | -1,
): boolean {
  for (let at = from; at < to; at++) if (words[at] !== text[place + (at - from) * step]) return false
  return true
}
