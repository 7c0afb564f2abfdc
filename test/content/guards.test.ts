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

test('a tree of forty levels is walked, a deeper one is not', () => {
  const nested = (levels: number) =>
    Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}- word\n`).join('')
  const codes = (levels: number) => {
    const problems: Problem[] = []
    const safe = guardTree(parseMarkdown(nested(levels), 0), reportInto(problems, 'x.md'))
    expect(safe).toBe(problems.length === 0)
    return problems.map(({ code }) => code)
  }
  // Each level of a list is two of the tree.
  expect(codes(19)).toEqual([])
  expect(codes(21)).toEqual(['file/complexity'])
})
