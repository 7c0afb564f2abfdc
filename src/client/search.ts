import type { IndexEntry } from '../model/json-files.ts'

export interface SearchQuery {
  /** Words that must all occur in title or symptom, in any case. */
  readonly keywords?: string
  /** Exactly this category. */
  readonly category?: string
  /** Occurs as written in title or symptom. */
  readonly code?: string
}

/** The contract's search, the same in every client: it filters and keeps the index's order; ranking comes after it. */
export function search(
  entries: readonly IndexEntry[],
  { keywords = '', category, code }: SearchQuery,
): IndexEntry[] {
  const words = keywords.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    const text = `${entry.title} ${entry.symptom ?? ''}`
    const lowered = text.toLowerCase()
    return (
      words.every((word) => lowered.includes(word)) &&
      (category === undefined || entry.category === category) &&
      (code === undefined || text.includes(code))
    )
  })
}
