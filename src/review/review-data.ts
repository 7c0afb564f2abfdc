import * as z from 'zod'
import { Fault } from '../model/fault.ts'

/** A whole review may not be larger: it is one comment. */
export const reviewBytes = 256 * 1024
export const reviewLimits = { pages: 20, problems: 20, similar: 3, diff: 8000, others: 40 } as const

const oneLine = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[^\r\n]*$/, 'expected one line')
const count = z.number().int().nonnegative()

const foundProblem = z.strictObject({
  severity: z.enum(['error', 'warning']),
  code: oneLine(60),
  line: count,
  column: count,
  message: oneLine(1000),
  hint: oneLine(1000).optional(),
})

const pageReview = z.strictObject({
  path: oneLine(300),
  change: z.enum(['added', 'changed', 'removed', 'moved']),
  from: oneLine(300).optional().describe('where the file was before it was moved'),
  address: oneLine(300).optional().describe('where the page is published'),
  shown: z.enum(['page', 'source']).describe('what the difference is of: a file with errors has no page'),
  diff: z.string().max(reviewLimits.diff).describe('unified, hidden characters spelled out'),
  cut: z.boolean().describe('is the difference longer than what is shown?'),
  similar: z.array(oneLine(300)).max(reviewLimits.similar).describe('pages with a title or message like it'),
  problems: z.array(foundProblem).max(reviewLimits.problems),
})

/**
 * What a change does to the catalog. Plain data, so that it can be made where strangers' code runs and shown where
 * strangers' code must not run: every text in it is untrusted.
 */
export const reviewSchema = z.strictObject({
  format: z.literal(1),
  commit: z.string().regex(/^[0-9a-f]{40}$|^[0-9a-f]{64}$/),
  pages: z.array(pageReview).max(reviewLimits.pages),
  morePages: count,
  problemsElsewhere: count.describe('in files that the change does not touch'),
  others: z.array(oneLine(300)).max(reviewLimits.others).describe('changed files outside of the content'),
  moreOthers: count,
})

export type Review = z.infer<typeof reviewSchema>
export type PageReview = z.infer<typeof pageReview>

/** A review from a text that anybody may have written. */
export function parseReview(text: string): Review {
  const refused = (reason: string) =>
    new Fault(`This is not a review: ${reason}`, '`fixdex review --json` writes one.')
  if (Buffer.byteLength(text) > reviewBytes) throw refused(`it is larger than ${reviewBytes} bytes`)
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    throw refused('it is no JSON')
  }
  const checked = reviewSchema.safeParse(data)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw refused(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
}
