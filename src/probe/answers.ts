import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { Fault } from '../model/fault.ts'
import { day, solutionId } from '../model/fields.ts'
import { parseJson } from '../model/text.ts'
import { modelName, type UnaidedAnswers } from '../model/unaided-file.ts'

export const verdicts = ['yes', 'partly', 'no'] as const

const answerSchema = z.strictObject({
  id: solutionId,
  model: modelName,
  /** Number of the answer among those of this model about this page, from 1. */
  trial: z.int().min(1),
  date: day,
  answer: z.string().min(1).max(20_000),
  /** Missing until it has been judged. */
  verdict: z.enum(verdicts).optional(),
  reason: z.string().max(2000).optional(),
})

/** One answer about one page: a line of the log or of an imported file. */
export type Answer = z.output<typeof answerSchema>

/** A log of answers as JSON Lines; the last one with the same page, model and trial counts. */
export function openLog(file: string) {
  const known = existsSync(file) ? readAnswers(file, {}) : []
  const answers = new Map(known.map((answer) => [keyOf(answer), answer]))
  return {
    /** Appends it at once, so that an interruption loses nothing. */
    add(answer: Answer): void {
      if (isDeepStrictEqual(answers.get(keyOf(answer)), answer)) return
      answers.set(keyOf(answer), answer)
      appendFileSync(file, `${JSON.stringify(answer)}\n`)
    },
    about: (id: string): Answer[] => [...answers.values()].filter((answer) => answer.id === id),
  }
}

export type AnswerLog = ReturnType<typeof openLog>

const keyOf = ({ id, model, trial }: Answer): string => `${id} ${model} ${trial}`

/** Reads JSON Lines. Missing values come from `defaults`; missing trial numbers are counted. */
export function readAnswers(file: string, defaults: Partial<Answer>): Answer[] {
  if (!existsSync(file)) throw new Fault(`${file} does not exist`, 'Name a file of JSON Lines.')
  const counts = new Map<string, number>()
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((text, index) => {
    if (text.trim() === '') return []
    const read = parseJson(text)
    // An incomplete last line: the program was killed while writing it.
    if (read === undefined && index === lines.length - 1) return []
    if (read === undefined) throw refusal(file, index, 'not JSON')
    const data: Partial<Answer> = { ...defaults, ...read }
    const who = `${data.id} ${data.model}`
    const trial = data.trial ?? (counts.get(who) ?? 0) + 1
    counts.set(who, trial)
    const checked = answerSchema.safeParse({ ...data, trial })
    if (checked.success) return checked.data
    const issues = checked.error.issues.map(({ path, message }) => `${path.join('.') || 'line'}: ${message}`)
    throw refusal(file, index, issues.join('; '))
  })
}

const refusal = (file: string, index: number, reason: string): Fault =>
  new Fault(
    `${file}:${index + 1}: ${reason}`,
    'Expected {"id", "model", "date", "answer"} and, once it was judged, "verdict": "yes", "partly" or "no" and "reason".',
  )

/** Counts the judged answers of each model, as in `unaided.json`. */
export function tally(answers: readonly Answer[]): UnaidedAnswers[] {
  const judged = answers.filter(({ verdict }) => verdict !== undefined)
  return [...new Set(judged.map(({ model }) => model))].map((model) => {
    const own = judged.filter((answer) => answer.model === model)
    const count = (wanted: string) => own.filter(({ verdict }) => verdict === wanted).length
    const dates = own.map(({ date }) => date).sort()
    return {
      model,
      date: dates.at(-1) ?? '',
      asked: own.length,
      right: count('yes'),
      partly: count('partly'),
      wrong: count('no'),
    }
  })
}
