import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { browserScript } from '../../scripts/browser-script.ts'
import { filesBelow, realCatalog, root } from '../catalog.ts'
import { pageKinds } from './page-kinds.ts'

/* What a page may cost, and that its HTML is valid: proven on the files, without a browser. */

const dir = (await realCatalog()).out
const files = filesBelow(dir)
const bytes = (path: string) => readFileSync(join(dir, path))
const compressed = (path: string) => gzipSync(bytes(path)).length
const asset = (ending: string) => files.filter((path) => path.includes('/assets/') && path.endsWith(ending))

test('one stylesheet, one icon, a script for each language and one for the search, each within its budget', () => {
  const [css, js = [], svg] = ['.css', '.js', '.svg'].map(asset)
  expect([css?.length, svg?.length]).toEqual([1, 1])
  expect(compressed(css?.[0] ?? '')).toBeLessThanOrEqual(12 * 1024)
  const pages = js.filter((path) => /\/page-[a-z]{2}\.\w+\.js$/.test(path))
  expect(js.filter((path) => !pages.includes(path)).length).toBe(1)
  for (const path of pages) expect(compressed(path)).toBeLessThanOrEqual(3 * 1024)
  // The search page has two.
  const onSearch = js.filter((path) => /\/(?:search|page-en)\./.test(path))
  expect(onSearch.reduce((sum, path) => sum + compressed(path), 0)).toBeLessThanOrEqual(20 * 1024)
  expect(bytes(svg?.[0] ?? '').length).toBeLessThanOrEqual(1024)
  expect(bytes('fixdex/card.png').length).toBeLessThanOrEqual(100 * 1024)
})

test('no solution is more than 30 KB of HTML', () => {
  const solutions = files.filter((path) => /^fixdex\/solutions\/[^/]+\/(?!index\.)[^/]+\.html$/.test(path))
  expect(solutions.length).toBeGreaterThan(100)
  expect(solutions.filter((path) => bytes(path).length > 30 * 1024)).toEqual([])
})

test.each([
  ['page-en', 'page', 'pageWords'],
  ['search', 'search-page', 'words'],
])('the bundled %s script is that of the sources', async (name, source, first) => {
  const [words, ...bundle] = bytes(asset('.js').find((path) => path.includes(`/${name}.`)) ?? '')
    .toString()
    .split('\n')
  expect(words?.startsWith(`const ${first}={`)).toBe(true)
  expect(bundle.join('\n'), 'run npm run prepare').toBe(await browserScript(source))
})

const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

async function faultsIn(html: string): Promise<string[]> {
  const report = await validator.validateString(html)
  return report.results.flatMap((result) =>
    result.messages.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`),
  )
}

test.each(pageKinds)('%s is valid HTML', async (_, address) => {
  const path = address.replace(/\?.*/, '').replace(/\.html$/, '')
  expect(await faultsIn(bytes(`fixdex${path}.html`).toString())).toEqual([])
})

/* Kinds that the catalog may not have at the moment, as test/site expects them. */
test.each([
  ['moved', 'general/old-name'],
  ['withdrawn', 'auth/clock'],
  ['superseded', 'general/timed-out-first-try'],
])('a %s page is valid HTML', async (_, page) => {
  const file = join(root, `test/site/addresses/expected/catalog/solutions/${page}.html`)
  expect(await faultsIn(readFileSync(file, 'utf8'))).toEqual([])
})

test.each(pageKinds)('%s has an address beside every heading', (_, address) => {
  const html = bytes(`fixdex${address.replace(/\?.*/, '').replace(/\.html$/, '')}.html`).toString()
  const headings = [...html.matchAll(/<h[2-6]\b.*?<\/h\d>(.*)/g)]
  const bare = headings.filter(([heading, beside = '']) => {
    const id = /id="([^"]+)"/.exec(heading)?.[1] ?? '?'
    const [anchor = ''] = /^<a [^>]*class="anchor"[^>]*>/.exec(beside) ?? []
    const address = decodeURIComponent(/href="#([^"]+)"/.exec(anchor)?.[1] ?? '')
    return address !== id || !anchor.includes(`aria-labelledby="${id}"`)
  })
  expect(bare.map(([whole]) => whole)).toEqual([])
})
