import type { Solution } from '../model/solution.ts'

/** What the matcher knows of one entry. */
export interface MatchEntry {
  /** `<category>/<slug>` */
  readonly id: string
  readonly title: string
  /** Literal messages; `…` stands for a part that varies. */
  readonly errors: readonly string[]
  /** Observable facts of failures that print nothing. */
  readonly signs: readonly string[]
  /** Normalised error codes, the names of the lookup files. */
  readonly codes: readonly string[]
  readonly products: readonly string[]
  readonly evidence?: string
}

/** The file `/<site>/match.json`: the basis of matching, and nothing more. */
export interface MatchFile {
  /** Raised when a reader of the earlier shape would go wrong. */
  readonly format: 1
  readonly generated: string
  readonly count: number
  readonly entries: readonly MatchEntry[]
}

export function matchEntry(
  solution: Pick<Solution, 'id' | 'title' | 'errors' | 'signs' | 'codes' | 'affects' | 'evidence'>,
): MatchEntry {
  const { id, title, errors, signs, codes, affects, evidence } = solution
  return {
    id,
    title,
    errors: errors ?? [],
    signs: signs ?? [],
    codes,
    products: (affects ?? []).map(({ product }) => product),
    ...(evidence === undefined ? {} : { evidence }),
  }
}
