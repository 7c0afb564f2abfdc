import coefficients from './coefficients.json' with { type: 'json' }
import type { FoundDescription } from './find-descriptions.ts'
import type { PartialMessage, WholeMessage } from './find-messages.ts'

/** Of the line that agrees with an entry: the weight of the words that the entry never uses, and of all. */
export interface Line {
  readonly strange: number
  readonly all: number
}

const ofLine = ({ strange, all }: Line) => ({
  strange: Math.min(strange, 40) / 10,
  explained: 1 - strange / (all || 1),
})

export type Features = Readonly<Record<string, number>>

export function featuresOfWhole(
  { message, weight, withHead }: WholeMessage,
  literal: boolean,
  around: Features,
  line: Line,
): Features {
  const { quoted, general, ordinary, frame } = message
  const heavy = Math.min(weight, 120) / 10
  return {
    one: 1,
    ...around,
    ...ofLine(line),
    weight: heavy,
    short: Math.max(0, 12 - weight) / 10,
    withHead: Number(withHead),
    literal: Number(literal),
    quoted: Number(quoted),
    general: Number(general),
    ordinary: Number(ordinary),
    frameOnly: Number((quoted || !literal) && frame.every((one) => one)),
    explainedWeight: heavy * ofLine(line).explained,
    shortQuoted: quoted ? Math.max(0, 20 - weight) / 10 : 0,
  }
}

export function featuresOfPart(
  { message, found, evidence }: PartialMessage,
  around: Features,
  line: Line,
): Features {
  const { same, sameOwn, missing } = found
  return {
    one: 1,
    ...around,
    ...ofLine(line),
    evidence,
    same: Math.min(same, 40) / 10,
    own: Math.min(sameOwn, 40) / 10,
    ownShare: sameOwn / same,
    frameOnly: Number(sameOwn < leastOwn),
    share: same / (same + missing),
    missing: Math.min(missing, 40) / 10,
    few: Math.max(0, 5 - found.sameWords),
    ordinary: Number(!found.specific),
    strangeWeight: Math.min(found.strangeWeight, 15) / 5,
    otherSubject: Number(found.otherSubject),
    cutOff: Number(found.cutOff),
    otherValue: Number(found.otherValue),
    otherCause: Number(found.otherCause),
    general: Number(message.general),
  }
}

/** Less of a message's own words is a frame only. */
const leastOwn = 4

export function featuresOfDescription(
  { description, words, weight, ofText, ofDescription, ofNames, rarest, otherValue }: FoundDescription,
  around: Features,
): Features {
  return {
    one: 1,
    ...around,
    described: 0,
    weight: Math.log(weight),
    words: Math.log(words),
    ofText,
    ofDescription,
    ofNames,
    rarest,
    otherValue: Number(otherValue),
    sign: Number(description.kind === 'sign'),
    page: Number(description.kind === 'page'),
  }
}

/** Fitted by `scripts/fit.ts` to the groups of texts in `test/eval`. */
const fitted: Readonly<Record<Kind, Features>> = coefficients

type Kind = 'whole' | 'part' | 'description' | 'told'

/** Logarithm of the odds that the entry resolves what the text tells, against no entry. */
export function evidenceOf(kind: Kind, features: Features): number {
  let sum = 0
  for (const [name, value] of Object.entries(features)) sum += (fitted[kind][name] ?? 0) * value
  return sum
}
