import fs, { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { readSources } from '../../src/content/read-sources.ts'
import { contentFolder, temporaryFolder } from '../catalog.ts'
import { validSolution } from '../valid-solution.ts'

test('a file name is a slug, or a problem that names it', () => {
  const folder = join(temporaryFolder(), 'content')
  mkdirSync(join(folder, 'solutions/auth'), { recursive: true })
  const piece = fc.constantFrom(
    'a',
    'z9',
    '-',
    '--',
    'A',
    '_',
    '.',
    ' ',
    'é',
    '한',
    'con',
    'index',
    'aux',
    '0',
    'x'.repeat(40),
  )
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), (pieces) => {
      const slug = pieces.join('')
      const proper =
        /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= 80 && !/^(con|aux|index)$/.test(slug)
      writeFileSync(join(folder, 'solutions/auth', `${slug}.md`), '')
      const { sources, problems } = readSources(folder)
      const path = `solutions/auth/${slug}.md`
      expect(sources.some((source) => source.path === path)).toBe(proper)
      expect(problems.some((problem) => problem.path === path)).toBe(!proper)
    }),
    { numRuns: 150 },
  )
})

test('links, folders with a file’s name and files in wrong places are problems; nothing is lost silently', () => {
  const folder = contentFolder({
    'solutions/auth/good.md': validSolution,
    'solutions/auth/deeper/x.md': validSolution,
    'solutions/auth/.hidden.md': validSolution,
    'guides/deeper/x.md': validSolution,
  })
  const secret = join(temporaryFolder(), 'secret.md')
  writeFileSync(secret, 'secret')
  symlinkSync(secret, join(folder, 'solutions/auth/link.md'))
  symlinkSync(temporaryFolder(), join(folder, 'solutions/general'))
  const { sources, problems } = readSources(folder)
  expect(sources.map(({ path }) => path)).toEqual(['solutions/auth/good.md'])
  expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
    'guides/deeper/x.md file/path',
    'solutions/auth/.hidden.md file/name',
    'solutions/auth/deeper/x.md file/path',
    'solutions/auth/link.md file/kind',
    'solutions/general file/kind',
  ])
})

test('a byte order mark and CRLF are read as if they were not there', () => {
  const folder = contentFolder({ 'solutions/auth/x.md': `\ufeff${validSolution.replaceAll('\n', '\r\n')}` })
  expect(readSources(folder).sources[0]?.text).toBe(validSolution)
})

test('a name with a line break is a problem that shows it', () => {
  const folder = contentFolder({ 'solutions/auth/good.md': validSolution })
  writeFileSync(join(folder, 'solutions/auth', 'two\nlines.md'), validSolution)
  const { problems } = readSources(folder)
  expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
    'solutions/auth/two\\u{a}lines.md file/name',
  ])
})

test('a file that vanishes after it was listed is none', () => {
  const folder = contentFolder({ 'solutions/auth/good.md': validSolution })
  const { readFileSync } = fs
  const vanish = vi.spyOn(fs, 'readFileSync').mockImplementation((file, options) => {
    if (String(file).endsWith('good.md')) rmSync(String(file), { force: true })
    return readFileSync(file, options as never)
  })
  syncBuiltinESMExports()
  expect(readSources(folder)).toEqual({ sources: [], problems: [] })
  vanish.mockRestore()
  syncBuiltinESMExports()
})
