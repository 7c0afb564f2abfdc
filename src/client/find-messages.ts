import { type Alignment, align, nothing } from './align.ts'
import { listAt } from './lists.ts'
import { type MessageTables, varies } from './message-tables.ts'
import type { Tables } from './prepare.ts'
import type { TextWords } from './text-words.ts'

/** A message of the catalog, by its number, and the logarithm of the odds that it is meant. */
export interface FoundMessage {
  readonly message: number
  readonly evidence: number
  /** Has the text nothing of it but a few words of any report? */
  readonly ordinary: boolean
}

/** A message that stands in the text, with its head or without it, and what it weighs there. */
export interface WholeMessage {
  readonly message: number
  readonly weight: number
  readonly headed: boolean
}

/** Words that may stand where a message has its `…`. */
const gap = 80

/** Messages whose parts all stand in the text, in order, none farther than a gap from the next; their heads may lack. */
export function wholeMessages({ messages }: Tables, { sequence }: TextWords): WholeMessage[] {
  const found = new Map<number, WholeMessage>()
  for (const [at, word] of sequence.entries()) {
    for (const message of listAt(messages.anchored, word)) {
      if (found.get(message)?.headed) continue
      const headed = fits(messages, message, 0, sequence, at)
      const head = messages.heads[message] ?? 0
      if (!headed && (head === 0 || found.has(message) || !fits(messages, message, head, sequence, at)))
        continue
      const weight = (headed ? messages.weights : messages.bodyWeights)[message] ?? 0
      found.set(message, { message, weight, headed })
    }
  }
  return [...found.values()]
}

/** Finds messages of which a part stands in one place of a text, with the evidence that they are meant. */
export function partMessages(tables: Tables, text: TextWords): FoundMessage[] {
  const { messages } = tables
  const places = firstPlaces(text)
  return candidates(tables, text).flatMap((message) => {
    let best: (Alignment & { evidence: number }) | undefined
    for (const word of listAt(messages.leaders, message)) {
      const place = messages.words.indexOf(word, messages.starts[message])
      for (const at of places.get(word) ?? []) {
        const found = align(tables, message, place, text, at)
        const evidence = evidenceOf(found, text)
        if (evidence > (best?.evidence ?? leastEvidence)) best = { ...found, evidence }
      }
    }
    if (best === undefined) return []
    const { evidence, telling, same, sameWords, missing } = best
    return [{ message, evidence, ordinary: !telling && sameWords < manyWords && missing > same / 20 }]
  })
}

/** Messages that the text has enough of, wherever it stands, for evidence to be possible. */
function candidates({ messages, weights }: Tables, text: TextWords): number[] {
  const seen = new Set<number>()
  const found: number[] = []
  for (const word of text.distinct) {
    const led = listAt(messages.led, word)
    if (led.length > mostLed) continue
    for (const message of led) {
      if (seen.has(message)) continue
      seen.add(message)
      let same = 0
      let sameWords = 0
      let missing = 0
      for (let at = messages.starts[message] ?? 0; at < (messages.starts[message + 1] ?? 0); at++) {
        const part = messages.words[at] ?? varies
        if (part === varies) continue
        const weight = weights[part] ?? 0
        if (text.distinct.has(part)) {
          same += weight
          sameWords++
        } else missing += weight
      }
      if (evidenceOf({ ...nothing, same, sameWords, missing }, text) > leastEvidence) found.push(message)
    }
  }
  return found
}

/** Where each word stands; a log may repeat one on each of its lines. */
function firstPlaces({ sequence }: TextWords): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>()
  for (const [at, word] of sequence.entries()) {
    const list = places.get(word)
    if (list === undefined) places.set(word, [at])
    else if (list.length < mostPlaces) list.push(at)
  }
  return places
}

/** Less is no match, whatever product the text names. */
const leastEvidence = -0.6
/** A word that leads to more messages than this tells none of them. */
const mostLed = 256
const mostPlaces = 24
/** So many ordinary words in a row are no chance any more. */
const manyWords = 9

/**
 * How likely the message is meant, as the logarithm of the odds. The numbers were fitted to messages that were taken
 * away from their page and had to be found by its other ones, to texts with noise, and to reports of other errors.
 */
const evidenceOf = (
  { same, sameWords, otherWords, otherSubject, otherNumber, headWords, parts, missing }: Alignment,
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
  (parts ? 0.43 : 0) -
  5.4

/** Do all parts of the message, after its first `head` words, stand around its rarest word at `at`? */
function fits(
  { words, starts, anchors }: MessageTables,
  message: number,
  head: number,
  text: readonly number[],
  at: number,
): boolean {
  const first = (starts[message] ?? 0) + head
  const end = starts[message + 1] ?? 0
  const anchor = anchors[message] ?? 0
  // The part that holds the rarest word stands where that word is.
  let from = anchor
  while (from > first && words[from - 1] !== varies) from--
  let to = anchor
  while (to < end && words[to] !== varies) to++
  const start = at - (anchor - from)
  if (!standsAt(words, from, to, text, start)) return false

  // The parts before it, backwards.
  let place = start
  for (let stop = from - 1; stop > first; ) {
    let begin = stop
    while (begin > first && words[begin - 1] !== varies) begin--
    const length = stop - begin
    const last = Math.max(0, place - length - gap)
    place -= length
    while (place >= last && !standsAt(words, begin, stop, text, place)) place--
    if (place < last) return false
    stop = begin - 1
  }

  // The parts after it.
  place = start + (to - from)
  for (let begin = to + 1; begin < end; ) {
    let stop = begin
    while (stop < end && words[stop] !== varies) stop++
    const length = stop - begin
    const last = Math.min(text.length - length, place + gap)
    while (place <= last && !standsAt(words, begin, stop, text, place)) place++
    if (place > last) return false
    place += length
    begin = stop + 1
  }
  return true
}

function standsAt(
  words: Uint32Array,
  from: number,
  to: number,
  text: readonly number[],
  place: number,
): boolean {
  if (place < 0 || place + (to - from) > text.length) return false
  for (let at = from; at < to; at++) if (words[at] !== text[place + at - from]) return false
  return true
}
