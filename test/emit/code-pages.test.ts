import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '../../src/audit/audit.ts'
import { buildCatalog, contentFolder } from '../catalog.ts'
import { smallCatalog, validSolution } from '../valid-solution.ts'

const withCodes = (title: string, ...messages: string[]) =>
  validSolution
    .replace(/^title: .*$/m, `title: "${title}"`)
    .replace(/^errors:\n( {2}- .*\n)+/m, `errors:\n${messages.map((text) => `  - '${text}'\n`).join('')}`)

describe('pages of error codes', () => {
  let site: Awaited<ReturnType<typeof buildCatalog>>
  beforeAll(async () => {
    site = await buildCatalog(
      contentFolder({
        'solutions/auth/one.md': withCodes(
          'One',
          'first call: ERR_SHARED_CODE happened here',
          'EALONE is only here',
        ),
        'solutions/config/two.md': withCodes('Two', 'second call: ERR_SHARED_CODE happened there'),
      }),
    )
  })

  test('a code of several solutions has one, which shows the messages that have the code', () => {
    const html = site.text('catalog/code/err-shared-code.html')
    expect(html).toContain('href="/catalog/solutions/auth/one"')
    expect(html).toContain('href="/catalog/solutions/config/two"')
    expect(html).toContain('second call: ERR_SHARED_CODE happened there')
    expect(html).not.toContain('EALONE')
    const twin = site.text('catalog/code/err-shared-code.md')
    expect(twin).toContain('(https://catalog.example.org/catalog/solutions/config/two)')
  })

  test('a code of one solution leads to it from the list of codes', () => {
    expect(site.files().filter((path) => /code\/.*\.html$/.test(path))).toEqual([
      'catalog/code/econnrefused.html',
      'catalog/code/econnrefused/index.html',
      'catalog/code/err-shared-code.html',
      'catalog/code/err-shared-code/index.html',
      'catalog/code/index.html',
    ])
    const list = site.text('catalog/code.html')
    expect(list).toContain('<a href="/catalog/solutions/auth/one"><code>ealone</code></a>')
    expect(list).toContain('<a href="/catalog/code/err-shared-code">')
  })

  test('solutions, category, home and sitemap lead there, and only to pages that are', () => {
    for (const page of ['solutions/auth/one', 'solutions/auth', 'index']) {
      const html = site.text(`catalog/${page}.html`)
      expect(html, page).toContain('href="/catalog/code/err-shared-code"')
      expect(html, page).not.toContain('href="/catalog/code/ealone"')
    }
    expect(site.text('catalog/sitemap.xml')).toContain('/catalog/code/err-shared-code</loc>')
  })
})

test('a list too long for a Markdown page leads to its pieces, on the page too', async () => {
  const files = Array.from({ length: 260 }, (_, at) => [
    `solutions/auth/a-page-whose-address-is-long-${at}.md`,
    withCodes(`Page ${at}`, `call number ${at} of all failed`),
  ])
  const site = await buildCatalog(contentFolder(Object.fromEntries(files)))
  const pieces = 'catalog/solutions/auth/llms.txt'
  expect(site.text('catalog/solutions/auth.md').length).toBeLessThan(1000)
  expect(site.text('catalog/solutions/auth.md')).toContain(`https://catalog.example.org/${pieces}`)
  expect(site.text('catalog/solutions/auth.html')).toContain(`href="/${pieces}"`)
  expect(audit(site.out).findings).toEqual([])
})

test('a code that very many solutions have has no page', async () => {
  const files = Array.from({ length: 51 }, (_, at) => [
    `solutions/auth/page-${at}.md`,
    withCodes(`Page ${at}`, `call number ${at} of all: ERR_SHARED_CODE happened`),
  ])
  const site = await buildCatalog(contentFolder(Object.fromEntries(files)))
  expect(site.files()).not.toContain('catalog/code/err-shared-code.html')
  expect(site.text('catalog/solutions/auth/page-1.html')).toContain('<code>err-shared-code</code>')
})

test('a catalog in another language says everything on its own pages in it', async () => {
  const content = contentFolder(smallCatalog)
  appendFileSync(join(content, 'site.yaml'), 'lang: de\n')
  const site = await buildCatalog(content)
  expect(site.text('catalog/index.html')).toMatch(/<html lang="de"[\s\S]*>Kategorien</)
  expect(site.text('catalog/code.html')).toContain('Fehlercodes')
})
