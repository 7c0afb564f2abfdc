import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Catalog, movedIn } from '../src/model/catalog.ts'
import { check } from '../src/pipeline/check.ts'
import { buildCatalog, contentFolder, root } from './catalog.ts'
import { solutionNamed as page, validGuide } from './valid-solution.ts'

const guide = (...targets: string[]): string =>
  validGuide.replace(/\[nothing.*/, targets.map((id) => `[${id}](../solutions/${id}.md).`).join(' '))

/** What is told of the addresses, as `code path:line`. */
async function told(files: Record<string, string>): Promise<string[]> {
  return (await check(contentFolder(files))).problems
    .filter(({ code }) => /^(?:address|link|frontmatter|catalog)\//.test(code))
    .map(({ code, severity, path, line }) => `${severity} ${code} ${path}:${line}`)
}

describe('aliases', () => {
  const first = 'solutions/general/first.md'
  const second = 'solutions/general/second.md'

  test.each<[string, Record<string, string>, ...string[]]>([
    ['one that is free', { [first]: page('First', 'aliases: [auth/old]') }],
    [
      'that of a page',
      { [first]: page('First', 'aliases: [general/second]'), [second]: page('Second') },
      `error address/alias ${first}:12`,
    ],
    [
      'one that two pages claim: told at the second',
      {
        [first]: page('First', 'aliases: [auth/old]'),
        [second]: page('Second', 'aliases: [auth/new, auth/old]'),
      },
      `error address/alias ${second}:12`,
    ],
    [
      'its own address',
      { [first]: page('First', 'aliases: [general/first]') },
      `error address/alias ${first}:12`,
    ],
    ['one twice', { [first]: page('First', 'aliases: [auth/a, auth/a]') }, `error address/alias ${first}:12`],
    [
      'one that would take the place of a category',
      { [first]: page('First', 'aliases: [auth/index]') },
      `error frontmatter/value ${first}:12`,
    ],
    ['no id', { [first]: page('First', 'aliases: [old]') }, `error frontmatter/value ${first}:12`],
    [
      'of guides',
      {
        [first]: page('First'),
        'guides/a.md': guide('general/first').replace('reviewed', 'aliases: [b, c, a]\nreviewed'),
        'guides/b.md': guide('general/first').replace('Which', 'What'),
      },
      'error address/alias guides/a.md:5',
      'error address/alias guides/a.md:5',
    ],
  ])('%s', async (_, files, ...problems) => {
    expect(await told(files)).toEqual(problems)
  })

  test('an address that two want leads to one page, also while the catalog has that problem', () => {
    const page = (id: string, aliases: string[]) => ({ id, title: id, lang: 'en', aliases })
    const solutions = [page('auth/a', ['auth/b', 'auth/x']), page('auth/b', ['auth/x', 'auth/y'])]
    const catalog = { solutions, translations: [], retired: [], guides: [] } as unknown as Catalog
    expect(movedIn(catalog).map(({ from, to }) => `${from} ${to}`)).toEqual([
      'auth/x auth/a',
      'auth/y auth/b',
    ])
  })

  test('more than Cloudflare redirects are a warning at the first of them, and all are published', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 51 }, (_, at) => {
        const ids = Array.from({ length: 20 }, (_, nth) => `auth/old-${at}-${nth}`)
        return [`solutions/general/p${100 + at}.md`, page(`P${at}`, `aliases: [${ids.join(', ')}]`)]
      }),
    )
    const content = contentFolder(files)
    expect((await check(content)).problems.filter(({ code }) => code.startsWith('address/'))).toMatchObject([
      { code: 'address/redirects', severity: 'warning', path: 'solutions/general/p150.md', line: 12 },
    ])
    expect((await buildCatalog(content)).text('_redirects').trimEnd().split('\n')).toHaveLength(51 * 20 * 2)
  })
})

describe('successors', () => {
  const first = 'solutions/general/first.md'
  const named = (id: string) => page('First', `superseded_by: ${id}`)
  const other = (id: string, frontmatter?: string) => ({
    [`solutions/general/${id}.md`]: page(id, frontmatter),
  })

  test.each<[string, Record<string, string>, ...string[]]>([
    ['one in force', { [first]: named('general/b'), ...other('b') }],
    ['none', { [first]: named('general/b') }, `error address/successor ${first}:12`],
    ['itself', { [first]: named('general/first') }, `error address/successor ${first}:12`],
    [
      'one that has moved',
      { [first]: named('general/b'), ...other('c', 'aliases: [general/b]') },
      `error address/successor ${first}:12`,
    ],
    [
      'one that is superseded',
      { [first]: named('general/b'), ...other('b', 'superseded_by: general/c'), ...other('c') },
      `error address/successor ${first}:12`,
    ],
    [
      'one that is withdrawn',
      { [first]: named('general/b'), ...other('b', 'withdrawn: It was wrong.') },
      `error address/successor ${first}:12`,
    ],
    [
      'a circle',
      { [first]: named('general/b'), ...other('b', 'superseded_by: general/first') },
      `error address/successor solutions/general/b.md:12`,
      `error address/successor ${first}:12`,
    ],
  ])('%s', async (_, files, ...problems) => {
    expect(await told(files)).toEqual(problems)
  })

  test('the hint names the end of the chain', async () => {
    const { problems } = await check(
      contentFolder({
        [first]: named('general/b'),
        ...other('b', 'superseded_by: general/c'),
        ...other('c', 'superseded_by: general/d'),
        ...other('d'),
      }),
    )
    expect(problems.flatMap(({ path, hint }) => (path === first ? hint : []))).toEqual([
      'Write `superseded_by: general/d`.',
    ])
  })

  test('a page may have the title of the one that it replaced', async () => {
    expect(
      await told({
        [first]: page('Same', 'superseded_by: general/b'),
        'solutions/general/b.md': page('Same'),
      }),
    ).toEqual([])
  })
})

test('links to what has moved, was superseded or withdrawn are warnings that name what took its place', async () => {
  const { problems } = await check(
    contentFolder({
      'solutions/general/new.md': page('New', 'aliases: [general/old]'),
      'solutions/general/former.md': page('Former', 'superseded_by: general/new'),
      'solutions/general/wrong.md': page('Wrong', 'withdrawn: The flag never existed.'),
      'guides/connections.md': guide('general/old', 'general/former', 'general/wrong', 'general/none'),
    }),
  )
  expect(problems.map(({ code, severity, message }) => `${severity} ${code} ${message}`)).toEqual([
    expect.stringMatching(/^warning link\/moved .*general\/old.*general\/new\.md/),
    expect.stringMatching(/^warning link\/moved .*general\/former.*general\/new\.md/),
    expect.stringMatching(/^warning link\/withdrawn .*The flag never existed/),
    expect.stringMatching(/^error link\/target /),
  ])
})

describe('what is published', async () => {
  const content = contentFolder({})
  cpSync(join(root, 'test/site/addresses/content'), content, { recursive: true })
  const { files, text, json } = await buildCatalog(content)
  const ids = ['general/timed-out-first-try', 'auth/clock']

  test('retired pages keep all their forms', () => {
    for (const id of ids) {
      const path = `catalog/solutions/${id}`
      expect(files()).toEqual(expect.arrayContaining([`${path}/index.html`, `${path}.html`, `${path}.md`]))
    }
  })

  test('nothing leads to them but the files of their own, the manifest and the change feed', () => {
    const own = new RegExp(`^catalog/solutions/(?:${ids.join('|')})[./]|manifest|changes|feed`)
    for (const file of files().filter((name) => !own.test(name))) {
      for (const id of ids) expect(text(file), file).not.toMatch(new RegExp(`${id}(?![\\w-])`))
    }
  })

  test('they leave the counts', () => {
    expect(json('catalog/version.json').count).toBe(2)
    expect(json('catalog/match.json').count).toBe(2)
    expect(json('catalog/solutions/auth/index.json').count).toBe(0)
  })

  test('the notice stands right behind the heading, in page and twin', () => {
    expect(text('catalog/solutions/auth/clock.html')).toMatch(
      /<\/h1>\n<p class="retired"><strong>Withdrawn[^<]*<\/strong> The service allows for \[clocks\]/,
    )
    expect(text('catalog/solutions/general/timed-out-first-try.md')).toMatch(
      /\n# .*\n\n> \*\*Superseded.*\]\(https:\/\/catalog\.example\.org\/catalog\/solutions\/general\/timed-out\)\n/,
    )
  })

  test('a page that promises nothing: no saving, no report that it did not work', () => {
    const html = text('catalog/solutions/auth/clock.html')
    expect(html).toContain('no saving is claimed')
    expect(html).not.toContain('template=did-not-work.yml')
  })

  test('an old address leads on: at once, by canonical link, by a link to see, in its twin, and by the host', () => {
    for (const id of ['general/old-name', 'auth/first-name']) {
      const path = `catalog/solutions/${id}`
      expect(text(`${path}.html`)).toBe(text(`${path}/index.html`))
      for (const part of [
        '<meta http-equiv="refresh" content="0; url=/catalog/solutions/general/new-name">',
        '<link rel="canonical" href="https://catalog.example.org/catalog/solutions/general/new-name">',
        '<a href="/catalog/solutions/general/new-name">Client: connect ECONNREFUSED',
      ])
        expect(text(`${path}.html`)).toContain(part)
      expect(text(`${path}.html`)).not.toContain('noindex')
      expect(text(`${path}.md`)).toContain(
        '](https://catalog.example.org/catalog/solutions/general/new-name.md)',
      )
      expect(text('_redirects')).toContain(`/${path} /catalog/solutions/general/new-name 301\n`)
      expect(text('_redirects')).toContain(`/${path}.md /catalog/solutions/general/new-name.md 301\n`)
    }
  })

  test('a catalog in which nothing moved has no file of redirects', async () => {
    expect(
      (await buildCatalog(contentFolder({ 'solutions/general/a.md': page('A') }))).files(),
    ).not.toContain('_redirects')
  })
})
