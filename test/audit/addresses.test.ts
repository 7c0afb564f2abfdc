import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { audit } from '../../src/audit/audit.ts'
import { buildCatalog, contentFolder, root } from '../catalog.ts'
import { findingsAfter, type Vandal } from './published.ts'

/* Pages that moved or were retired, damaged one at a time. */

const content = contentFolder({})
cpSync(join(root, 'test/site/addresses/content'), content, { recursive: true })
const { out } = await buildCatalog(content)

const solutions = 'catalog/solutions'
const old = `${solutions}/general/old-name`
const now = `${solutions}/general/new-name`
const superseded = `${solutions}/general/timed-out-first-try`
const withdrawn = `${solutions}/auth/clock`

test('as it was built it has no finding', () => {
  expect(audit(out).findings).toEqual([])
})

test.each<[string, (hands: Vandal) => void, ...string[]]>([
  [
    'an old address that leads nowhere',
    (hands) => hands.page(old, /\/catalog\/solutions\/general\/new-name/g, '/catalog/solutions/general/x'),
    `file/stray ${old}/index.html`,
    'file/differs _redirects',
  ],
  [
    'an old address that leads to another one',
    (hands) =>
      hands.page(old, 'url=/catalog/solutions/general/new-name', 'url=/catalog/solutions/auth/first-name'),
    `file/stray ${old}/index.html`,
  ],
  [
    'an old address that leads away',
    (hands) => hands.page(old, 'url=/catalog/solutions/general/new-name', 'url=https://example.com/'),
    `file/stray ${old}/index.html`,
  ],
  [
    'an old address that waits',
    (hands) => hands.page(old, 'content="0; url', 'content="5; url'),
    `file/stray ${old}/index.html`,
  ],
  [
    'an old address whose link is not seen',
    (hands) => hands.page(old, '<a href="/catalog/solutions/general/new-name">', '<a href="/catalog">'),
    `file/differs ${old}/index.html`,
  ],
  [
    'an old address with another canonical one',
    (hands) =>
      hands.page(
        old,
        `canonical" href="https://catalog.example.org/${now}`,
        `canonical" href="https://catalog.example.org/${old}`,
      ),
    `file/differs ${old}/index.html`,
  ],
  [
    'an old address that search engines are told two things of',
    (hands) => hands.page(old, '<link', '<meta name="robots" content="noindex"><link'),
    `file/differs ${old}/index.html`,
  ],
  [
    'a twin that does not lead on',
    (hands) => hands.replace(`${old}.md`, `${now}.md)`, `${superseded}.md)`),
    `file/differs ${old}.md`,
  ],
  [
    'a change that leads elsewhere',
    (hands) =>
      hands.replace(
        'catalog/changes.json',
        /("renamed".*"to":)"general\/new-name"/,
        '"renamed","date":"2026-11-01","to":"general/timed-out"',
      ),
    'file/differs catalog/changes.json',
  ],
  [
    'a change that hides a withdrawal',
    (hands) => hands.replace('catalog/changes.json', '"withdrawn"', '"reviewed"'),
    'file/differs catalog/changes.json',
  ],
  [
    'a feed that says other words of a withdrawal',
    (hands) => hands.replace('catalog/feed.xml', '<summary>Withdrawn: ', '<summary>Fine: '),
    'file/differs catalog/feed.xml',
  ],
  [
    'a feed that gives an old address another title',
    (hands) => hands.replace('catalog/feed.xml', 'has moved: Client', 'has moved: Server'),
    'file/differs catalog/feed.xml',
  ],
  ['no file for hosts', (hands) => hands.remove('_redirects'), 'file/missing _redirects'],
  [
    'a line for hosts that leads elsewhere',
    (hands) => hands.replace('_redirects', '301', '301\n/catalog/* https://example.com/:splat 301'),
    'file/differs _redirects',
  ],
  [
    'an old address in the sitemap',
    (hands) => hands.replace('catalog/sitemap.xml', `/${now}<`, `/${old}<`),
    'file/differs catalog/sitemap.xml',
  ],
  [
    'a withdrawn page without its notice',
    (hands) => hands.page(withdrawn, /<p class="retired">.*<\/p>\n/, ''),
    `file/differs ${withdrawn}/index.html`,
  ],
  [
    'a notice that stands further down',
    (hands) => {
      hands.page(withdrawn, '<p class="retired">', '<p>')
      hands.page(
        withdrawn,
        '<section class="symptom">',
        '<p class="retired">Gone.</p><section class="symptom">',
      )
    },
    `file/differs ${withdrawn}/index.html`,
  ],
  [
    'a twin without the notice',
    (hands) => hands.replace(`${withdrawn}.md`, /> \*\*Withdrawn.*\n/, ''),
    `file/differs ${withdrawn}.md`,
  ],
  [
    'a withdrawn page that search engines may list',
    (hands) => hands.page(withdrawn, '<meta name="robots" content="noindex">\n', ''),
    `file/differs ${withdrawn}/index.html`,
  ],
  [
    'a withdrawn page in the sitemap',
    (hands) => hands.replace('catalog/sitemap.xml', `/${now}<`, `/${withdrawn}<`),
    'file/differs catalog/sitemap.xml',
  ],
  [
    'a superseded page in the list for agents',
    (hands) =>
      hands.replace(`${solutions}/general/llms.txt`, `${solutions}/general/timed-out.md`, `${superseded}.md`),
    `file/differs ${solutions}/general/llms.txt`,
  ],
  [
    'a superseded page on the category page',
    (hands) => hands.page(`${solutions}/general`, `/${now}"`, `/${superseded}"`),
    `file/differs ${solutions}/general/index.html`,
  ],
  [
    'a superseded page among the look-ups',
    (hands) =>
      hands.replace('catalog/lookup/etimedout.json', /general\/timed-out"/, 'general/timed-out-first-try"'),
    'file/differs catalog/lookup/etimedout.json',
  ],
  [
    'a page in force that search engines are told to leave out',
    (hands) => hands.page(now, '<link', '<meta name="robots" content="noindex"><link'),
    `file/differs ${now}/index.html`,
  ],
  [
    'a guide that search engines are told to leave out',
    (hands) => hands.page('catalog/guide/tell-apart', '<link', '<meta name="robots" content="noindex"><link'),
    'file/differs catalog/guide/tell-apart/index.html',
  ],
  [
    'a twin with an address of another scheme',
    (hands) => hands.replace(`${now}.md`, 'Start the server', 'Open <javascript:alert(1)>. Start the server'),
    `link/address ${now}/index.html`,
  ],
])('%s', (_, damage, ...finds) => {
  expect(findingsAfter(out, damage)).toEqual(expect.arrayContaining(finds))
})
