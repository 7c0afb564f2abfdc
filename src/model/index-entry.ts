import * as z from 'zod'
import { categories } from './category.ts'
import { fixLength, symptomLength } from './entry-length.ts'
import { httpsUrl } from './https-url.ts'
import type { Solution } from './solution.ts'

export { fixLength, symptomLength }

/** One entry of `solutions.json`: these keys in this order and nothing else. */
export const indexEntrySchema = z.strictObject({
  title: z.string().min(1),
  category: z.enum(categories),
  url: z.string().describe('root-absolute address of the page, without extension'),
  symptom: z.string().optional().describe('plain text of Symptom, its first 300 characters'),
  fix: z.string().describe('plain text of Fix, its first 200 characters'),
  source: httpsUrl.optional(),
})

/** The file `/<site>/solutions.json`; published as `schema/v1/solutions.schema.json`. */
export const indexSchema = z.strictObject({
  generated: z.iso.datetime().describe('when the content last changed, UTC'),
  count: z.number().int().nonnegative(),
  base_url: z.string(),
  solutions: z.array(indexEntrySchema),
})

export type IndexEntry = z.infer<typeof indexEntrySchema>
export type Index = z.infer<typeof indexSchema>

export function indexEntry(solution: Solution, url: string): IndexEntry {
  return {
    title: solution.title,
    category: solution.category,
    url,
    symptom: cut(solution.symptomText, symptomLength),
    fix: cut(solution.fixText, fixLength),
    ...(solution.source === undefined ? {} : { source: solution.source }),
  }
}

/** The first `length` Unicode code points: never half of a surrogate pair, nothing added. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  let end = 0
  for (let count = 0; count < length && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return text.slice(0, end)
}

/** White space collapsed to single spaces, none at the ends. */
export const collapse = (text: string): string => text.replace(/\s{2,}|[^\S ]/gu, ' ').trim()
