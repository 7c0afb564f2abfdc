import { type Tables, varies } from './prepare.ts'
import type { TextWords } from './text-words.ts'

/** How a message and the text around one of its words agree. Weights are those of the message's words. */
export interface Alignment {
  /** Words that both have, in the same order, and what they weigh. */
  readonly sameWords: number
  readonly same: number
  /** Is one of them more than a number or a word of any report? */
  readonly telling: boolean
  /** Words of the message in whose place the text has something else. */
  readonly otherWords: number
  /** Words before the first one that both have. */
  readonly headWords: number
  /** Does the text go its own way before the message ends, where it could have gone on? */
  readonly parts: boolean
  /** What the words of the message weigh that the text does not have. */
  readonly missing: number
}

/** Words that may stand where a message has its `…`. */
const gap = 15
/** Words of the message, and of the text, that are passed over to find the next one that both have. */
const skippedWords = 3
const putIn = 4
/** A word put in weighs so much as if one was missing. */
const putInWeight = 0.4

/** Walks from a word that both have to both sides, as far as the message and the text go together. */
export function align(
  { messages, weights, telling }: Tables,
  message: number,
  place: number,
  text: TextWords,
  at: number,
): Alignment {
  const first = messages.starts[message] ?? 0
  const end = messages.starts[message + 1] ?? 0
  const wordAt = (index: number): number => (index >= first && index < end ? (messages.words[index] ?? varies) : varies)
  const weightAt = (index: number): number => weights[wordAt(index)] ?? 0
  const found = {
    sameWords: 0,
    same: 0,
    telling: false,
    otherWords: 0,
    headWords: 0,
    parts: false,
    missing: 0,
  }
  const agree = (index: number): void => {
    found.sameWords++
    found.same += weightAt(index)
    if (telling[wordAt(index)] === 1) found.telling = true
  }

  const walk = (step: 1 | -1): void => {
    let index = place + step
    let where = at + step
    while (index >= first && index < end) {
      if (wordAt(index) === varies) {
        index += step
        const next = afterGap(index, where, step)
        if (next === undefined) return stop(index, where, step)
        where = next
        continue
      }
      if (wordAt(index) === text.sequence[where]) {
        agree(index)
      } else {
        const skip = nextCommon(index, where, step)
        if (skip === undefined) return stop(index, where, step)
        for (let left = 0; left < skip.message; left++) found.missing += weightAt(index + left * step)
        if (skip.message > 0 && skip.text > 0) found.otherWords += skip.message
        else found.missing += skip.text * putInWeight
        index += skip.message * step
        where += skip.text * step
        agree(index)
      }
      index += step
      where += step
    }
  }

  const stop = (from: number, where: number, step: 1 | -1): void => {
    for (let index = from; index >= first && index < end; index += step) {
      if (wordAt(index) === varies) continue
      found.missing += weightAt(index)
      if (step === -1) found.headWords++
    }
    if (step === 1 && text.starts[where] !== 1 && where < text.sequence.length) found.parts = true
  }

  /** Where the text goes on with the message's word after words that vary. One word alone may stand there by chance. */
  const afterGap = (index: number, where: number, step: 1 | -1): number | undefined => {
    const next = wordAt(index + step)
    for (let place = where; Math.abs(place - where) <= gap; place += step) {
      if (text.sequence[place] !== wordAt(index)) continue
      if (next === varies || text.sequence[place + step] === next) return place
    }
    return undefined
  }

  /** The nearest word that both have, and how many words each passes over to it. */
  const nextCommon = (index: number, where: number, step: 1 | -1): { message: number; text: number } | undefined => {
    for (let total = 1; total <= skippedWords + putIn; total++) {
      for (let message = Math.max(0, total - putIn); message <= Math.min(total, skippedWords); message++) {
        const word = wordAt(index + message * step)
        if (word === varies) break
        if (word === text.sequence[where + (total - message) * step]) return { message, text: total - message }
      }
    }
    return undefined
  }

  agree(place)
  walk(1)
  walk(-1)
  return found
}
