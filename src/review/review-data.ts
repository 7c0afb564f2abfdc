import * as z from 'zod'
import { hiddenCharacters } from '../checks/hidden-characters.ts'
import { Fault } from '../model/fault.ts'
import { parseJson, printable } from '../model/text.ts'

/** The largest review that is read; it becomes one comment. */
export const reviewBytes = 256 * 1024
export const reviewLimits = {
  pages: 20,
  problems: 20,
  similar: 3,
  diff: 8000,
  others: 40,
  news: 100,
} as const

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
  shown: z.enum(['page', 'source']).describe('what the diff compares: a file with errors has no page'),
  diff: z.string().max(reviewLimits.diff).describe('unified, hidden characters by name'),
  cut: z.boolean().describe('was the diff cut?'),
  similar: z.array(oneLine(300)).max(reviewLimits.similar).describe('pages with a title or message like it'),
  problems: z.array(foundProblem).max(reviewLimits.problems),
})

/**
 * What a pull request does to the catalog. Plain data: it is created where the pull request's code runs and published
 * where that code must not run, so every text in it is untrusted.
 */
export const reviewSchema = z.strictObject({
  format: z.literal(1),
  commit: z.string().regex(/^[0-9a-f]{40}$|^[0-9a-f]{64}$/),
  approvals: z.array(oneLine(200)).max(reviewLimits.news).describe('words added to the lists in approved/'),
  news: z.array(oneLine(400)).max(reviewLimits.news).describe('what no page named before: kind, name, file'),
  moreNews: count,
  pages: z.array(pageReview).max(reviewLimits.pages),
  morePages: count,
  problemsElsewhere: count.describe('in files that did not change'),
  others: z.array(oneLine(300)).max(reviewLimits.others).describe('changed files outside of the content'),
  moreOthers: count,
})

export type Review = z.infer<typeof reviewSchema>
export type PageReview = z.infer<typeof pageReview>

/** Reads a review from untrusted text. Throws a `Fault` if it is not one. */
export function parseReview(text: string): Review {
  const refused = (reason: string) =>
    new Fault(`This is not a review: ${reason}`, '`fixdex review --json` writes one.')
  if (Buffer.byteLength(text) > reviewBytes) throw refused(`it is larger than ${reviewBytes} bytes`)
  const data = parseJson(text)
  if (data === undefined) throw refused('it is not JSON')
  const checked = reviewSchema.safeParse(data)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw refused(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
}

/** Replaces hidden characters by their names: `[U+200B ZERO WIDTH SPACE]`. Those that emoji and scripts need stay. */
export function spellOut(text: string): string {
  let shown = ''
  let at = 0
  for (const { offset, codePoint, name } of hiddenCharacters(text)) {
    if (offset < at) continue
    const length = String.fromCodePoint(codePoint).length
    shown += `${text.slice(at, offset)}[${name}]`
    // A pile of marks is named and shown: without it the word would be another.
    at = name.startsWith('pile ') ? offset : offset + length
  }
  return shown + text.slice(at)
}

/** The text on one line, cut to `length`. */
export const shortLine = (text: string, length: number): string =>
  printable(text.replace(/\s+/g, ' ')).slice(0, length)
