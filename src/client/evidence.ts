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
): Features {
  return {
    one: 1,
    ...shared(around),
    weight: Math.min(weight, 120) / 10,
    short: Math.max(0, 12 - weight) / 10,
    withHead: number(withHead),
    literal: number(literal),
    quoted: number(message.quoted),
    ordinary: number(message.ordinary),
  }
}

export function featuresOfPart(
  { message, found, evidence }: PartialMessage,
  leaders: number,
  around: Surroundings,
): Features {
  const { same, sameWords, missing, specific, otherWeight, strangeWeight, otherSubject } = found
  return {
    one: 1,
    ...shared(around),
    evidence,
    same: Math.min(same, 40) / 10,
    share: same / (same + missing),
    few: Math.max(0, 5 - sameWords),
    ordinary: number(!specific),
    leaders,
    otherWeight: Math.min(otherWeight, 15) / 5,
    strangeWeight: Math.min(strangeWeight, 15) / 5,
    otherSubject: number(otherSubject),
    quoted: number(message.quoted),
  }
}

export function featuresOfDescription(
  { description, words, weight, ofText, ofDescription }: FoundDescription,
  around: Surroundings,
): Features {
  return {
    one: 1,
    ...shared(around),
    weight: Math.log(weight),
    words: Math.log(words),
    ofText,
    ofDescription,
    sign: number(description.kind === 'sign'),
    page: number(description.kind === 'page'),
    ofTextPage: description.kind === 'page' ? ofText : 0,
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
    one: -0.7,
    named: 0.8,
    otherNamed: -0.82,
    sameCode: 0.52,
    otherCode: -1.02,
    length: 0.52,
    weight: 1.42,
    short: -1.5,
    withHead: 0.08,
    literal: 1.07,
    quoted: -0.22,
    ordinary: -1.11,
  },
  part: {
    one: -0.43,
    named: 1.35,
    otherNamed: -0.48,
    sameCode: 0.09,
    otherCode: -0.01,
    length: 0.14,
    evidence: 0.32,
    same: 1.03,
    share: -0.48,
    few: -0.66,
    ordinary: -1.64,
    leaders: -0.11,
    otherWeight: -0.02,
    strangeWeight: -0.79,
    otherSubject: -0.36,
    quoted: 0.84,
  },
  description: {
    one: -3.82,
    named: 1.22,
    otherNamed: -1.11,
    sameCode: 1.46,
    otherCode: -1.16,
    length: -0.87,
    weight: 0.35,
    words: 1.48,
    ofText: 4.64,
    ofDescription: 1.37,
    sign: 0.68,
    page: -2.33,
    ofTextPage: 0.33,
  },
}
