import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentFolder, root } from './catalog.ts'
import { start } from './serve/process.ts'
import { smallCatalog, validSolution } from './valid-solution.ts'

const file = 'solutions/general/connect-econnrefused.md'

test('check --watch follows the files, each round between its two lines', async () => {
  const content = contentFolder(smallCatalog)
  const check = start(['check', '--watch', '--format', 'unix', '--content', content])
  await check.prints(/^checking\nchecked 3 files: no problem\n/)
  const round = async (change: () => void): Promise<string[]> => {
    const from = check.printed().length
    change()
    const [text] = await check.prints(/^checking\n([\s\S]*\n)?checked .*\n/, from)
    return text.trim().split('\n')
  }
  const broken = await round(() =>
    writeFileSync(join(content, file), validSolution.replace('attempts: 3', 'atempts: 3')),
  )
  expect(broken[1]).toMatch(/connect-econnrefused\.md:11:1: error: .* \[frontmatter\/unknown-key\]$/)
  expect(broken.at(-1)).toBe('checked 3 files: 1 error, 0 warnings in 1 file')
  expect(await round(() => writeFileSync(join(content, file), validSolution))).toEqual([
    'checking',
    'checked 3 files: no problem',
  ])
  const deleted = await round(() => rmSync(join(content, file)))
  expect(deleted[1]).toMatch(/connections\.md:\d+:\d+: error: .* \[link\/target\]$/)
  const site = join(content, 'site.yaml')
  const faulty = await round(() => writeFileSync(site, `${readFileSync(site, 'utf8')}unknown: key\n`))
  expect(faulty.join('\n')).toMatch(/site\.yaml:1:1: error: .* \[site\/config\]/)
  expect(await check.end('SIGINT')).toBe(0)
})

test('the task of the editor understands what the command prints', async () => {
  const { tasks } = JSON.parse(readFileSync(join(root, '.vscode/tasks.json'), 'utf8'))
  const { pattern, background } = tasks[0].problemMatcher
  const content = contentFolder({ [file]: validSolution.replace('attempts: 3', 'atempts: 3') })
  const check = start(['check', '--watch', '--format', 'unix', '--content', content])
  await check.prints(/^checked /m)
  const [begin = '', problem = '', end = ''] = check.printed().split('\n')
  expect(begin).toMatch(new RegExp(background.beginsPattern))
  expect(end).toMatch(new RegExp(background.endsPattern))
  const found = new RegExp(pattern.regexp).exec(problem)
  expect(found?.[pattern.line]).toBe('11')
  expect(found?.[pattern.severity]).toBe('error')
  expect(found?.[pattern.code]).toBe('frontmatter/unknown-key')
  await check.end()
})
