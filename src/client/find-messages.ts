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

/** Words that a `…` of a message can stand for. */
const gap = 80

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
        if (evidence > (best?.evidence ?? leastAligned)) best = { ...found, evidence, place: at }
      }
    }
    return best === undefined ? [] : [{ message, found: best, evidence: best.evidence, place: best.place }]
  })
}

/** Messages that share enough words with the text, in any place, for evidence to be possible. */
function candidates({ messagesByLeader, weights }: Prepared, text: TextWords): Message[] {
  const seen = new Set<Message>()
  return [...text.distinct].flatMap((leader) => {
    return (messagesByLeader.get(leader) ?? []).filter((message) => {
      if (seen.has(message)) return false
      seen.add(message)
      let same = 0
      let sameWords = 0
      let missing = 0
      for (const word of message.words) {
        if (word === varies) continue
        const weight = weights.get(word) ?? 0
        if (text.distinct.has(word)) {
          same += weight
          sameWords++
        } else missing += weight
      }
      return evidenceOf({ ...emptyAlignment, same, sameWords, missing }, text) > leastEvidence
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
export const leastEvidence = -0.6
/** But less tells that the text says something else than the message. */
const leastAligned = -0.6
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
function fits({ words, anchor }: Message, head: number, text: readonly string[], at: number): boolean {
  // The part that holds the anchor has only one place.
  let from = anchor
  while (from > head && words[from - 1] !== varies) from--
  let to = anchor
  while (to < words.length && words[to] !== varies) to++
  const start = at - (anchor - from)
  return (
    isAt(words, from, to, text, start) &&
    fitsBefore(words, head, from, text, start) &&
    fitsAfter(words, to, text, start + (to - from))
  )
}

/** Are the parts before `from` in the text before `start`? */
function fitsBefore(
  words: readonly string[],
  head: number,
  from: number,
  text: readonly string[],
  start: number,
): boolean {
  let place = start
  for (let end = from - 1; end > head; ) {
    let begin = end
    while (begin > head && words[begin - 1] !== varies) begin--
    const length = end - begin
    const last = Math.max(0, place - length - gap)
    place -= length
    while (place >= last && !isAt(words, begin, end, text, place)) place--
    if (place < last) return false
    end = begin - 1
  }
  return true
}

/** Are the parts after `to` in the text from `start` on? */
function fitsAfter(words: readonly string[], to: number, text: readonly string[], start: number): boolean {
  let place = start
  for (let begin = to + 1; begin < words.length; ) {
    let end = begin
    while (end < words.length && words[end] !== varies) end++
    const length = end - begin
    const last = Math.min(text.length - length, place + gap)
    while (place <= last && !isAt(words, begin, end, text, place)) place++
    if (place > last) return false
    place += length
    begin = end + 1
  }
  return true
}

/** Are the message's words `from` to `to` in the text at `place`? */
function isAt(
  words: readonly string[],
  from: number,
  to: number,
  text: readonly string[],
  place: number,
): boolean {
  if (place < 0 || place + (to - from) > text.length) return false
  for (let at = from; at < to; at++) if (words[at] !== text[place + at - from]) return false
  return true
}
