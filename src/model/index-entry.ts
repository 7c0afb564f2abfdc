import type { Category } from './vocabulary.ts'

/* Plain types, because the client supports TypeScript 4.9 and zod’s types need a newer version. */

/** One entry of `solutions.json`. */
export interface IndexEntry {
  title: string
  category: Category
  /** Root-absolute address of the page, without extension. */
  url: string
  symptom?: string | undefined
  fix: string
  source?: string | undefined
}

/** The file `solutions.json`. */
export interface Index {
  generated: string
  count: number
  base_url: string
  solutions: IndexEntry[]
}
