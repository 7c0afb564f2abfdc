import { type Alignment, align } from './align.ts'
import { listAt } from './lists.ts'
import { type MessageTables, type Tables, varies } from './prepare.ts'
import type { TextWords } from './text-words.ts'

/** A message of the catalog, by its number, and how much of it the text has. */
export interface FoundMessage {
  readonly message: number
  readonly weight: number
  /** Has the text nothing of it but a few words of any report? */
  readonly ordinary: boolean
}

/** Words that may stand where a message has its `…`. */
const gap = 80
/** Messages whose parts all stand in the text, in order, none farther than a gap from the next. */
export function wholeMessages({ messages }: Tables, { sequence }: TextWords): number[] {
  const found = new Set<number>()
  for (const [at, word] of sequence.entries()) {
    for (const message of listAt(messages.anchored, word)) {
      if (!found.has(message) && fits(messages, message, sequence, at)) found.add(message)
    }
  }
  return [...found]
}

/** Finds messages of which a part stands in one place of a text, with the evidence that they are meant. */
export function partMessages(tables: Tables, text: TextWords): FoundMessage[] {
  const { messages, weights } = tables
  const best = new Map<number, Alignment & { evidence: number }>()
  const tries = new Map<number, number>()
  for (const [at, word] of text.sequence.entries()) {
    for (const message of listAt(messages.leading, word)) {
      const tried = tries.get(message) ?? 0
      if (tried === 0 && presentWeight(message) < leastWeight) tries.set(message, mostTries)
      if ((tries.get(message) ?? 0) >= mostTries) continue
      tries.set(message, tried + 1)
      const place = messages.words.indexOf(word, messages.starts[message])
      const found = align(tables, message, place, text, at)
      const evidence = evidenceOf(found, text)
      if (evidence > (best.get(message)?.evidence ?? leastEvidence)) best.set(message, { ...found, evidence })
    }
  }
  return [...best].map(([message, { evidence, telling, same, sameWords, missing }]) => ({
    message,
    weight: evidence,
    ordinary: !telling && sameWords < manyWords && missing > same / 20,
  }))

  /** What the text has of the message, wherever it stands. */
  function presentWeight(message: number): number {
    let sum = 0
    for (let at = messages.starts[message] ?? 0; at < (messages.starts[message + 1] ?? 0); at++) {
      const word = messages.words[at] ?? varies
      if (text.distinct.has(word)) sum += weights[word] ?? 0
    }
    return sum
  }
}

/** A part that weighs less than this is chance. */
const leastWeight = 3
const leastEvidence = -1.2
/** Places of one message's rare words that are looked at: a log may repeat one on each of its lines. */
const mostTries = 24
/** So many ordinary words in a row are no chance any more. */
const manyWords = 8

/**
 * How likely the message is meant, as the logarithm of the odds. The numbers were fitted to messages that were taken
 * away from their page and had to be found by its other ones, to texts with noise, and to reports of other errors.
 */
const evidenceOf = (
  { same, sameWords, otherWords, headWords, parts, missing }: Alignment,
  { sequence }: TextWords,
): number =>
  1.55 * Math.log(same) +
  2.15 * Math.log(sameWords) +
  2.8 * (same / (same + missing)) -
  0.79 * Math.log(sequence.length + 1) -
  0.27 * Math.min(headWords, 8) -
  0.57 * otherWords -
  (parts ? 0.43 : 0) -
  5.4

/** Do all parts of the message stand around its rarest word at `at`? */
function fits(
  { words, starts, anchors }: MessageTables,
  message: number,
  text: readonly number[],
  at: number,
): boolean {
  const first = starts[message] ?? 0
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

