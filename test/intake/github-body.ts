import { type SolutionAnswers, solutionQuestions } from '../../src/intake/issue-form.ts'

/** The body of an issue as GitHub writes it for answers to the form. */
export function githubBody(answers: SolutionAnswers): string {
  const blocks = solutionQuestions.map(({ id, label, kind }) => {
    const answer = answers[id]
    const shown = answer !== undefined && kind === 'code' ? `\`\`\`text\n${answer}\n\`\`\`` : answer
    return `### ${label}\n\n${shown ?? '_No response_'}`
  })
  return blocks.join('\n\n')
}

/** Answers without any fault. Tests change them in one respect. */
export const goodAnswers = {
  title: 'Acme queue: EACMEFULL when a worker is slow',
  category: 'performance',
  error: 'EACMEFULL: the queue holds 1000 items',
  cause: 'The queue has a fixed size, and nothing is taken from it while a worker waits for the disk.',
  fix: 'Raise the size with `ACME_QUEUE_SIZE=10000` in `worker.env`, then restart the worker.',
  versions: 'acme 1.2.3',
  source: 'https://github.com/example/acme/issues/99',
  human: '- [x] A human approved this submission',
} as const satisfies SolutionAnswers
