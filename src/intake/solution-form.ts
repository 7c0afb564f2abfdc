import type { Question } from './issue-form.ts'

/** The questions of `.github/ISSUE_TEMPLATE/solution.yml`, in its order; a test holds the two together. */
export const solutionQuestions = [
  { id: 'title', label: 'Error name', kind: 'input' },
  { id: 'category', label: 'Category', kind: 'dropdown' },
  { id: 'error', label: 'Error message', kind: 'code' },
  { id: 'cause', label: 'Root cause', kind: 'textarea' },
  { id: 'fix', label: 'Exact fix steps', kind: 'textarea' },
  { id: 'versions', label: 'Product and versions', kind: 'input' },
  { id: 'source', label: 'Source link', kind: 'input' },
  { id: 'human', label: 'Approval', kind: 'checkboxes' },
] as const satisfies readonly Question[]

export type SolutionAnswers = {
  readonly [id in (typeof solutionQuestions)[number]['id']]?: string
}

/** What a person ticks before anything is proposed in their name. */
export const approval = 'A human approved this submission'
