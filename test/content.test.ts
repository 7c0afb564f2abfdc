import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { categories } from '../src/model/vocabulary.ts'
import { realCatalog } from './catalog.ts'

/* The real catalog: what it has to hold, and what its files may weigh. `scripts/test.sh` checks and audits it. */

let site: Awaited<ReturnType<typeof realCatalog>>
let entries: { id: string; errors: string[] }[]
beforeAll(async () => {
  site = await realCatalog()
  entries = site.json('fixdex/match.json').entries
})

test('at least 500 solutions, 25 in each category, a guide for each, and thirty pages in other languages', () => {
  expect(entries.length).toBeGreaterThanOrEqual(500)
  for (const category of categories) {
    expect(entries.filter(({ id }) => id.startsWith(`${category}/`)).length, category).toBeGreaterThanOrEqual(
      25,
    )
  }
  const guides = site.files().filter((file) => /^fixdex\/guide\/[a-z0-9-]+\.html$/.test(file))
  expect(guides.length).toBeGreaterThanOrEqual(16)
  const languages = site
    .files()
    .flatMap((file) =>
      /solutions\/[a-z-]+\/[a-z0-9-]+\.html$/.test(file)
        ? (/<html lang="(\w+)"/.exec(site.text(file))?.[1] ?? [])
        : [],
    )
  expect(new Set(languages)).toEqual(new Set(['de', 'en', 'es', 'fr', 'ja', 'ko', 'pt', 'zh']))
  expect(languages.filter((lang) => lang !== 'en').length).toBeGreaterThanOrEqual(30)
})

test('match.json takes at most 350 bytes an entry, gzipped; the index about 1 KB', () => {
  expect(gzipSync(site.text('fixdex/match.json')).byteLength / entries.length).toBeLessThanOrEqual(350)
  expect(Buffer.byteLength(site.text('fixdex/solutions.json')) / entries.length).toBeLessThanOrEqual(1024)
})

test('nothing that a model reads is longer than 20,000 characters', () => {
  for (const file of site.files().filter((name) => /\.(?:md|txt)$/.test(name))) {
    expect(site.text(file).length, file).toBeLessThan(20_000)
  }
})

test('a page’s twin holds symptom, cause and the start of the fix in its first 5,000 characters', () => {
  for (const { id } of entries) {
    const headings = [...site.text(`fixdex/solutions/${id}.md`).slice(0, 5000).matchAll(/^## /gm)]
    expect(headings.length, id).toBeGreaterThanOrEqual(3)
  }
})

test('a page is at most 30 KB of HTML', () => {
  for (const { id } of entries)
    expect(site.text(`fixdex/solutions/${id}.html`).length, id).toBeLessThanOrEqual(30_000)
})
