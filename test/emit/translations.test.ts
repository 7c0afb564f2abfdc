import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { audit } from '../../src/audit/audit.ts'
import { build } from '../../src/pipeline/build.ts'
import { buildCatalog, contentFolder, temporaryFolder } from '../catalog.ts'
import { inProcess } from '../in-process.ts'
import { smallCatalog, validSolution } from '../valid-solution.ts'

/* An English page, and its German translation beside it. */

const translated = (of: string, page = validSolution) =>
  page
    .replace('reviewed:', `lang: de\ntranslation_of: ${of}\nreviewed:`)
    .replace('when the client starts', 'wenn der Client startet')
    .replace(
      'Nothing listens on the port: the kernel answers the first packet with a reset.',
      'Niemand nimmt Verbindungen auf diesem Port an.',
    )
    .replace(
      /Start the server.*/,
      'Starte den Server auf Port 5432 und prüfe mit `ss -ltn`, ob er die Verbindung annimmt.',
    )
    .replace('Any client on Linux and macOS.', 'Jeder Client unter Linux und macOS.')
    .replace('## Root Cause', '## Ursache')
    .replace('## Fix', '## Lösung')
    .replace('## Environment', '## Umgebung')

const { out, text, json } = await buildCatalog(
  contentFolder({
    'solutions/general/refused.md': validSolution,
    'solutions/general/refused-de.md': translated('general/refused'),
  }),
)
const english = text('catalog/solutions/general/refused.html')
const german = text('catalog/solutions/general/refused-de.html')
const base = 'https://catalog.example.org'

test('both pages name both languages, for readers and for search engines', () => {
  for (const html of [english, german]) {
    expect(html).toContain(
      '<link rel="alternate" hreflang="en" href="https://catalog.example.org/catalog/solutions/general/refused">',
    )
    expect(html).toContain(
      '<link rel="alternate" hreflang="de" href="https://catalog.example.org/catalog/solutions/general/refused-de">',
    )
    expect(html).toContain('hreflang="de" lang="de"')
  }
  expect(german).toContain(`<link rel="canonical" href="${base}/catalog/solutions/general/refused-de">`)
  expect(text('catalog/sitemap.xml')).toContain('/general/refused-de<')
})

test('lists, index and matcher have the English page only', () => {
  expect(json('catalog/solutions.json').solutions.map(({ url }: { url: string }) => url)).toEqual([
    '/catalog/solutions/general/refused',
  ])
  const [entry, ...others] = json('catalog/match.json').entries
  expect(others).toEqual([])
  expect(entry.translations).toEqual({ de: 'general/refused-de' })
  expect(json('catalog/lookup/econnrefused.json').solutions[0].translations).toEqual({
    de: 'general/refused-de',
  })
  expect(text('catalog/solutions/general.html')).not.toContain('refused-de')
  expect(text('catalog/solutions/general/refused-de.md')).toContain(
    `lang: de\ntranslation_of: ${base}/catalog/solutions/general/refused\n`,
  )
})

test('match answers in English, in another language if it is asked to', async () => {
  const ask = (...flags: string[]) =>
    inProcess(['match', '--index', out, ...flags], {
      cwd: temporaryFolder(),
      input: 'Error: connect ECONNREFUSED 127.0.0.1:5432',
    })
  expect((await ask()).stdout).toContain('Start the server')
  expect((await ask('--lang', 'de')).stdout).toContain('Starte den Server')
  expect((await ask('--lang', 'ko')).stdout).toContain('Start the server')
})

test('the audit takes both pages apart', () => {
  expect(audit(out).findings).toEqual([])
})

test('a translation of no page, or of one that is no English page, is refused', async () => {
  const problems = async (of: string) => {
    const content = contentFolder({
      'solutions/general/refused.md': validSolution,
      'solutions/general/refused-de.md': translated(of),
    })
    const { problems } = await build({ content, out: `${temporaryFolder()}/dist` })
    return problems.filter(({ severity }) => severity === 'error').map(({ code }) => code)
  }
  expect(await problems('general/refuse')).toEqual(['address/translation'])
  expect(await problems('general/refused-de')).toEqual(['address/translation'])
})

test('a translation that is added later changes what the English page and its lookups say', async () => {
  const content = contentFolder({ 'solutions/general/refused.md': validSolution })
  const options = { content, cache: join(temporaryFolder(), 'cache'), out: join(temporaryFolder(), 'dist') }
  await build(options)
  writeFileSync(join(content, 'solutions/general/refused-de.md'), translated('general/refused'))
  await build(options)
  for (const path of ['solutions/general/refused.html', 'lookup/econnrefused.json'])
    expect(readFileSync(join(options.out, 'catalog', path), 'utf8')).toBe(text(`catalog/${path}`))
})

test('a new run of the English page changes its translation too', async () => {
  const content = contentFolder({
    ...smallCatalog,
    'solutions/auth/second-de.md': translated('auth/second', smallCatalog['solutions/auth/second.md']),
  })
  const cached = { content, cache: join(temporaryFolder(), 'cache'), out: join(temporaryFolder(), 'dist') }
  expect((await build(cached)).output).toBeDefined()
  writeFileSync(
    join(content, 'verified.json'),
    smallCatalog['verified.json'].replace('2026-11-01', '2026-11-20'),
  )
  await build(cached)
  const fresh = { content, out: join(temporaryFolder(), 'dist') }
  await build(fresh)
  const page = ({ out }: { out: string }) =>
    readFileSync(join(out, 'catalog/solutions/auth/second-de.html'), 'utf8')
  expect(page(fresh)).toContain('2026-11-20')
  expect(page(cached)).toBe(page(fresh))
})
