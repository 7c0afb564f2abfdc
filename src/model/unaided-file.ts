import * as z from 'zod'
import { day, solutionId } from './fields.ts'
import { compare } from './problem.ts'

/** What models answered about each page's error without seeing the page, by `<category>/<slug>`. */
export const unaidedFile = 'unaided.json'

export const modelName = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._+/()-]{0,79}$/u, 'expected the name of a model')

const count = z.int().nonnegative()

/** The judged answers of one model about one page that it did not see. */
const unaidedAnswersSchema = z
  .strictObject({
    model: modelName.describe('the model, as its vendor names it, or who answered'),
    date: day.describe('day of the last answer'),
    asked: count.min(1),
    right: count.describe('answers with the right cause and a fix that works'),
    partly: count.describe('answers with the right cause or the right fix'),
    wrong: count,
  })
  .refine(
    ({ asked, right, partly, wrong }) => right + partly + wrong === asked,
    'expected right, partly and wrong to add up to asked',
  )

export type UnaidedAnswers = z.output<typeof unaidedAnswersSchema>

/** By `<category>/<slug>`. */
export type Unaided = Readonly<Record<string, readonly UnaidedAnswers[]>>

/** Shape of `content/unaided.json`; published as `schema/v1/unaided.schema.json`. */
export const unaidedSchema = z.strictObject({
  $schema: z.string().optional(),
  pages: z.record(solutionId, z.array(unaidedAnswersSchema).min(1)),
})

/** One line per page, so that a diff shows which were asked. */
export function unaidedText(pages: Unaided): string {
  const lines = Object.entries(pages)
    .sort(([a], [b]) => compare(a, b))
    .map(([id, answers]) => `    ${JSON.stringify(id)}: [${answers.map(spaced).join(', ')}]`)
  return `{\n  "pages": {\n${lines.join(',\n')}\n  }\n}\n`
}

const spaced = (entry: UnaidedAnswers): string => JSON.stringify(entry, null, 1).replace(/\n ?/g, ' ')
