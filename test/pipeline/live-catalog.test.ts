import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openCatalog } from '../../src/pipeline/live-catalog.ts'
import { contentFolder } from '../catalog.ts'
import { validGuide, validSolution } from '../valid-solution.ts'

const koreanHeadings: Record<string, string> = {
  Symptom: '증상',
  'Root Cause': '근본 원인',
  Fix: '해결 방법',
  Environment: '환경',
}

/** A catalog in two languages; gives the files that a change of its configuration compiled again. */
async function follow() {
  const content = contentFolder({
    'solutions/general/connect-econnrefused.md': validSolution,
    'solutions/memory/korean.md': validSolution
      .replace('reviewed:', 'lang: ko\nreviewed:')
      .replace('title: "Example', 'title: "예시')
      .replace(/^## (.*)$/gm, (_, name: string) => `## ${koreanHeadings[name]}`),
    'guides/connections.md': validGuide,
  })
  const live = await openCatalog(content, { epoch: '1763596800' })
  expect(live.snapshot.pages).toHaveLength(3)
  return (file: string, change: (text: string) => string): string[] => {
    const before = new Set(live.snapshot.pages)
    const path = join(content, file)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
    expect(live.look([], true)).toBeDefined()
    return live.snapshot.pages.filter((page) => !before.has(page)).map((page) => page.path)
  }
}

const english = 'solutions/general/connect-econnrefused.md'
const korean = 'solutions/memory/korean.md'
const guide = 'guides/connections.md'
const all = [guide, english, korean]

test.each<[what: string, file: string, from: string | RegExp, to: string, compiled: string[]]>([
  ['a word of the frame', 'labels/en.yaml', 'Last reviewed', 'Looked at', []],
  ['a word in the text of pages', 'labels/ko.yaml', 'caution: "주의"', 'caution: "조심"', all],
  ['the tagline', 'site.yaml', /^tagline: .*$/m, 'tagline: Another', []],
  ['the address', 'site.yaml', /^base_url: .*$/m, 'base_url: https://example.org', all],
])('%s compiles again only what depends on it', async (_, file, from, to, compiled) => {
  expect((await follow())(file, (text) => text.replace(from, to)).sort()).toEqual(compiled.sort())
})

describe('a renamed file', () => {
  const from = 'solutions/general/old-name.md'
  const to = 'solutions/general/new-name.md'
  const opened = async () => {
    const content = contentFolder({ [from]: validSolution })
    return { content, live: await openCatalog(content, { epoch: '1763596800' }) }
  }

  test('is seen as one when both names are looked at together, in either order', async () => {
    for (const paths of [
      [from, to],
      [to, from],
    ]) {
      const { content, live } = await opened()
      renameSync(join(content, from), join(content, to))
      expect(live.look(paths, false)?.moved).toEqual(new Map([[from, to]]))
      expect(live.snapshot.pages.map(({ path }) => path)).toEqual([to])
    }
  })

  test('is seen as one when the old name vanishes long before the new one appears', async () => {
    const { content, live } = await opened()
    rmSync(join(content, from))
    expect(live.look([from], false)?.moved).toEqual(new Map())
    writeFileSync(join(content, to), validSolution)
    expect(live.look([to], false)?.moved).toEqual(new Map([[from, to]]))
  })

  test('is a copy when the old name is there again', async () => {
    const { content, live } = await opened()
    rmSync(join(content, from))
    live.look([from], false)
    writeFileSync(join(content, from), `${validSolution}\nMore.\n`)
    live.look([from], false)
    writeFileSync(join(content, to), validSolution)
    expect(live.look([to], false)?.moved).toEqual(new Map())
    expect(live.snapshot.sources.map(({ path }) => path)).toEqual([to, from])
  })
})
