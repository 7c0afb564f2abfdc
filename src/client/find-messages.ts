import { heavyItemsOf, listAt } from './lists.ts'
import { type MessageTables, type Tables, varies } from './prepare.ts'
import type { TextWords } from './text-words.ts'

/** A message of the catalog, by its number, and how much of it the text has. */
export interface FoundMessage {
  readonly message: number
  readonly weight: number
}

/** Words that may stand where a message has its `…`. */
const gap = 80
/** Share of a message's weight that must be there, and the least weight of what is there, for a likely match. */
const mostShare = 0.55
const mostWeight = 16
/** A short text may hold just the beginning of a long message: then this share of the text must be the message's. */
const textShare = 0.65
const shortText = 40

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

/** Finds messages of which most stands in a text, told by the pairs of neighbouring words that both have. */
export function mostMessagesOf({ messages, weights }: Tables): (text: TextWords) => FoundMessage[] {
  const heavy = heavyItemsOf(messages.holding, messages.entries.length)
  const weigh = (word: number): number => weights[word] ?? 0
  return (text) => {
    const pairs = pairsOf(text.sequence)
    const textWeight = pairWeight(pairs, text.weigh)
    const short = text.sequence.length <= shortText
    const candidates = new Set<number>()
    for (const word of text.distinct) {
      for (const message of listAt(messages.anchored, word)) candidates.add(message)
    }
    if (short) {
      const least = Math.max(mostWeight, textWeight * textShare)
      for (const { item } of heavy(weightInPairs(pairs, weights), least)) candidates.add(item)
    }
    return [...candidates].flatMap((message) => {
      // `No module named 'httpx'` is about httpx: without its rarest word most of a message is nothing.
      const about = text.distinct.has(messages.words[messages.anchors[message] ?? 0] ?? varies)
      const all = messages.pairWeights[message] ?? 0
      if (all < mostWeight) return []
      const weight = sharedWeight(message)
      const ofMessage = about ? weight / all : 0
      const ofText = short ? weight / (textWeight || 1) : 0
      const enough = weight >= mostWeight && (ofMessage >= mostShare || ofText >= textShare)
      return enough ? [{ message, weight: (weight / 2) * Math.max(ofMessage, ofText) }] : []
    })

    function sharedWeight(message: number): number {
      const counted = new Set<number>()
      let weight = 0
      const end = messages.starts[message + 1] ?? 0
      for (let at = (messages.starts[message] ?? 0) + 1; at < end; at++) {
        const first = messages.words[at - 1] ?? varies
        const second = messages.words[at] ?? varies
        if (!text.distinct.has(first) || !text.distinct.has(second)) continue
        const pair = pairOf(first, second)
        if (!pairs.has(pair) || counted.has(pair)) continue
        counted.add(pair)
        weight += weigh(first) + weigh(second)
      }
      return weight
    }
  }
}

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

/** Neighbouring words, which keep some of a message's order when its ends are cut off; each pair once, as one number. */
function pairsOf(sequence: readonly number[]): Set<number> {
  const pairs = new Set<number>()
  for (const [at, word] of sequence.entries()) if (at > 0) pairs.add(pairOf(sequence[at - 1] ?? 0, word))
  return pairs
}

const pairBase = 2 ** 26
const pairOf = (first: number, second: number): number => first * pairBase + second
const wordsOfPair = (pair: number): [number, number] => [Math.floor(pair / pairBase), pair % pairBase]

function pairWeight(pairs: Iterable<number>, weigh: (word: number) => number): number {
  let sum = 0
  for (const pair of pairs) for (const word of wordsOfPair(pair)) sum += weigh(word)
  return sum
}

/** What each known word adds to the weight of a text's pairs: no message shares more of them than its words add. */
function weightInPairs(pairs: Iterable<number>, weights: Float64Array): Map<number, number> {
  const sums = new Map<number, number>()
  for (const pair of pairs) {
    const both = wordsOfPair(pair)
    if (both.some((word) => word >= weights.length)) continue
    for (const word of both) sums.set(word, (sums.get(word) ?? 0) + (weights[word] ?? 0))
  }
  return sums
}
