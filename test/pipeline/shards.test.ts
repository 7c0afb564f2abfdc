import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentFolder, filesBelow, temporaryFolder } from '../catalog.ts'
import { inProcess } from '../in-process.ts'
import { solutionNamed, validGuide, validSolution } from '../valid-solution.ts'

const folder = temporaryFolder()
const content = contentFolder({
  'solutions/general/connect-econnrefused.md': validSolution,
  'guides/which.md': validGuide,
  ...Object.fromEntries(
    ['Apple', 'Birch', 'Cedar', 'Dahlia', 'Elder', 'Fern', 'Grass'].map((name) => [
      `solutions/auth/${name.toLowerCase()}.md`,
      solutionNamed(name),
    ]),
  ),
})

const fixdex = (...args: string[]) =>
  inProcess(args, { cwd: folder, env: { SOURCE_DATE_EPOCH: '1763596800' } })
const bytesOf = (out: string): Record<string, string> =>
  Object.fromEntries(filesBelow(out).map((path) => [path, readFileSync(join(out, path)).toString('base64')]))
const shard = (part: string, from = content, out = `part-${part[0]}`) =>
  fixdex('build', '--content', from, '--shard', part, '--out', out)
const merge = (parts: string[], out: string, ...flags: string[]) =>
  fixdex('merge', ...parts, '--content', content, '--out', out, ...flags)

const whole = await fixdex('build', '--content', content, '--no-cache', '--out', 'whole')
for (const part of ['1/3', '2/3', '3/3']) await shard(part)
const expected = bytesOf(join(folder, 'whole'))

test('three parts and their merge give the bytes of one build', async () => {
  expect(whole.status).toBe(0)
  expect(await shard('2/3')).toEqual({ stdout: 'part 2 of 3: 3 files -> part-2\n', stderr: '', status: 0 })
  const merged = await merge(['part-1', 'part-2', 'part-3'], 'merged', '--cache-dir', 'cache', '--json')
  expect(merged.status).toBe(0)
  expect(JSON.parse(merged.stdout)).toMatchObject({ compiled: 0, solutions: 8 })
  expect(bytesOf(join(folder, 'merged'))).toEqual(expected)
})

test('what is in none of the parts is compiled, with and without a cache', async () => {
  for (const flags of [['--no-cache'], ['--cache-dir', 'another']]) {
    const merged = await merge(['part-3', 'part-1'], 'some', ...flags, '--json')
    expect(JSON.parse(merged.stdout)).toMatchObject({ compiled: 3 })
    expect(bytesOf(join(folder, 'some'))).toEqual(expected)
    rmSync(join(folder, 'some'), { recursive: true })
  }
})

test('a part with a faulty file says so and fails', async () => {
  const faulty = join(temporaryFolder(), 'content')
  cpSync(content, faulty, { recursive: true })
  writeFileSync(join(faulty, 'solutions/auth/apple.md'), validSolution.replace('## Fix', '## Fixes'))
  const results = await Promise.all(
    ['1/2', '2/2'].map((part) => shard(part, faulty, join(temporaryFolder(), 'part'))),
  )
  expect(results.map(({ status }) => status).sort()).toEqual([0, 1])
  expect(results.map(({ stderr }) => stderr).join('')).toContain('section/unknown')
})

test('folders that hold no part of this version are refused in one line', async () => {
  const foreign = join(temporaryFolder(), 'part')
  cpSync(join(folder, 'part-1'), foreign, { recursive: true })
  const [pages = ''] = readdirSync(foreign).filter((name) => name.startsWith('pages-'))
  renameSync(join(foreign, pages), join(foreign, 'pages-ofAnother'))
  expect(await merge([foreign], 'never')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('another version of the program'),
  })
  expect(await merge(['nowhere'], 'never')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('No compiled pages in'),
  })
  expect(existsSync(join(folder, 'never'))).toBe(false)
})

test.each(['0/2', '3/2', '1', 'a/b', '1/0'])('%s is no part', async (part) => {
  expect(await shard(part)).toMatchObject({ status: 2, stderr: expect.stringContaining('such as 2/4') })
})
