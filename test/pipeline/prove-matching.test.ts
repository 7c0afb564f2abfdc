import { expect, test } from 'vitest'
import { match } from '../../src/client/match.ts'
import { check } from '../../src/pipeline/check.ts'
import { contentFolder } from '../catalog.ts'
import { validSolution } from '../valid-solution.ts'

const page = (title: string, errors: string[], product: string) =>
  validSolution
    .replace(/^title: .*$/m, `title: "${title}"`)
    .replace(/errors:\n.*\n/, `errors:\n${errors.map((error) => `  - ${JSON.stringify(error)}\n`).join('')}`)
    .replace('product: node', `product: ${product}`)

const found = async (files: Record<string, string>) =>
  (await check(contentFolder(files))).problems
    .filter(({ code }) => code.startsWith('match/'))
    .map(({ path, code, line, message }) => ({ path, code, line, message }))

test('messages that lead to their own pages are no problem, also when only the product tells them apart', async () => {
  expect(
    await found({
      'solutions/auth/a.md': page(
        'A',
        ['SQLITE_BUSY: database is locked', 'EOTHER: … was refused by …'],
        'better-sqlite3',
      ),
      'solutions/auth/b.md': page('B', ['SQLITE_BUSY: database is locked'], 'prisma'),
    }),
  ).toEqual([])
})

test('a page that can’t win because another one has the same message is a problem that names both', async () => {
  expect(
    await found({
      'solutions/auth/a.md': page('A', ['SQLITE_BUSY: database is locked'], 'node'),
      'solutions/auth/b.md': page(
        'B',
        ['EFIRST: the first one is refused', 'SQLITE_BUSY: database is locked'],
        'node',
      ),
    }),
  ).toEqual([
    {
      path: 'solutions/auth/b.md',
      code: 'match/other-first',
      line: 5,
      message: expect.stringContaining('solutions/auth/a.md comes first'),
    },
  ])
})

test('a message that no log can be recognised by is a problem', async () => {
  expect(await found({ 'solutions/auth/a.md': page('A', ['E … …'], 'node') })).toMatchObject([
    { code: 'match/unmatched', line: 4 },
  ])
})

test.each([
  [70, true],
  [90, false],
])('a varying part may be %i words long: %s', (words, found) => {
  const entry = {
    id: 'auth/a',
    title: 'A',
    errors: ['EOTHER: loading the plugin … was refused by the registry'],
  }
  const filler = 'filler '.repeat(words).trim()
  const text = `EOTHER: loading the plugin ${filler} was refused by the registry`
  const [best] = match(text, { entries: [{ ...entry, signs: [], codes: [], products: [] }] })
  expect(best?.confidence === 'exact').toBe(found)
})
