import * as z from 'zod'
import { httpsUrl, solutionId } from './fields.ts'
import type { Index, IndexEntry } from './index-entry.ts'
import type { Solution } from './solution.ts'
import { cut, fixLength, symptomLength } from './text.ts'
import { categories } from './vocabulary.ts'

/** One entry of `solutions.json`: these keys in this order and nothing else. */
const indexEntrySchema = z.strictObject({
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
}) satisfies z.ZodType<Index>

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

/** `reviewed` is used when there is no git history. */
export const changeKinds = [
  'added',
  'changed',
  'reviewed',
  'renamed',
  'superseded',
  'withdrawn',
  'removed',
] as const

export type ChangeKind = (typeof changeKinds)[number]

/** The newest change of one address. */
export const changeSchema = z.strictObject({
  id: solutionId.describe('the address concerned: <category>/<slug>, as it is or once was'),
  kind: z.enum(changeKinds),
  date: z.iso.date().describe('day of the commit, or of the last review where there is no history'),
  to: solutionId.optional().describe('where a renamed or superseded page leads'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe('of the Markdown twin at this address; left out where the page was removed'),
})

/** The file `/<site>/changes.json`; published as `schema/v1/changes.schema.json`. */
export const changesSchema = z.strictObject({
  generated: z.iso.datetime().describe('when the content last changed, UTC'),
  basis: z.enum(['git', 'reviewed']).describe('what the dates are taken from'),
  note: z.string().optional().describe('what is missing and why, where the basis is not git'),
  total: z.number().int().nonnegative().describe('addresses that ever changed'),
  count: z.number().int().nonnegative().describe('those listed here: all of them'),
  changes: z.array(changeSchema).describe('newest first, each address once'),
})

export type ChangeEntry = z.infer<typeof changeSchema>
export type Changes = z.infer<typeof changesSchema>
