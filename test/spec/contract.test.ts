import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { load } from 'js-yaml'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { beforeAll, describe, expect, test } from 'vitest'
import { categories } from '../../src/model/vocabulary.ts'
import { buildCatalog, contentFolder } from '../catalog.ts'
import { smallCatalog, validSolution } from '../valid-solution.ts'

/*
 * The contract of what is published, sentence by sentence, on a built catalog. The titles are the sentences.
 */

const long = `Set \`x\`, ${'then wait and look at it again, '.repeat(5)}then 😀😀😀${' and so on'.repeat(30)}.`
const content = {
  ...smallCatalog,
  'solutions/memory/korean.md': validSolution
    .replace('Example: connect', '메모리: connect')
    .replace('reviewed: 2026-11-01', 'reviewed: 2026-11-01\nlang: ko')
    .replace('## Symptom', '## 증상')
    .replace('## Root Cause', '## 근본 원인')
    .replace(/## Fix\n\n.*\n/, `## 해결 방법\n\n${long}\n`)
    .replace(
      '## Environment',
      '## 점검표\n\n| 문제 | 확인 | 해결 |\n| --- | --- | --- |\n| 가 | 나 | 다 |\n\n## 환경',
    ),
}

let site: Awaited<ReturnType<typeof buildCatalog>>
let index: { generated: string; count: number; base_url: string; solutions: Record<string, string>[] }
beforeAll(async () => {
  site = await buildCatalog(contentFolder(content))
  index = site.json('catalog/solutions.json')
})

describe('/<site>/solutions.json', () => {
  test('is {generated, count, base_url, solutions}', () => {
    expect(Object.keys(index)).toEqual(['generated', 'count', 'base_url', 'solutions'])
    expect(index.base_url).toBe('https://catalog.example.org')
  })

  test('an entry is {title, category, url, symptom, fix, source} in this key order and nothing else; source is left out where there is none', () => {
    const keys = index.solutions.map((entry) => Object.keys(entry).join())
    expect(keys).toEqual([
      'title,category,url,symptom,fix',
      'title,category,url,symptom,fix,source',
      'title,category,url,symptom,fix,source',
    ])
  })

  test('url = /<site>/solutions/<category>/<slug>', () => {
    expect(index.solutions.map(({ url }) => url)).toEqual([
      '/catalog/solutions/auth/second',
      '/catalog/solutions/general/connect-econnrefused',
      '/catalog/solutions/memory/korean',
    ])
  })

  test('count = number of entries', () => expect(index.count).toBe(index.solutions.length))

  test('entries sorted by category, then slug', async () => {
    const { json } = await buildCatalog(
      contentFolder(
        Object.fromEntries(
          ['tool-failure/a', 'agentplatform/b', 'agentplatform/a-b', 'agentplatform/a', 'auth/z'].map(
            (id) => [`solutions/${id}.md`, validSolution.replace(/^title: .*$/m, `title: "${id}"`)],
          ),
        ),
      ),
    )
    expect(json('catalog/solutions.json').solutions.map(({ title }: { title: string }) => title)).toEqual([
      'agentplatform/a',
      'agentplatform/a-b',
      'agentplatform/b',
      'auth/z',
      'tool-failure/a',
    ])
  })

  test('one entry per line, UTF-8, LF, no BOM', () => {
    const bytes = readFileSync(join(site.out, 'catalog/solutions.json'))
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    expect(text).not.toMatch(/\r|^\ufeff/)
    const lines = text.trimEnd().split('\n')
    expect(lines.slice(1, -1).map((line) => JSON.parse(line.replace(/,$/, '')))).toEqual(index.solutions)
  })

  test('at most about 1 KB an entry', () => {
    for (const entry of index.solutions) expect(Buffer.byteLength(JSON.stringify(entry))).toBeLessThan(1400)
  })

  test('fix is the plain text of the Fix section, code kept inline, white space collapsed, its first 200 characters (code points)', () => {
    expect(index.solutions[1]?.fix).toBe(
      'Start the server, then check with ss -ltn that it listens on port 5432.',
    )
    const fix = index.solutions[2]?.fix ?? ''
    expect([...fix]).toHaveLength(200)
    expect(long.replaceAll('`', '').startsWith(fix)).toBe(true)
  })

  test('never half of a surrogate pair, no ellipsis added', () => {
    for (const { fix = '' } of index.solutions) {
      expect(fix.isWellFormed()).toBe(true)
      expect(fix).not.toMatch(/…$|\.\.\.$/)
    }
  })

  test('symptom likewise, at most 300', async () => {
    const { json } = await buildCatalog(
      contentFolder({
        'solutions/auth/x.md': validSolution.replace(
          'when the client starts.',
          `when the ${'😀 '.repeat(200)}client starts.`,
        ),
      }),
    )
    expect([...json('catalog/solutions.json').solutions[0].symptom]).toHaveLength(300)
  })

  test('generated is ISO 8601 in UTC and comes from the content, not from the clock', async () => {
    expect(index.generated).toBe('2025-11-20T00:00:00.000Z')
    const { json } = await buildCatalog(contentFolder(smallCatalog), { epoch: '' })
    expect(json('catalog/solutions.json').generated).toBe('2026-11-01T00:00:00.000Z')
  })

  test('the published schema accepts it', () => {
    const schema = site.json('catalog/schema/v1/solutions.schema.json')
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, date: true } })
    const validate = ajv.compile(schema)
    expect(validate(index) || validate.errors).toBe(true)
    expect(validate({ ...index, solutions: [{ ...index.solutions[0], extra: 1 }] })).toBe(false)
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://catalog.example.org/catalog/schema/v1/solutions.schema.json',
    })
  })
})

test('the published frontmatter schema accepts a solution’s frontmatter and refuses an unknown key', () => {
  const validate = new Ajv2020({ strict: false, formats: { date: true } }).compile(
    site.json('catalog/schema/v1/frontmatter.schema.json'),
  )
  const data = load(/^---\n([\s\S]*?)\n---/.exec(validSolution)?.[1] ?? '') as object
  expect(validate(data) || validate.errors).toBe(true)
  expect(validate({ ...data, slug: 'x' })).toBe(false)
})

test('the sixteen categories, exactly', () => {
  expect(categories.join(' ')).toBe(
    'agentplatform auth rate-limit token-cost context-window loop-stuck memory messaging container tool-failure performance hallucination config concurrency general prompt-engineering',
  )
})

describe('a page', () => {
  const page = '/catalog/solutions/memory/korean'.slice(1)

  test('stands in three files: X/index.html, X.html with the same bytes, and X.md', () => {
    for (const path of [
      page,
      'catalog/solutions/auth/second',
      'catalog/solutions/auth',
      'catalog/guide/connections',
      'catalog/skill',
      'catalog',
    ]) {
      expect(site.text(`${path}.html`)).toBe(site.text(`${path}/index.html`))
      expect(site.text(`${path}.md`)).toMatch(/^---\ntitle: /)
    }
  })

  test('shows title, Symptom, Root Cause, Fix, Checklist, Expected Token Savings, Environment with the source, footer with the two calls to action, in this order, headings in the page’s language', () => {
    const html = site.text(`${page}.html`)
    const parts = [
      '<h1 itemprop="headline">메모리: connect',
      '<h2 id="symptom">증상</h2>',
      '<h2 id="root-cause">근본 원인</h2>',
      '<h2 id="fix">해결 방법</h2>',
      '<h2 id="checklist">점검표</h2>',
      '<h2 id="token-savings">예상 토큰 절감</h2>',
      '<h2 id="environment">환경</h2>',
      'href="https://nodejs.org/api/errors.html"',
      '<footer>',
      'href="/catalog/skill"',
      'href="https://github.com/example/catalog/issues/new',
    ]
    // The menu at the top links to the skill too.
    const at = parts.map((part) => html.indexOf(part, html.indexOf('<main')))
    expect(at).not.toContain(-1)
    expect(at).toEqual([...at].sort((a, b) => a - b))
    expect(html).toContain('<html lang="ko"')
  })

  test('has no Checklist where the author wrote none', () => {
    expect(site.text('catalog/solutions/auth/second.html')).not.toContain('id="checklist"')
  })

  test('links between pages are root-absolute and without extension; one rel=canonical without a slash at the end', () => {
    const html = site.text('catalog/guide/connections.html')
    expect(html).toContain('<a href="/catalog/solutions/general/connect-econnrefused">')
    expect([...html.matchAll(/rel="canonical" href="([^"]+)"/g)].map((match) => match[1])).toEqual([
      'https://catalog.example.org/catalog/guide/connections',
    ])
  })

  test('has no script but its own, no inline style, no image, no form to elsewhere, and loads its stylesheet only', () => {
    for (const file of site.files().filter((name) => name.endsWith('.html'))) {
      const elements = elementsOf(site.text(file))
      const names = new Set(elements.map(({ nodeName }) => nodeName))
      for (const name of ['style', 'img', 'iframe', 'object', 'video']) expect(names).not.toContain(name)
      const scripts = elements
        .filter(({ nodeName }) => nodeName === 'script')
        .flatMap(({ attrs }) => attrs.filter(({ name }) => name === 'src').map(({ value }) => value))
      expect(
        scripts.map((address) => /^\/catalog\/assets\/(\w+)[\w-]*\.\w+\.js$/.exec(address)?.[1]),
      ).toEqual(/^catalog\/search(\/index)?\.html$/.test(file) ? ['page', 'search'] : ['page'])
      const actions = elements.filter(({ nodeName }) => nodeName === 'form').map(({ attrs }) => attrs)
      for (const attrs of actions) expect(attrs).toContainEqual({ name: 'action', value: '/catalog/search' })
      const loaded = elements.filter(
        ({ nodeName, attrs }) =>
          nodeName === 'link' && attrs.some(({ name, value }) => name === 'rel' && value === 'stylesheet'),
      )
      expect(loaded).toHaveLength(1)
      expect(
        elements
          .flatMap(({ attrs }) => attrs.map(({ name }) => name))
          .filter((name) => name === 'style' || name.startsWith('on')),
      ).toEqual([])
    }
  })

  test('a title that looks like markup is text everywhere', () => {
    const html = site.text('catalog/solutions/auth/second.html')
    expect(html).toContain('<h1 itemprop="headline">Second &lt;page&gt; &amp; &quot;quotes&quot;</h1>')
    expect(html).not.toContain('<page>')
    expect(site.text('catalog/feed.xml')).not.toContain('<page>')
  })

  test('head: charset, title, description, canonical, alternate Markdown, feed, CSP', () => {
    const head = /<head>[\s\S]*<\/head>/.exec(site.text(`${page}.html`))?.[0]
    for (const part of [
      '<meta charset="utf-8">',
      '<title>메모리: connect ECONNREFUSED 127.0.0.1:5432 | Test Catalog</title>',
      '<meta name="description" content="Set x, then wait',
      '<link rel="canonical" href="https://catalog.example.org/catalog/solutions/memory/korean">',
      '<link rel="alternate" type="text/markdown" href="/catalog/solutions/memory/korean.md">',
      '<link rel="alternate" type="application/atom+xml" title="Test Catalog" href="/catalog/feed.xml">',
      `content="default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; script-src 'self'; connect-src 'self'"`,
    ]) {
      expect(head).toContain(part)
    }
  })

  test('first thing inside <main>: a small line with links to llms.txt and to the twin', () => {
    expect(site.text(`${page}.html`)).toMatch(
      /<main id="main">\s*<p class="agents">[^<]*<a href="\/catalog\/llms\.txt">[^<]+<\/a> · <a href="\/catalog\/solutions\/memory\/korean\.md">/,
    )
  })

  test('structured data as microdata: TechArticle and BreadcrumbList', () => {
    const html = site.text(`${page}.html`)
    expect(html).toContain('itemtype="https://schema.org/TechArticle"')
    expect(html).toContain('itemtype="https://schema.org/BreadcrumbList"')
  })
})

describe('the Markdown twin', () => {
  test('has frontmatter title, category, url, source, updated, and what else the page says of itself', () => {
    const twin = site.text('catalog/solutions/general/connect-econnrefused.md')
    expect(load(/^---\n([\s\S]*?)\n---/.exec(twin)?.[1] ?? '')).toEqual({
      title: 'Example: connect ECONNREFUSED 127.0.0.1:5432',
      category: 'general',
      url: 'https://catalog.example.org/catalog/solutions/general/connect-econnrefused',
      source: 'https://nodejs.org/api/errors.html',
      updated: '2026-11-01',
      affects: 'node >=18',
      codes: 'econnrefused',
      evidence: 'documented',
      retry: 'after-fix',
    })
  })

  test('then a first visible line that links the catalog’s llms.txt, then the page’s own Markdown with absolute links', () => {
    const body = site
      .text('catalog/guide/connections.md')
      .replace(/^---\n[\s\S]*?\n---\n/, '')
      .trimStart()
    expect(body).toMatch(/^> .*https:\/\/catalog\.example\.org\/catalog\/llms\.txt\n/)
    expect(body).toContain(
      '[nothing listens](https://catalog.example.org/catalog/solutions/general/connect-econnrefused)',
    )
  })
})

describe('for agents', () => {
  test('version.json is {generated, count, sha256, bytes} of the index', () => {
    const text = site.text('catalog/solutions.json')
    expect(site.json('catalog/version.json')).toEqual({
      generated: index.generated,
      count: 3,
      sha256: createHash('sha256').update(text).digest('hex'),
      bytes: Buffer.byteLength(text),
    })
    expect(site.text('catalog/version.json').length).toBeLessThan(250)
  })

  test('solutions/<category>/index.json is the category’s part of the index, same envelope plus category', () => {
    for (const category of categories) {
      const part = site.json(`catalog/solutions/${category}/index.json`)
      const { solutions, ...head } = part
      expect(Object.keys(part)).toEqual(['generated', 'count', 'base_url', 'category', 'solutions'])
      expect(head).toEqual({
        generated: index.generated,
        count: solutions.length,
        base_url: index.base_url,
        category,
      })
      expect(solutions).toEqual(index.solutions.filter((entry) => entry.category === category))
    }
  })

  test('llms.txt of the catalog and of each category, each under 20,000 characters (split past that)', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 120 }, (_, n) => [
        `solutions/auth/page-${n}.md`,
        validSolution.replace(
          /^title: .*$/m,
          `title: "Gateway closes the socket of a peer that has been silent for longer than its own timer allows ${n}"`,
        ),
      ]),
    )
    const { files, text } = await buildCatalog(contentFolder(many))
    const lists = files().filter((file) => /llms(-\d+)?\.txt$/.test(file))
    expect(lists).toContain('catalog/solutions/auth/llms-2.txt')
    for (const file of lists) expect(text(file).length).toBeLessThan(20_000)
    const links = lists.flatMap((file) =>
      [...text(file).matchAll(/auth\/page-(\d+)\.md/g)].map((match) => Number(match[1])),
    )
    expect(links.sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, n) => n))
    expect(text('catalog/solutions/auth/llms.txt')).toContain('/solutions/auth/llms-2.txt')
  })

  test('the search skill with discovery 0.2.0 and its sha256 digest', () => {
    const skill = site.text('catalog/.well-known/agent-skills/error-solutions/SKILL.md')
    expect(site.json('catalog/.well-known/agent-skills/index.json').skills).toEqual([
      {
        name: 'error-solutions',
        type: 'skill-md',
        description: expect.any(String),
        url: 'error-solutions/SKILL.md',
        digest: `sha256:${createHash('sha256').update(skill).digest('hex')}`,
      },
    ])
    const front = load(/^---\n([\s\S]*?)\n---/.exec(skill)?.[1] ?? '') as {
      name: string
      description: string
    }
    expect(Object.keys(front)).toEqual(['name', 'description', 'license', 'compatibility', 'metadata'])
    expect(front.name).toBe('error-solutions')
    expect(front.description.length).toBeLessThanOrEqual(1024)
  })
})

describe('for hosts and people', () => {
  test('404.html in the root and in the site’s folder, sitemap, robots.txt, _headers, .nojekyll, security.txt', () => {
    expect(site.files()).toEqual(
      expect.arrayContaining([
        '404.html',
        'catalog/404.html',
        'catalog/sitemap.xml',
        'robots.txt',
        '_headers',
        '.nojekyll',
        '.well-known/security.txt',
      ]),
    )
    expect(site.text('robots.txt')).toContain('Sitemap: https://catalog.example.org/catalog/sitemap.xml')
    expect(site.text('robots.txt')).toMatch(/^User-agent: \*\nAllow: \/$/m)
    expect(site.text('robots.txt')).not.toMatch(/^Disallow:/m)
    expect(site.text('.well-known/security.txt')).toMatch(
      /^Contact: https:[\s\S]*^Expires: \d{4}-[\s\S]*^Canonical: https:/m,
    )
    expect(site.text('_headers')).toMatch(/^\/catalog\/\*\n {2}X-Content-Type-Options: nosniff\n/)
    expect(site.text('_headers')).toMatch(
      /\/catalog\/assets\/\*\n {2}Cache-Control: public, max-age=\d{8}, immutable/,
    )
    expect(site.text('catalog/404.html')).toBe(site.text('404.html'))
    expect(site.text('_headers')).toMatch(
      /\/catalog\/\*\.md\n {2}Content-Type: text\/markdown; charset=utf-8/,
    )
  })

  test('the sitemap and the feed are of their kinds, with times', () => {
    expect(site.text('catalog/sitemap.xml')).toContain(
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    )
    const feed = site.text('catalog/feed.xml')
    expect(feed).toContain('<feed xmlns="http://www.w3.org/2005/Atom"')
    for (const [, time = ''] of feed.matchAll(/<updated>(.*?)<\/updated>/g))
      expect(new Date(time).toISOString()).toBe(time)
    const items: { id: string; content_text: string }[] = site.json('catalog/feed.json').items
    expect(items.map(({ id }) => id)).toEqual(
      [...feed.matchAll(/<id>([^<]*solutions[^<]*)</g)].map(([, id]) => id),
    )
  })

  test('every page ends with its footer; the home list for agents names the index', () => {
    for (const file of site.files().filter((name) => name.endsWith('.html') && !name.endsWith('404.html')))
      expect(site.text(file)).toMatch(/<\/footer>\s*<\/body>/)
    expect(site.text('catalog/llms.txt')).toContain('https://catalog.example.org/catalog/solutions.json')
  })

  test('every schema has its address and draft', () => {
    const schemas = site.files().filter((file) => file.startsWith('catalog/schema/'))
    expect(schemas.length).toBeGreaterThan(2)
    for (const file of schemas)
      expect(site.json(file)).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: `https://catalog.example.org/${file}`,
      })
  })

  test('the sitemap has canonical addresses, lastmod from content', () => {
    const urls = [...site.text('catalog/sitemap.xml').matchAll(/<loc>([^<]+)<\/loc><lastmod>([^<]+)/g)].map(
      ([, loc, day]) => `${loc} ${day}`,
    )
    expect(urls).toContain('https://catalog.example.org/catalog/solutions/memory/korean 2026-11-01')
    expect(urls).toContain('https://catalog.example.org/catalog/guide/connections 2026-11-01')
    expect(urls).toHaveLength(1 + 6 + 16 + 1 + 3 + 3)
  })

  test('base_url and site come from the configuration, overridden by flags', async () => {
    const { files, json } = await buildCatalog(contentFolder(smallCatalog), {
      baseUrl: 'https://other.example',
      site: 'errors',
    })
    expect(files().filter((file) => file.startsWith('catalog'))).toEqual([])
    expect(json('errors/solutions.json')).toMatchObject({
      base_url: 'https://other.example',
      solutions: [{ url: '/errors/solutions/auth/second' }, {}],
    })
  })
})

function elementsOf(html: string): DefaultTreeAdapterTypes.Element[] {
  const found: DefaultTreeAdapterTypes.Element[] = []
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('attrs' in node) found.push(node)
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(html))
  return found
}

describe('sizes of what a model or a look-up reads', () => {
  test('lookup/<token>.json: {token, count, solutions: [entry + md]}; at most 6 KB; the index lists the tokens', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `solutions/auth/page-${n}.md`,
        validSolution
          .replace(/^title: .*$/m, `title: "Number ${n}"`)
          .replace('127.0.0.1:…', n < 9 ? `${n} http status: 429` : `${n} ENOENT`),
      ]),
    )
    const { files, text, json } = await buildCatalog(contentFolder(many))
    const tokens = json('catalog/lookup/index.json').tokens as { token: string; count: number }[]
    const lookups = files().filter(
      (file) => file.startsWith('catalog/lookup/') && !file.endsWith('/index.json'),
    )
    expect(tokens.map(({ token }) => `catalog/lookup/${token}.json`)).toEqual(lookups)
    for (const file of lookups) expect(Buffer.byteLength(text(file))).toBeLessThanOrEqual(6000)
    const { solutions, ...head } = json('catalog/lookup/http-429.json')
    expect(head).toEqual({ token: 'http-429', count: 9 })
    expect(solutions[0]).toMatchObject({ title: 'Number 0', md: '/catalog/solutions/auth/page-0.md' })
    // A code that half the catalog shares answers nothing.
    expect(tokens.map(({ token }) => token)).not.toContain('econnrefused')
  })

  test('messages/<xx>.json: pages by the SHA-256 of a message without parts that vary', async () => {
    const message = 'E_FIXED: the same words each time'
    const digest = createHash('sha256').update(message).digest('hex')
    const page = validSolution.replace('errors:\n', `errors:\n  - "${message}"\n`)
    const { files, json } = await buildCatalog(contentFolder({ 'solutions/auth/fixed.md': page }))
    const file = `catalog/messages/${digest.slice(0, 2)}.json`
    expect(files().filter((path) => path.startsWith('catalog/messages/'))).toEqual([file])
    expect(json(file)).toEqual({ [digest]: ['/catalog/solutions/auth/fixed.md'] })
  })

  test('match.json: id, title, error patterns, signs, symptoms, codes, products with versions, evidence, versioned', () => {
    const { entries, ...head } = site.json('catalog/match.json')
    expect(head).toEqual({ format: 1, generated: index.generated, count: 3 })
    expect(entries[1]).toEqual({
      retry: 'after-fix',
      is_retriable: false,
      id: 'general/connect-econnrefused',
      title: 'Example: connect ECONNREFUSED 127.0.0.1:5432',
      errors: ['Error: connect ECONNREFUSED 127.0.0.1:…'],
      signs: [],
      symptoms: ['`Error: connect ECONNREFUSED 127.0.0.1:5432` when the client starts.'],
      codes: ['econnrefused'],
      products: ['node'],
      versions: { node: '>=18' },
      evidence: 'documented',
    })
  })

  test('openapi.json names every GET of the contract, with examples that exist', () => {
    const { openapi, paths, servers } = site.json('catalog/openapi.json')
    expect(openapi).toMatch(/^3\.1/)
    expect(servers).toEqual([{ url: 'https://catalog.example.org/catalog' }])
    for (const [path, { get }] of Object.entries(paths) as [
      string,
      { get: { parameters?: { name: string; example: string }[] } },
    ][]) {
      const file = (get.parameters ?? []).reduce(
        (text, { name, example }) => text.replace(`{${name}}`, example),
        path,
      )
      expect(site.files(), path).toContain(`catalog${file}`)
    }
  })

  test('changes.json, Atom and JSON Feed: newest first, with dates and digests', () => {
    const { changes } = site.json('catalog/changes.json')
    expect(changes).toHaveLength(3)
    expect(changes[0]).toEqual({
      id: 'auth/second',
      kind: 'reviewed',
      date: '2026-11-01',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(site.json('catalog/feed.json')).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      items: [{ url: 'https://catalog.example.org/catalog/solutions/auth/second' }, {}, {}],
    })
    expect(site.text('catalog/feed.xml').match(/<entry /g)).toHaveLength(3)
  })
})
