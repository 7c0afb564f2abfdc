import { type Message, varies } from './prepare.ts'
import type { TextWords } from './words.ts'
import { isNumber, isSpecific, type WordWeights } from './words.ts'

/** Of a message and a text that share nothing. Weights are those of the message's words. */
export const emptyAlignment = {
  /** Number and weight of the words that both have in the same order. */
  sameWords: 0,
  same: 0,
  /** Weight of those that are in no frame of other entries. */
  sameOwn: 0,
  /** Is one of them more than a number or a word of any report? */
  specific: false,
  /** Words of the message that are replaced in the text. */
  otherWords: 0,
  /** Weight of the text's words in their place. */
  strangeWeight: 0,
  /** Is the anchor, which is what the message is about, replaced or cut off? */
  otherSubject: false,
  /** Is a number replaced by another number, such as another code? */
  otherNumber: false,
  /** Words before the first one that both have. */
  headWords: 0,
  /** Does the text differ before the message ends, in the middle of a line or value? */
  cutOff: false,
  /** Does it say something else in the place of a quoted value, or of all that follows the last colon? */
  otherValue: false,
  otherCause: false,
  /** Weight of the message's words that the text lacks. */
  missing: 0,
}

/** How a message and the text around one of its words agree. */
export type Alignment = Readonly<typeof emptyAlignment>

/** Words that a `…` of a message can stand for. */
const gap = 15
/** At most this many words of the message, and of the text, are skipped to find the next one that both have. */
const skippedWords = 3
const insertedWords = 4
/** A text that has less of the words after the last colon tells another cause. */
const leastOfCause = 0.5
/** An inserted word counts as a missing word of this weight. */
const insertedWeight = 0.4

/** A word of the message, by its index, and a word of the text, by its place. */
interface Position {
  readonly index: number
  readonly place: number
}

/** Compares a message and a text in both directions from a word that both have, as far as they agree. */
export function align(
  { words, anchor, frame, values, cause }: Message,
  index: number,
  text: TextWords,
  place: number,
  weights: WordWeights,
): Alignment {
  const found = { ...emptyAlignment }
  const weightAt = (index: number): number => weights.get(words[index] ?? varies) ?? 0
  let sameCause = 0
  const agree = (index: number): void => {
    found.sameWords++
    found.same += weightAt(index)
    if (index >= cause) sameCause += weightAt(index)
    if (!frame[index]) found.sameOwn += weightAt(index)
    if (isSpecific(words[index] ?? varies)) found.specific = true
  }

  /** Goes on in one direction; returns where message and text differ for good, if they do. */
  const walk = (step: 1 | -1): Position | undefined => {
    let at = { index: index + step, place: place + step }
    while (at.index >= 0 && at.index < words.length) {
      const word = words[at.index]
      if (word === varies) {
        const index = at.index + step
        const next = afterGap(words, index, text.sequence, at.place, step)
        if (next === undefined) return { index, place: at.place }
        at = { index, place: next }
      } else if (word === text.sequence[at.place]) {
        agree(at.index)
        at = { index: at.index + step, place: at.place + step }
      } else {
        if (isNumber(word ?? '') && isNumber(text.sequence[at.place] ?? '')) found.otherNumber = true
        const next = nextCommon(words, at, text.sequence, step)
        if (next === undefined) return at
        skip(at, next, step)
        at = next
      }
    }
    return undefined
  }

  const skip = (from: Position, to: Position, step: 1 | -1): void => {
    const inserted = Math.abs(to.place - from.place)
    const replaced = inserted > 0 && to.index !== from.index
    if (!replaced) found.missing += inserted * insertedWeight
    for (let place = from.place; place !== to.place; place += step) {
      const word = text.sequence[place] ?? ''
      found.strangeWeight += weights.inText(word, false)
    }
    for (let index = from.index; index !== to.index; index += step) {
      found.missing += weightAt(index)
      if (replaced) found.otherWords++
      if (replaced && values.has(index)) found.otherValue = true
      if (replaced && index === anchor) found.otherSubject = true
    }
  }

  agree(index)
  const after = walk(1)
  if (after) {
    for (let index = after.index; index < words.length; index++) found.missing += weightAt(index)
    found.cutOff = !text.starts.has(after.place) && after.place < text.sequence.length
    if (found.cutOff && anchor >= after.index && anchor < after.index + skippedWords)
      found.otherSubject = true
    if (found.cutOff && values.has(after.index)) found.otherValue = true
  }
  const before = walk(-1)
  if (before) {
    for (let index = before.index; index >= 0; index--) {
      found.missing += weightAt(index)
      if (words[index] !== varies) found.headWords++
    }
  }
  const ofCause = words.reduce((sum, _, index) => sum + (index < cause ? 0 : weightAt(index)), 0)
  found.otherCause = cause > 0 && (found.cutOff || !after) && sameCause < ofCause * leastOfCause
  return found
}

/** Where the text goes on with the message's word after words that vary. A single word can be there by chance. */
function afterGap(
  words: readonly string[],
  index: number,
  text: readonly string[],
  from: number,
  step: 1 | -1,
): number | undefined {
  const next = words[index + step] ?? varies
  for (let place = from; Math.abs(place - from) <= gap; place += step) {
    if (text[place] !== words[index]) continue
    if (next === varies || text[place + step] === next) return place
  }
  return undefined
}

/** The nearest word that both have. */
function nextCommon(
  words: readonly string[],
  { index, place }: Position,
  text: readonly string[],
  step: 1 | -1,
): Position | undefined {
  for (let total = 1; total <= skippedWords + insertedWords; total++) {
    for (
      let skipped = Math.max(0, total - insertedWords);
      skipped <= Math.min(total, skippedWords);
      skipped++
    ) {
      const next = { index: index + skipped * step, place: place + (total - skipped) * step }
      const word = words[next.index] ?? varies
      if (word === varies) break
      if (word === text[next.place]) return next
    }
  }
  return undefined
}
