import type { Category } from './vocabulary.ts'

/* Plain types, because programs of readers compile them with TypeScript 4.9, which zod’s types need a newer one for. */

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
