import { expect, test } from 'vitest'
import { guardMarkdown, guardTree } from '../../src/content/guards.ts'
import { parseMarkdown } from '../../src/content/parse-markdown.ts'
import { type Problem, reportInto } from '../../src/model/problem.ts'

function guard(text: string) {
  const problems: Problem[] = []
  const safe = guardMarkdown(text, 10, reportInto(problems, 'x.md'))
  expect(safe).toBe(problems.length === 0)
  return problems.map(({ line }) => line)
}

test.each<[string, string, number[]]>([
  ['plain text', 'a\n\nb\n', []],
  ['six nested marks', '> > > > > > x', []],
  ['seven nested marks', 'a\n\n> > > > > > > x', [12]],
  ['a row of quote marks', '>'.repeat(2000), [10]],
  ['a row of list marks', '- '.repeat(2000), [10]],
  ['a long paragraph', `x\n\n${'word '.repeat(1300)}`, [12]],
  ['emphasis marks', '*a_ '.repeat(300), [10]],
  ['a wide table', `${'|a'.repeat(500)}\n${'|-'.repeat(500)}\n`, [10]],
  [
    'conflict marks and prompts in a fence',
    `\`\`\`text\n${'>'.repeat(20)}\n${'*a_ '.repeat(3000)}\n\`\`\`\n`,
    [],
  ],
  ['a row of quote marks in what may be no fence', `    \`\`\`\n${'>'.repeat(2000)}`, [11]],
  ['after a fence', `\`\`\`\`text\n\`\`\`\n\`\`\`\`\n${'*a_ '.repeat(300)}`, [13]],
  ['after a fence that is closed by a mark with a space', `\`\`\`text\n\`\`\` \n${'*a_ '.repeat(300)}`, [12]],
  ['a fence that is none', `\`\`\` a \`\`\` b\n${'*a_ '.repeat(300)}`, [10]],
  ['in a second fence', `\`\`\`\nx\n\`\`\`\n\n\`\`\`\n${'>'.repeat(20)}\n\`\`\`\n`, []],
  ['in a fence, after a mark with text behind it', `\`\`\`\n\`\`\` x\n${'>'.repeat(20)}\n\`\`\`\n`, []],
  ['in a fence of tildes with a backtick behind the mark', `~~~ a\`b\n${'>'.repeat(20)}\n~~~\n`, []],
  ['a horizontal rule', '- - -\n', []],
])('%s', (_, text, lines) => expect(guard(text)).toEqual(lines))

test('what is refused has its code, what was found, the limit and a hint', () => {
  const problems: Problem[] = []
  guardMarkdown('> > > > > > > x', 10, reportInto(problems, 'x.md'))
  expect(problems).toEqual([
    {
      code: 'file/complexity',
      severity: 'error',
      path: 'x.md',
      line: 10,
      column: 1,
      message: 'Unexpected 7 nested quotes and lists in one line, expected at most 6',
      hint: expect.stringContaining('shorter paragraphs'),
    },
  ])
})

test.each([
  ['6,000 characters in a paragraph', 'x'.repeat(6000), []],
  ['6,001 characters in a paragraph', `${'x'.repeat(3000)}\n${'x'.repeat(3001)}`, ['longer paragraph']],
  ['400 marks in a block', `${'*a'.repeat(200)}\n${'*a'.repeat(200)}`, []],
  ['401 marks in a block', '*a'.repeat(401), ['number of Markdown marks in one block']],
  ['as many in two blocks', `${'*a'.repeat(300)}\n \n${'*a'.repeat(300)}`, []],
])('%s', (_, text, found) => {
  const problems: Problem[] = []
  guardMarkdown(text, 10, reportInto(problems, 'x.md'))
  expect(problems.map(({ message }) => /^Unexpected (.*), expected/.exec(message)?.[1])).toEqual(found)
})

test('a table of 3,000 cells is rendered, a larger one is not', () => {
  // The renderer fills short rows up.
  const table = (columns: number, rows: number) =>
    `${'|a'.repeat(columns)}\n${'|-'.repeat(columns)}\n${'|b\n'.repeat(rows - 1)}`
  const problems: Problem[] = []
  const guarded = (text: string) => guardTree(parseMarkdown(text, 0), reportInto(problems, 'x.md'))
  expect(guarded(table(50, 60))).toBe(true)
  expect(guarded(table(50, 61))).toBe(false)
  expect(problems).toMatchObject([
    {
      code: 'file/complexity',
      line: 1,
      message: 'Unexpected table of 3050 cells, expected a page for readers',
      hint: expect.stringContaining('Split the page'),
    },
  ])
})

test('a tree of forty levels is walked, a deeper one is not', () => {
  const nested = (levels: number) =>
    Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}- word\n`).join('')
  const messages = (levels: number) => {
    const problems: Problem[] = []
    const safe = guardTree(parseMarkdown(nested(levels), 0), reportInto(problems, 'x.md'))
    expect(safe).toBe(problems.length === 0)
    return problems.map(({ message }) => message)
  }
  // Each level of a list is two of the tree, and its paragraph one.
  expect(messages(19)).toEqual([])
  expect(messages(21)).toEqual(['Unexpected nesting of more than 40 levels, expected a page for readers'])
})
