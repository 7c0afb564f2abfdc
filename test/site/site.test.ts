import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildCatalog, contentFolder, filesBelow } from '../catalog.ts'

/*
 * Little catalogs with their expected output. `expected/files.txt` lists every published file; what else lies in
 * `expected/` is compared byte for byte. `UPDATE_EXPECTED=1 npx vitest run test/site` rewrites both.
 */

const here = import.meta.dirname
const update = process.env.UPDATE_EXPECTED === '1'
const cases = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory())

/** What differs from catalog to catalog, and one category page; the others are alike and stand in other tests. */
const telling = (path: string): boolean =>
  /^catalog\/(solutions\/memory\/index\.html|solutions\/\w+\/(?!index\.)[a-z-]+\.(html|md)|guide\/[a-z-]+\.(html|md)|solutions\.json|llms\.txt|feed\.xml|sitemap\.xml)$/.test(
    path,
  )

describe.each(cases.map(({ name }) => name))('%s', async (name) => {
  const content = contentFolder({})
  cpSync(join(here, name, 'content'), content, { recursive: true })
  const site = await buildCatalog(content)
  const expected = join(here, name, 'expected')
  if (update) rewrite(expected, site)

  test('publishes exactly these files', () => {
    expect(`${site.files().map(nameless).join('\n')}\n`).toBe(
      readFileSync(join(expected, 'files.txt'), 'utf8'),
    )
  })

  test.each(existsSync(expected) ? filesBelow(expected).filter((path) => path !== 'files.txt') : [])(
    '%s',
    (path) => {
      expect(nameless(site.text(path))).toBe(readFileSync(join(expected, path), 'utf8'))
    },
  )

  test('every telling file is expected', () => {
    expect(site.files().filter(telling)).toEqual(filesBelow(expected).filter((path) => path !== 'files.txt'))
  })
})

/** The hashes of the assets and of the client are no part of what is expected here. */
const nameless = (text: string): string =>
  text
    .replace(/\/(style|search|words|page-\w\w|icon)\.[0-9a-f]{10}\.(css|js|json|svg)/g, '/$1.$2')
    .replace(/echo "[0-9a-f]{64}/g, 'echo "…')

function rewrite(expected: string, site: Awaited<ReturnType<typeof buildCatalog>>): void {
  rmSync(expected, { recursive: true, force: true })
  for (const path of site.files().filter(telling)) {
    mkdirSync(dirname(join(expected, path)), { recursive: true })
    writeFileSync(join(expected, path), nameless(site.text(path)))
  }
  writeFileSync(join(expected, 'files.txt'), `${site.files().map(nameless).join('\n')}\n`)
}
