import type { FoundDescription } from './find-descriptions.ts'
import type { PartialMessage, WholeMessage } from './find-messages.ts'

/** How a text as a whole agrees with an entry. */
export interface Surroundings {
  /** Does the text name a product of the entry? */
  readonly named: boolean
  /** Does it name products, and none that the entry speaks of? */
  readonly otherNamed: boolean
  /** Does it hold a code of the entry? Or only others of the same kind, such as TS2304 instead of TS2580? */
  readonly sameCode: boolean
  readonly otherCode: boolean
  /** Number of its words. */
  readonly length: number
}

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

const number = (value: boolean): number => (value ? 1 : 0)

const shared = ({ named, otherNamed, sameCode, otherCode, length }: Surroundings) => ({
  named: number(named),
  otherNamed: number(otherNamed),
  sameCode: number(sameCode),
  otherCode: number(otherCode),
  length: Math.log(length + 1),
})

export function featuresOfWhole(
  { message, weight, withHead }: WholeMessage,
  literal: boolean,
  around: Surroundings,
  line: Line,
): Features {
  const { quoted, ordinary, frame } = message
  const heavy = Math.min(weight, 120) / 10
  return {
    one: 1,
    ...shared(around),
    ...ofLine(line),
    weight: heavy,
    short: Math.max(0, 12 - weight) / 10,
    withHead: number(withHead),
    literal: number(literal),
    quoted: number(quoted),
    ordinary: number(ordinary),
    frameOnly: number((quoted || !literal) && frame.every((one) => one)),
    explainedWeight: heavy * ofLine(line).explained,
    shortQuoted: quoted ? Math.max(0, 20 - weight) / 10 : 0,
  }
}

export function featuresOfPart(
  { message, found, evidence }: PartialMessage,
  around: Surroundings,
  line: Line,
): Features {
  const { same, sameOwn, sameWords, missing, specific, strangeWeight, otherSubject, cutOff } = found
  return {
    one: 1,
    ...shared(around),
    ...ofLine(line),
    evidence,
    same: Math.min(same, 40) / 10,
    own: Math.min(sameOwn, 40) / 10,
    ownShare: sameOwn / same,
    frameOnly: number(sameOwn < leastOwn),
    share: same / (same + missing),
    missing: Math.min(missing, 40) / 10,
    few: Math.max(0, 5 - sameWords),
    ordinary: number(!specific),
    strangeWeight: Math.min(strangeWeight, 15) / 5,
    otherSubject: number(otherSubject),
    cutOff: number(cutOff),
    quoted: number(message.quoted),
  }
}

/** Less of a message's own words is a frame only. */
const leastOwn = 4

export function featuresOfDescription(
  { description, words, weight, ofText, ofDescription, ofNames, rarest }: FoundDescription,
  around: Surroundings,
): Features {
  return {
    one: 1,
    ...shared(around),
    weight: Math.log(weight),
    words: Math.log(words),
    ofText,
    ofDescription,
    ofNames,
    rarest,
    sign: number(description.kind === 'sign'),
    page: number(description.kind === 'page'),
  }
}

/** Logarithm of the odds that the entry resolves what the text tells, against no entry. */
export function evidenceOf(kind: keyof typeof coefficients, features: Features): number {
  let sum = 0
  for (const [name, value] of Object.entries(features)) sum += (coefficients[kind][name] ?? 0) * value
  return sum
}

/** Fitted by `scripts/fit.ts` to the groups of texts in `test/eval`. */
export const coefficients: Readonly<Record<'whole' | 'part' | 'description', Features>> = {
  whole: {
    one: -0.26,
    named: 1.2,
    otherNamed: -0.54,
    sameCode: 0.62,
    otherCode: -1.48,
    length: 0.43,
    strange: -0.19,
    explained: 0.79,
    weight: 0.36,
    short: -0.7,
    withHead: 0.25,
    literal: 0.42,
    quoted: 0.66,
    ordinary: -0.42,
    frameOnly: -1.93,
    explainedWeight: 0.53,
    shortQuoted: -1.02,
  },
  part: {
    one: -0.97,
    named: 0.92,
    otherNamed: -0.5,
    sameCode: -0.15,
    otherCode: -0.53,
    length: 0.25,
    strange: 0.23,
    explained: 1.2,
    evidence: 0.39,
    same: -0.01,
    own: 0.4,
    ownShare: 0.63,
    frameOnly: -0.91,
    share: -0.72,
    missing: -0.28,
    few: -0.66,
    ordinary: -1.3,
    strangeWeight: -0.62,
    otherSubject: 0.05,
    cutOff: -0.4,
    quoted: 0.7,
  },
  description: {
    one: -3.59,
    named: 1.67,
    otherNamed: -1.27,
    sameCode: 1.18,
    otherCode: -0.93,
    length: -0.85,
    weight: 0.25,
    words: 1.27,
    ofText: 3.79,
    ofDescription: 0.7,
    ofNames: -1.05,
    rarest: 0.83,
    sign: 1.17,
    page: -2.24,
  },
}
