import { bestReading, type Heading } from './best-reading.ts'

/** A question of an issue form, as far as its answer shows in an issue's body. */
export interface Question {
  readonly id: string
  readonly label: string
  /** `code` is a text area with `render`: its answer arrives inside a fence. */
  readonly kind: 'input' | 'dropdown' | 'textarea' | 'code' | 'checkboxes'
}

export interface ReadForm {
  /** Answers by the question's id; what was left empty is missing. */
  readonly answers: Readonly<Record<string, string>>
  /** Ids of the questions whose headings are there. */
  readonly asked: readonly string[]
  /** Labels that stand as headings in an answer and were taken as its text. */
  readonly quoted: readonly string[]
}

/** More headings than this that are named like questions are no answer of a person. */
const mostHeadings = 60

/**
 * The answers in an issue's body. GitHub writes `### Label`, the answer, and nothing that tells the two apart, so an
 * answer may hold what a heading of the form looks like, or a fence that is never closed. Of all the ways to read the
 * body this takes the one that fits best: the questions in their order, each answer of its question's kind, few
 * headings left over. The answers are slices of the body, Markdown as it was written.
 */
export function readForm(body: string, questions: readonly Question[]): ReadForm {
  const lines = body
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
  const candidates = lines.flatMap((text, line): Heading[] => {
    const label = /^### (.*)$/.exec(text)?.[1]?.trimEnd()
    const question = questions.findIndex((each) => each.label === label)
    return question === -1 ? [] : [{ line, question }]
  })
  if (candidates.length > mostHeadings) return { answers: {}, asked: [], quoted: [] }
  const { headings, quoted } = bestReading(lines, candidates, questions.length, (question, answer, closed) =>
    doubtOf(answer, questions[question]?.kind, closed),
  )
  const answers: Record<string, string> = {}
  for (const [index, { line, question }] of headings.entries()) {
    const { id, kind } = questions[question] as Question
    const answer = answerOf(lines.slice(line + 1, headings[index + 1]?.line).join('\n'), kind)
    if (answer !== undefined) answers[id] = answer
  }
  return {
    answers,
    asked: headings.map(({ question }) => questions[question]?.id ?? ''),
    quoted: quoted.map(({ question }) => questions[question]?.label ?? ''),
  }
}

const isEmpty = (answer: string): boolean => /^(?:_No response_)?$/.test(answer.trim())

const fenced = /^(`{3,}(?!`)|~{3,}(?!~))[^\n`]*\n(?:([\s\S]*)\n)?\1$/

/** Authors forget to close a fence; that GitHub writes two lines for an input does not happen. */
const unclosed = 3
const otherKind = 5

/** How much speaks against a text as the answer to a question of this kind. */
function doubtOf(answer: string, kind: Question['kind'] | undefined, closed: boolean): number {
  if (isEmpty(answer)) return 0
  const text = answer.trim()
  switch (kind) {
    case 'input':
    case 'dropdown':
      return text.includes('\n') ? otherKind : 0
    case 'code':
      return fenced.test(text) ? 0 : otherKind
    case 'checkboxes':
      return text.split('\n').every((line) => /^- \[[ xX]\] /.test(line)) ? 0 : otherKind
    default:
      return closed ? 0 : unclosed
  }
}

function answerOf(text: string, kind: Question['kind']): string | undefined {
  if (isEmpty(text)) return undefined
  const answer = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
  if (kind !== 'code') return answer
  // Who pastes a message with its own fence gets two.
  const inside = unfenced(unfenced(answer))
  return inside.trim() === '' ? undefined : inside
}

function unfenced(text: string): string {
  const match = fenced.exec(text.trim())
  return match === null ? text : (match[2] ?? '')
}
