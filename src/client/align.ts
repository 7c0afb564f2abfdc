import { varies } from './message-tables.ts'
import type { Tables } from './prepare.ts'
import type { TextWords } from './text-words.ts'
import { wordKinds } from './word-weights.ts'

/** How a message and the text around one of its words agree. Weights are those of the message's words. */
export interface Alignment {
  /** Words that both have, in the same order, and what they weigh. */
  readonly sameWords: number
  readonly same: number
  /** Is one of them more than a number or a word of any report? */
  readonly telling: boolean
  /** Words of the message in whose place the text has something else. */
  readonly otherWords: number
  /** Is one of them the rarest of the message, and so what it is about? */
  readonly otherSubject: boolean
  /** Is one of them a number where the text has another one? A code differs then. */
  readonly otherNumber: boolean
  /** Words before the first one that both have. */
  readonly headWords: number
  /** Does the text go its own way before the message ends, where it could have gone on? */
  readonly parts: boolean
  /** What the words of the message weigh that the text does not have. */
  readonly missing: number
}

/** Of a message that a text has nothing of. */
export const nothing: Alignment = {
  sameWords: 0,
  same: 0,
  telling: false,
  otherWords: 0,
  otherSubject: false,
  otherNumber: false,
  headWords: 0,
  parts: false,
  missing: 0,
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
  { messages, weights, kinds }: Tables,
  message: number,
  place: number,
  text: TextWords,
  at: number,
): Alignment {
  const first = messages.starts[message] ?? 0
  const end = messages.starts[message + 1] ?? 0
  const wordAt = (index: number): number =>
    index >= first && index < end ? (messages.words[index] ?? varies) : varies
  const weightAt = (index: number): number => weights[wordAt(index)] ?? 0
  const subject = messages.anchors[message]
  const found: { -readonly [Key in keyof Alignment]: Alignment[Key] } = { ...nothing }
  const isNumber = (word: number): boolean =>
    word < kinds.length ? kinds[word] === wordKinds.number : word !== varies && text.weigh(word) === 0
  const agree = (index: number): void => {
    found.sameWords++
    found.same += weightAt(index)
    if (kinds[wordAt(index)] === wordKinds.telling) found.telling = true
  }

  const differ = (index: number): void => {
    if (index < end && index === subject) found.otherSubject = true
  }

  /** Goes along to one side; gives the places at which the ways part, if they do. */
  const walk = (step: 1 | -1): { index: number; where: number } | undefined => {
    let index = place + step
    let where = at + step
    while (index >= first && index < end) {
      if (wordAt(index) === varies) {
        index += step
        const next = afterGap(index, where, step)
        if (next === undefined) return { index, where }
        where = next
      } else if (wordAt(index) === text.sequence[where]) {
        agree(index)
        index += step
        where += step
      } else {
        if (isNumber(wordAt(index)) && isNumber(text.sequence[where] ?? varies)) found.otherNumber = true
        const skip = nextCommon(index, where, step)
        if (skip === undefined) return { index, where }
        for (let left = 0; left < skip.message; left++) found.missing += weightAt(index + left * step)
        if (skip.message > 0 && skip.text > 0) {
          found.otherWords += skip.message
          for (let left = 0; left < skip.message; left++) differ(index + left * step)
        } else found.missing += skip.text * putInWeight
        index += skip.message * step
        where += skip.text * step
      }
    }
    return undefined
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
  const nextCommon = (
    index: number,
    where: number,
    step: 1 | -1,
  ): { message: number; text: number } | undefined => {
    for (let total = 1; total <= skippedWords + putIn; total++) {
      for (let message = Math.max(0, total - putIn); message <= Math.min(total, skippedWords); message++) {
        const word = wordAt(index + message * step)
        if (word === varies) break
        if (word === text.sequence[where + (total - message) * step])
          return { message, text: total - message }
      }
    }
    return undefined
  }

  agree(place)
  const after = walk(1)
  if (after) {
    for (let index = after.index; index < end; index++) found.missing += weightAt(index)
    found.parts = text.starts[after.where] !== 1 && after.where < text.sequence.length
    if (found.parts) for (let index = after.index; index < after.index + skippedWords; index++) differ(index)
  }
  const before = walk(-1)
  if (before) {
    for (let index = before.index; index >= first; index--) {
      found.missing += weightAt(index)
      if (wordAt(index) !== varies) found.headWords++
    }
  }
  return found
}
