import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inspect } from '../scripts/bench/compare.ts'
import { synthetic } from '../scripts/bench/synthetic.ts'
import { fixdex } from '../scripts/bench/tools.ts'
import { buildCatalog, contentFolder, root, temporaryFolder } from './catalog.ts'

const script = join(root, 'scripts/bench.ts')
const bench = (...args: string[]) =>
  JSON.parse(
    execFileSync(
      process.execPath,
      ['--import', 'tsx', script, '--json', '--dir', temporaryFolder(), ...args],
      {
        encoding: 'utf8',
      },
    ),
  )

test('a bench of the build measures its three cases and counts what was made', () => {
  const { tools, skipped } = bench('--pages', '30', '--rounds', '1')
  expect(skipped).toEqual([])
  const [{ name, cases, counts, files }] = tools
  expect(name).toBe('fixdex')
  expect(Object.keys(cases)).toEqual(['cold', 'nothing changed', 'one file edited'])
  for (const { seconds, runs } of Object.values<{ seconds: number; runs: number[] }>(cases)) {
    expect(runs).toHaveLength(1)
    expect(seconds).toBeGreaterThan(0)
  }
  expect(counts).toMatchObject({ pages: 30, twins: 30, lists: 16, indexed: 30 })
  expect(files).toBeGreaterThan(30 * 3)
})

test('a bench of look-ups measures right answers', () => {
  const [{ right, covered, foreign, match, process, pasted }] = bench(
    ...['--matching', '--pages', '30', '--texts', '40'],
  ).matching
  expect(covered + foreign).toBe(40)
  expect(right).toBeGreaterThan(covered / 2)
  for (const times of [match, process, pasted]) expect(times.median).toBeGreaterThan(0)
})

test('a site that lacks something is not compared', async () => {
  const samples = [synthetic(3)]
  const markdown = Array.from({ length: 16 }, (_, number) => synthetic(number))
  const { out } = await buildCatalog(
    contentFolder(Object.fromEntries(markdown.map((page) => [`solutions/${page.id}.md`, page.markdown]))),
    { site: fixdex.site },
  )
  const look = () => inspect({ tool: fixdex, out, pages: 16, samples })
  expect(look().counts.pages).toBe(16)
  const page = join(out, fixdex.site, `solutions/${samples[0]?.id}`)
  const html = readFileSync(`${page}.html`, 'utf8')
  writeFileSync(`${page}.html`, html.replaceAll('reorders', 'sorts'))
  expect(look).toThrow('not on the page')
  writeFileSync(`${page}.html`, html.replace(/<\/?span[^>]*>/g, ''))
  expect(look).toThrow('without highlighting')
  rmSync(`${page}.md`)
  expect(look).toThrow('15 Markdown twins, expected 16')
})

test('unknown options are named', () => {
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', script, '--pages', 'many'], {
    encoding: 'utf8',
  })
  expect(status).toBe(2)
  expect(stderr).toMatch('many')
})
