import type { UnaidedAnswers } from './unaided-file.ts'

/* Without zod, which clients of the catalog need not load; the shape of the file is in unaided-file.ts. */

/** Models know a page if at least this share of their answers is right. */
const knownFrom = 0.8

export const isKnown = (rate: number | undefined): boolean => rate !== undefined && rate >= knownFrom

/** Share of right answers, from 0 to 1 with two decimals; undefined if no model was asked. */
export function unaidedRate(answers: readonly UnaidedAnswers[] = []): number | undefined {
  const sum = (key: 'asked' | 'right') => answers.reduce((total, entry) => total + entry[key], 0)
  return answers.length === 0 ? undefined : Math.round((sum('right') / sum('asked')) * 100) / 100
}

interface Asked {
  readonly unaided?: readonly UnaidedAnswers[]
}

/** Groups of pages in the order of lists: first what models do not know. */
export const unaidedGroups = ['unknown', 'unasked', 'known'] as const

export function unaidedGroup({ unaided }: Asked): (typeof unaidedGroups)[number] {
  const rate = unaidedRate(unaided)
  return rate === undefined ? 'unasked' : isKnown(rate) ? 'known' : 'unknown'
}

/** Sorts by group, then by the share of right answers; equals keep their order. */
export function unknownFirst<T extends Asked>(pages: readonly T[]): T[] {
  const rank = (page: T) => unaidedGroups.indexOf(unaidedGroup(page)) + (unaidedRate(page.unaided) ?? 0) / 2
  return pages.toSorted((a, b) => rank(a) - rank(b))
}
