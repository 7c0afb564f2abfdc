import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readForm, type SolutionAnswers, solutionQuestions } from '../../src/intake/issue-form.ts'
import { githubBody, goodAnswers } from './github-body.ts'

const read = readForm

/** Pieces of answers that mislead readers of such bodies. */
const pieces = [
  'A sentence.',
  '### Step two',
  '# Root cause',
  '#### Category',
  '> ### Category\n>\n> quoted',
  '```md\n### Exact fix steps\n\nfake\n\n### Approval\n```',
  '~~~text\n### Source link\n```\n~~~',
  '````md\n```json\n### Category\n```\n````',
  '- a list\n\n  ```bash\n  ### Category\n  ```',
  '1. one\n2. two',
  '_No response_ is what GitHub writes',
  '### Category of the queue',
  '<!-- a comment -->',
  'Title\n=====',
  '| a | b |\n| - | - |',
  '- [x] A human approved this submission',
]
const answer = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 })
  .map((some) => some.join('\n\n'))

test('answers come back as they were written, whatever they hold', () => {
  const answers: fc.Arbitrary<SolutionAnswers> = fc.record(
    {
      ...Object.fromEntries(Object.entries(goodAnswers).map(([id, text]) => [id, fc.constant<string>(text)])),
      error: fc.constantFrom(
        'one line',
        'two\n\nlines',
        '### Root cause\n\ninside',
        '```\nfenced by hand\n```\ntext',
        'a\n```js\nb',
        '    indented',
      ),
      cause: answer,
      fix: answer,
    },
    { requiredKeys: ['error', 'fix'] },
  )
  fc.assert(
    fc.property(answers, fc.boolean(), (given, windows) => {
      const body = githubBody(given)
      expect(read(windows ? body.replaceAll('\n', '\r\n') : body)).toEqual(given)
    }),
    { numRuns: 400 },
  )
})

describe('headings of the form inside an answer', () => {
  const whole = githubBody(goodAnswers)

  test.each(['cause', 'fix'] as const)('a whole form quoted in %s stays there', (id) => {
    const given = { ...goodAnswers, [id]: `As in this one:\n\n${whole}\n\nThat is all.` }
    const answers = read(githubBody(given))
    expect(answers).toEqual(given)
  })

  test('a heading named like an earlier question is text, and is told', () => {
    const given = { ...goodAnswers, fix: 'First.\n\n### Category\n\nThe one of the queue.' }
    expect(read(githubBody(given))).toEqual(given)
  })

  test('nothing is lost where a heading can be read in two ways', () => {
    const given = { ...goodAnswers, cause: 'It is known.\n\n### Exact fix steps\n\nSee there.' }
    const answers = read(githubBody(given))
    expect(`${answers.cause}\n${answers.fix}`).toContain('See there.')
    expect(`${answers.cause}\n${answers.fix}`).toContain(goodAnswers.fix)
  })
})

test('a fence that is never closed does not swallow the questions behind it', () => {
  for (const fence of ['```bash', '```', '````', '~~~']) {
    const given = { ...goodAnswers, cause: 'It is:\n\n```json\n{', fix: `Run \`acme\`.\n\n${fence}\nacme` }
    expect(read(githubBody(given))).toEqual(given)
  }
})

test('an empty answer is missing, in each of the ways that GitHub and people leave it', () => {
  const { cause: _, source: __, ...given } = goodAnswers
  expect(read(githubBody(given))).toEqual(given)
  expect(read(githubBody(given).replaceAll('_No response_', ''))).toEqual(given)
  expect(read(githubBody({ ...given, cause: '  \n ' }))).toEqual(given)
})

test('questions that an earlier form did not ask are missing', () => {
  const body = githubBody(goodAnswers).replace(/### Product and versions\n\n.*\n\n/, '')
  const { versions: _, ...given } = goodAnswers
  expect(read(body)).toEqual(given)
})

test('a heading in code is no answer to a question that was not asked', () => {
  const fix =
    'Write it so:\n\n```md\n### Product and versions\n\nacme 1.2.3\nacme 1.2.4\n```\n\nThen send it.'
  const given = { ...goodAnswers, fix }
  const { versions: _, ...asked } = given
  const body = githubBody(given).replace(/### Product and versions\n\nacme 1.2.3\n\n(?=### Source)/, '')
  expect(read(body)).toEqual(asked)
})

test('a fence that is never closed, and whole ones behind it', () => {
  const fix = 'Run it:\n\n```bash\nacme\n```\n\nThen:\n\n```bash\nacme again\n```'
  const given = { ...goodAnswers, cause: 'It is:\n\n```json\n{', fix }
  expect(read(githubBody(given))).toEqual(given)
})

test.each([
  ['many headings', '### Category\n\n'.repeat(5000)],
  ['as many as are read', githubBody(goodAnswers).slice(0, 40) + '\n\n### Root cause\n\nx'.repeat(58)],
  ['marks', '`'.repeat(60_000)],
  ['quotes', '> '.repeat(30_000)],
])('%s take no time', (_, body) => {
  expect(Object.keys(read(body)).length).toBeLessThanOrEqual(solutionQuestions.length)
})
