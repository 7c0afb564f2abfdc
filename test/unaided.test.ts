import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { audit } from '../src/audit/audit.ts'
import { build } from '../src/pipeline/build.ts'
import { buildCatalog, contentFolder, temporaryFolder } from './catalog.ts'
import { solutionNamed } from './valid-solution.ts'

/* What models know without a page: from content/unaided.json to everything that is published. */

const answers = (right: number, { partly = 0, date = '2026-11-01' } = {}) => ({
  model: 'Model X 4.5',
  date,
  asked: 3,
  right,
  partly,
  wrong: 3 - right - partly,
})

const record = (pages: Record<string, unknown>): string => JSON.stringify({ pages })

const catalog = {
  'solutions/auth/a-known.md': solutionNamed('Alpha'),
  'solutions/auth/b-unasked.md': solutionNamed('Beta'),
  'solutions/auth/c-unknown.md': solutionNamed('Gamma'),
  'solutions/auth/d-never.md': solutionNamed('Delta'),
  'coverage.yaml':
    '- kind: Runtimes\n  slug: runtimes\n  products:\n    - name: node\n      families:\n        - { name: the port is taken, met: often, pages: [auth/a-known] }\n',
  'unaided.json': record({
    'auth/a-known': [answers(3)],
    'auth/c-unknown': [answers(1, { partly: 1 }), { ...answers(2), model: 'Model Y' }],
    'auth/d-never': [answers(0)],
  }),
}

test('every published form says what models know, and lists begin with what they do not know', async () => {
  const { text, json, out } = await buildCatalog(contentFolder(catalog))
  const page = text('catalog/solutions/auth/c-unknown.html')
  expect(page).toContain('<dd>Model X 4.5: 1 of 3 answers right, 1 partly, 2026-11</dd>')
  expect(page).toContain('<dd>Model Y: 2 of 3 answers right, 2026-11</dd>')
  expect(text('catalog/solutions/auth/b-unasked.html')).not.toContain('Asked without this page')
  expect(text('catalog/solutions/auth/c-unknown.md')).toContain(
    '\nunaided: Model X 4.5 right 1 of 3, partly 1 (2026-11); Model Y right 2 of 3 (2026-11)\n---\n',
  )
  const known = json('catalog/match.json').entries.map(({ known }: { known?: number }) => known)
  expect(known).toEqual([1, undefined, 0.5, 0])

  const order = ['d-never', 'c-unknown', 'b-unasked', 'a-known']
  const lookup = json('catalog/lookup/econnrefused.json').solutions
  const slugs = (urls: string[]) => urls.map((url) => url.split('/').at(-1))
  expect(slugs(lookup.map(({ url }: { url: string }) => url))).toEqual(order)
  expect(lookup.map(({ known }: { known?: number }) => known)).toEqual([0, 0.5, undefined, 1])
  const listed = (file: string) =>
    slugs([...text(file).matchAll(/auth\/([a-d]-\w+)/g)].map(([, url = '']) => url))
  expect(listed('catalog/solutions/auth/llms.txt')).toEqual(order)
  expect([...new Set(listed('catalog/code/econnrefused.html'))]).toEqual(order)
  const shelf = text('catalog/solutions/auth.html')
  expect([...shelf.matchAll(/<h2 id="(group-\d)"|\/auth\/([a-d]-\w+)"/g)].map((m) => m[1] ?? m[2])).toEqual([
    'group-1',
    'd-never',
    'c-unknown',
    'group-2',
    'b-unasked',
    'a-known',
  ])
  expect(shelf).toContain('<a href="#group-1">What models get wrong')
  expect(slugs(json('catalog/solutions.json').solutions.map(({ url }: { url: string }) => url))).toEqual(
    [...order].sort(),
  )
  expect(text('catalog/coverage.md')).toContain('| auth | 4 | 1 (25%) | 1 (25%) | 1 (25%) | 1 (25%) |')
  expect(json('catalog/schema/v1/unaided.schema.json').properties.pages).toBeDefined()
  expect(audit(out).findings).toEqual([])
})

test('a catalog without a record looks as if there were none', async () => {
  const { 'unaided.json': _, ...plain } = catalog
  const { text } = await buildCatalog(contentFolder(plain))
  expect(text('catalog/solutions/auth.html')).not.toContain('id="group-1"')
  expect(text('catalog/coverage.md')).not.toContain('without these pages')
})

test('a new record changes its page, in a build that has everything in its cache', async () => {
  const content = contentFolder(catalog)
  const out = join(temporaryFolder(), 'dist')
  const cache = join(temporaryFolder(), 'cache')
  const run = () => build({ content, out, cache, epoch: '1763596800' })
  expect((await run()).compiled).toBe(4)
  writeFileSync(join(content, 'unaided.json'), record({ 'auth/a-known': [answers(2)] }))
  const { compiled, output } = await run()
  expect(compiled).toBe(3)
  expect(output?.written).toBeGreaterThan(0)
  const fresh = await buildCatalog(content)
  expect(fresh.text('catalog/solutions/auth/a-known.md')).toContain('unaided: Model X 4.5 right 2 of 3')
  expect((await run()).compiled).toBe(0)
})

test.each([
  ['no JSON', '{', /unaided\.json: /],
  ['counts that do not add up', record({ 'auth/a-known': [{ ...answers(1), asked: 4 }] }), /add up to asked/],
  ['a name with markup', record({ 'auth/a-known': [{ ...answers(1), model: '<b>x' }] }), /name of a model/],
  ['an unknown key', record({ 'auth/a-known': [{ ...answers(1), note: '' }] }), /note/],
  ['no page’s name', record({ 'a-known': [answers(1)] }), /a-known: Invalid key/],
])('a record with %s is refused in one line', async (_, text, message) => {
  const content = contentFolder({ ...catalog, 'unaided.json': text })
  await expect(build({ content, out: join(temporaryFolder(), 'dist') })).rejects.toThrow(message)
})

test('trials with agents are published with their raw records', async () => {
  const { text, out, files } = await buildCatalog(
    contentFolder({
      ...catalog,
      'proof/report.md':
        'Few trials. The records are in [trials.jsonl](proof/trials.jsonl).\n\n## Success by arm\n',
      'proof/plot.svg': '<svg xmlns="http://www.w3.org/2000/svg"><text x="1">nothing</text></svg>\n',
      'proof/trials.jsonl': '{"task":"auth/a-known"}\n',
    }),
  )
  expect(text('catalog/proof.md')).toContain('](https://catalog.example.org/catalog/proof/trials.jsonl)')
  expect(text('catalog/proof.html')).toContain('href="/catalog/proof/trials.jsonl"')
  expect(text('catalog/coverage.html')).toContain('href="/catalog/proof"')
  expect(files()).toContain('catalog/proof/plot.svg')
  expect(audit(out).findings).toEqual([])
  writeFileSync(join(out, 'catalog/proof/plot.svg'), '<svg><script>alert(1)</script></svg>')
  expect(audit(out).findings.map(({ code }) => code)).toContain('file/picture')
})
