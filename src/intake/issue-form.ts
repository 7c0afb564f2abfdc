import { fencesOf } from '../content/guards.ts'

/**
 * The questions of `.github/ISSUE_TEMPLATE/solution.yml`, in its order; a test compares the two. `code` is a text area with
 * `render`: its answer arrives inside a fence.
 */
export const solutionQuestions = [
  { id: 'title', label: 'Error name', kind: 'input' },
  { id: 'category', label: 'Category', kind: 'dropdown' },
  { id: 'error', label: 'Error message', kind: 'code' },
  { id: 'cause', label: 'Root cause', kind: 'textarea' },
  { id: 'fix', label: 'Exact fix steps', kind: 'textarea' },
  { id: 'versions', label: 'Product and versions', kind: 'input' },
  { id: 'source', label: 'Source link', kind: 'input' },
  { id: 'human', label: 'Approval', kind: 'checkboxes' },
] as const

type Question = (typeof solutionQuestions)[number]

export type SolutionAnswers = { [id in Question['id']]?: string }

/** What a person ticks before anything is proposed in their name. */
export const approval = 'A human approved this submission'

/** A line that looks like the heading of a question, by the question's place in the form. */
interface Heading {
  readonly line: number
  readonly question: number
}

/**
 * The answers in an issue's body. GitHub writes `### Label` and the answer, so an answer may hold what a heading of the
 * form looks like. Real headings are in the order of the form. Those that go back in it belong to an answer, for example
 * to a whole form that it quotes. Empty answers are left out.
 */
export function readForm(body: string): SolutionAnswers {
  const lines = body
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
  const headings = inOrder(visibleHeadings(lines))
  const answers: SolutionAnswers = {}
  for (const [index, { line, question }] of headings.entries()) {
    const { id, kind } = solutionQuestions[question] as Question
    const answer = answerOf(lines.slice(line + 1, headings[index + 1]?.line).join('\n'), kind)
    if (answer !== undefined) answers[id] = answer
  }
  return answers
}

/**
 * Headings outside of code. One inside counts too if it is the only one of its question and what follows can be the
 * answer: a fence that the author of the answer before did not close may reach to a later one.
 */
function visibleHeadings(lines: readonly string[]): Heading[] {
  const all = lines.flatMap((text, line): Heading[] => {
    const label = /^### (.*)$/.exec(text)?.[1]?.trimEnd()
    const question = solutionQuestions.findIndex((each) => each.label === label)
    return question === -1 ? [] : [{ line, question }]
  })
  const fences = fencesOf(lines)
  const inCode = new Set(
    all.filter(({ line }) =>
      fences.some(({ start, end }) => end !== undefined && line > start && line < end),
    ),
  )
  const outside = new Set(all.filter((heading) => !inCode.has(heading)).map(({ question }) => question))
  return all.filter((heading, index) => {
    if (!inCode.has(heading)) return true
    const answer = lines
      .slice(heading.line + 1, all[index + 1]?.line)
      .join('\n')
      .trim()
    const kind = solutionQuestions[heading.question]?.kind
    return !outside.has(heading.question) && (kind === 'textarea' || !answer.includes('\n'))
  })
}

/** The first headings as far as they are in order, and of the last ones those that follow in it. */
function inOrder(headings: readonly Heading[]): Heading[] {
  const questionAt = (index: number): number => headings[index]?.question ?? -1
  const first = headings.findIndex((_, at) => at > 0 && questionAt(at) <= questionAt(at - 1))
  if (first === -1) return [...headings]
  let last = headings.length - 1
  while (questionAt(last - 1) < questionAt(last)) last--
  const end = questionAt(first - 1)
  return [...headings.slice(0, first), ...headings.slice(last).filter(({ question }) => question > end)]
}

function answerOf(text: string, kind: Question['kind']): string | undefined {
  if (/^(?:_No response_)?$/.test(text.trim())) return undefined
  const answer = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
  if (kind !== 'code') return answer
  // A pasted fence inside the form's fence gives two.
  const inside = unfenced(unfenced(answer))
  return inside.trim() === '' ? undefined : inside
}

const fenced = /^(`{3,}(?!`)|~{3,}(?!~))[^\n`]*\n(?:([\s\S]*)\n)?\1$/

function unfenced(text: string): string {
  const match = fenced.exec(text.trim())
  return match === null ? text : (match[2] ?? '')
}
