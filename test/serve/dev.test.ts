import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { contentFolder, root, temporaryFolder } from '../catalog.ts'
import { smallCatalog, validSolution } from '../valid-solution.ts'
import { openPage } from './browser.ts'
import { type Running, start } from './process.ts'

const first = 'solutions/general/connect-econnrefused.md'
const page = '/catalog/solutions/general/connect-econnrefused'
const changed = (words: string) => validSolution.replace('Nothing listens on the port', words)

/** A package of its own, so that its templates can be changed. */
function copyOfPackage(): string {
  const dir = join(temporaryFolder(), 'package')
  for (const part of ['lib', 'templates', 'content/labels', 'package.json'])
    cpSync(join(root, part), join(dir, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  return dir
}

async function startDev(content: string, dir = root): Promise<{ dev: Running; origin: string }> {
  const dev = start(['dev', '--content', content], { main: join(dir, 'lib/cli/main.js') })
  const [, origin = ''] = await dev.prints(/at (http:\/\/127\.0\.0\.1:\d+)\/catalog /)
  return { dev, origin }
}

describe('a page and its file', () => {
  const content = contentFolder(smallCatalog)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(content, path)), { recursive: true })
    writeFileSync(join(content, path), text)
  }
  let dev: Running
  let origin = ''
  beforeAll(async () => {
    ;({ dev, origin } = await startDev(content))
  })

  test('is served with the script that follows it, and the script is allowed', async () => {
    const { html, status } = await openPage(origin, page)
    expect(status).toBe(200)
    expect(html).toContain('src="/__preview/client.js"')
    expect(html).toContain(
      `content="default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; script-src 'self'; connect-src 'self'"`,
    )
    for (const name of ['client.js', 'client.css'])
      expect((await fetch(`${origin}/__preview/${name}`)).status).toBe(200)
  })

  test.each([
    ['/catalog', /^text\/html/],
    [`${page}.html`, /^text\/html/],
    [`${page}/`, /^text\/html/],
    [`${page}.md`, /^text\/markdown/],
    ['/catalog/solutions.json', /^application\/json/],
    ['/catalog/lookup/index.json', /^application\/json/],
    ['/catalog/manifest.json', /^application\/json/],
    ['/catalog/skill', /^text\/html/],
    ['/robots.txt', /^text\/plain/],
    ['/catalog/card.png', /^image\/png/],
  ])('%s is there', async (path, type) => {
    const response = await fetch(origin + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(type)
  })

  test('only pages get the script', async () => {
    expect(await (await fetch(`${origin}${page}.md`)).text()).not.toContain('__preview')
  })

  test('is sent when the file is saved, and nobody else is disturbed', async () => {
    const [reader, other] = [
      await openPage(origin, page),
      await openPage(origin, '/catalog/solutions/auth/second'),
    ]
    write(first, changed('A first change'))
    await reader.page('A first change')
    write(first, changed('A second change'))
    await reader.page('A second change')
    expect(other.heard().filter(({ event }) => event === 'page')).toEqual([])
    expect(await (await fetch(origin + page)).text()).toContain('A second change')
    await dev.prints(/solutions\/general\/connect-econnrefused\.md: \d+ ms/)
  })

  test('lists follow too', async () => {
    const list = await openPage(origin, '/catalog/solutions/general')
    write(first, changed('X').replace('title: "Example', 'title: "Renamed'))
    await list.page('Renamed: connect')
  })

  test('a browser that comes back with an old page is given the new one', async () => {
    const stale = await openPage(origin, page, 'an old tag')
    await stale.page('connect ECONNREFUSED')
  })

  test('stays as it was while the file is broken, with the problem, its line and a hint', async () => {
    const reader = await openPage(origin, page)
    write(first, changed('The good state'))
    await reader.page('The good state')
    const from = dev.printed().length
    write(first, changed('The bad state').replace('attempts: 3', 'atempts: 3'))
    // The file may be read while it is still being written, so other problems can come first.
    const shown = await reader.problems(({ problems }) =>
      problems.some(({ code }: { code: string }) => code === 'frontmatter/unknown-key'),
    )
    expect(shown).toMatchObject({
      open: true,
      total: 1,
      problems: [{ code: 'frontmatter/unknown-key', path: first, line: 11, hint: expect.any(String) }],
    })
    expect(shown.problems[0].frame).toContain('11 | atempts: 3')
    await dev.prints(/connect-econnrefused\.md:11:1 error frontmatter\/unknown-key/, from)
    await dev.prints(/11 \| atempts: 3/, from)
    const html = await (await fetch(origin + page)).text()
    expect(html).toContain('The good state')
    expect(html).not.toContain('The bad state')

    write(first, changed('The fixed state'))
    await reader.page('The fixed state')
    await reader.problems(({ total }) => total === 0)
    await dev.prints(/no problem any more/, from)
  })

  test('a new file gets its page and its place in the lists; before that, 404', async () => {
    const path = '/catalog/solutions/memory/brand-new'
    const reader = await openPage(origin, path)
    expect(reader.status).toBe(404)
    write('solutions/memory/brand-new.md', validSolution.replace('title: "Example', 'title: "Brand new'))
    await reader.page('Brand new: connect')
    expect((await fetch(origin + path)).status).toBe(200)
    expect(await (await fetch(`${origin}/catalog/solutions.json`)).text()).toContain('memory/brand-new')
  })

  test('a renamed file takes its reader along', async () => {
    const reader = await openPage(origin, '/catalog/solutions/memory/old-name')
    write('solutions/memory/old-name.md', validSolution.replace('title: "Example', 'title: "A wanderer'))
    await reader.page('A wanderer')
    renameSync(join(content, 'solutions/memory/old-name.md'), join(content, 'solutions/memory/new-name.md'))
    expect(await reader.moved()).toEqual({ to: '/catalog/solutions/memory/new-name' })
    expect((await fetch(`${origin}/catalog/solutions/memory/new-name`)).status).toBe(200)
    expect((await fetch(`${origin}/catalog/solutions/memory/old-name`)).status).toBe(404)
  })

  test('an old address leads on, and one that a page has is a problem', async () => {
    const reader = await openPage(origin, page)
    const alias = (id: string) => validSolution.replace('attempts: 3', `attempts: 3\naliases: [${id}]`)
    const from = dev.printed().length
    write(first, alias('auth/before'))
    await dev.prints(/connect-econnrefused\.md: \d+ ms/, from)
    const moved = await (await fetch(`${origin}/catalog/solutions/auth/before`)).text()
    expect(moved).toContain(`content="0; url=${page}"`)
    expect(await (await fetch(`${origin}/_redirects`)).text()).toContain(
      `/catalog/solutions/auth/before ${page}`,
    )
    write(first, alias('auth/second'))
    await reader.problems(({ problems }) => problems[0]?.code === 'address/alias')
    expect(await (await fetch(`${origin}/catalog/solutions/auth/second`)).text()).toContain(
      'Second &lt;page&gt;',
    )
    expect((await fetch(`${origin}/catalog/manifest.json`)).status).toBe(200)
  })

  test('a withdrawn page says so and leaves the lists', async () => {
    const reader = await openPage(origin, page)
    write(first, validSolution.replace('attempts: 3', 'attempts: 3\nwithdrawn: It was never true.'))
    await reader.page('It was never true.')
    const index = await (await fetch(`${origin}/catalog/solutions.json`)).text()
    expect(index).not.toContain('connect-econnrefused')
    write(first, validSolution)
    await reader.page('<h1 itemprop="headline">')
  })

  test('a deleted file takes its page along, and links to it become problems', async () => {
    const [reader, guide] = [
      await openPage(origin, page),
      await openPage(origin, '/catalog/guide/connections'),
    ]
    rmSync(join(content, first))
    await reader.page('Page not found')
    await guide.problems(({ problems }) => problems[0]?.code === 'link/target')
    expect((await fetch(origin + page)).status).toBe(404)
    write(first, validSolution)
    await reader.page('Nothing listens on the port')
    await guide.problems(({ total }) => total === 0)
  })

  test('files of editors are nobody’s business', async () => {
    const reader = await openPage(origin, page)
    for (const name of ['.x.md.swp', 'x.md~', '4913', '#x.md#']) write(`solutions/general/${name}`, 'x')
    write(first, changed('After the editor'))
    await reader.page('After the editor')
    expect(dev.printed()).not.toContain('file/name')
  })

  test('labels and site configuration are followed, and survive being broken', async () => {
    const reader = await openPage(origin, page)
    const labels = join(content, 'labels/en.yaml')
    const before = readFileSync(labels, 'utf8')
    writeFileSync(labels, before.replace('Last reviewed', 'Looked at'))
    await reader.page('Looked at')
    writeFileSync(labels, before.replace('sections:', 'sections: ['))
    const shown = await reader.problems(({ total }) => total > 0)
    expect(shown).toMatchObject({ open: true, problems: [{ code: 'site/config', path: 'labels/en.yaml' }] })
    expect(await (await fetch(origin + page)).text()).toContain('Looked at')
    writeFileSync(labels, before)
    await reader.page('Last reviewed')
    await reader.problems(({ total }) => total === 0)

    const site = join(content, 'site.yaml')
    writeFileSync(site, readFileSync(site, 'utf8').replace(/^title: .*$/m, 'title: Another name'))
    await reader.page('Another name')
  })

  test('nothing but this machine may ask, and only by its own name', async () => {
    const { request } = await import('node:http')
    const status = await new Promise((done) =>
      request(origin, { headers: { Host: 'evil.example' } }, (response) => done(response.statusCode)).end(),
    )
    expect(status).toBe(403)
  })

  test('a malformed request target is answered, and the next one as well', async () => {
    const { connect } = await import('node:net')
    const { port } = new URL(origin)
    const reply = await new Promise<string>((done) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.end(`GET http://[ HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`),
      )
      socket.on('data', (data) => done(String(data)))
    })
    expect(reply).toMatch(/^HTTP\/1.1 400/)
    expect((await fetch(origin + page)).status).toBe(200)
  })

  test('a page that is a link shows no line of its target', async () => {
    const { unlinkSync, symlinkSync } = await import('node:fs')
    const reader = await openPage(origin, page)
    const secret = join(content, 'not-published.txt')
    writeFileSync(secret, 'line of another file\n')
    const link = join(content, 'solutions/general/linked.md')
    symlinkSync(secret, link)
    const shown = await reader.problems(({ problems }) =>
      problems.some((one: { path: string }) => one.path.endsWith('linked.md')),
    )
    expect(JSON.stringify(shown)).not.toContain('line of another file')
    unlinkSync(link)
    unlinkSync(secret)
    await reader.problems(({ total }) => total === 0)
  })

  test('ends cleanly although browsers listen', async () => {
    await openPage(origin, page)
    expect(await dev.end('SIGTERM')).toBe(0)
    expect(dev.printed()).not.toMatch(/\n\s+at /)
    expect(existsSync(join(root, 'dist.next'))).toBe(false)
  })
})

test('templates and stylesheet are followed; a broken template leaves the last good page', async () => {
  const dir = copyOfPackage()
  const { dev, origin } = await startDev(contentFolder(smallCatalog), dir)
  const reader = await openPage(origin, page)
  const template = join(dir, 'templates/solution.eta')
  const before = readFileSync(template, 'utf8')
  writeFileSync(template, `${before}\n<p>From the template</p>\n`)
  await reader.page('From the template')
  writeFileSync(template, `${before}\n<% nonsense( %>\n`)
  const shown = await reader.problems(({ total }) => total > 0)
  expect(shown.problems[0].path).toMatch(/templates\/solution\.eta$/)
  expect(await (await fetch(origin + page)).text()).toContain('From the template')
  writeFileSync(template, before)
  await reader.problems(({ total }) => total === 0)

  const style = join(dir, 'templates/style.css')
  const css = `${readFileSync(style, 'utf8')}\nh1 { color: rebeccapurple }\n`
  writeFileSync(style, css)
  const name = `assets/style.${createHash('sha256').update(css).digest('hex').slice(0, 10)}.css`
  await reader.page(name)
  expect(await (await fetch(`${origin}/catalog/${name}`)).text()).toContain('rebeccapurple')
  expect(await dev.end('SIGINT')).toBe(0)
})

test('a catalog’s own templates are followed, also when they are the first', async () => {
  const content = contentFolder(smallCatalog)
  const { dev, origin } = await startDev(content)
  const reader = await openPage(origin, page)
  const own = join(dirname(content), 'templates')
  mkdirSync(own)
  const given = readFileSync(join(root, 'templates/solution.eta'), 'utf8')
  writeFileSync(join(own, 'solution.eta'), `${given}\n<p>From the catalog</p>\n`)
  await reader.page('From the catalog')
  writeFileSync(join(own, 'solution.eta'), `${given}\n<% nonsense( %>\n`)
  const broken = await reader.problems(({ total }) => total > 0)
  expect(broken.problems[0].path).toBe('../templates/solution.eta')
  rmSync(join(own, 'solution.eta'))
  await reader.problems(({ total }) => total === 0)
  expect(await (await fetch(origin + page)).text()).not.toContain('From the catalog')
  writeFileSync(join(own, 'sollution.eta'), given)
  const unknown = await reader.problems(({ total }) => total > 0)
  expect(unknown.problems[0].message).toContain('did you mean `solution.eta`?')
  expect(await dev.end('SIGINT')).toBe(0)
})

test('a taken port leads to the next one', async () => {
  const squatter = createServer()
  await new Promise<void>((done) => squatter.listen(0, '127.0.0.1', done))
  const { port } = squatter.address() as { port: number }
  const dev = start(['dev', '--content', contentFolder(smallCatalog), '--port', String(port)])
  const [, taken] = await dev.prints(/127\.0\.0\.1:(\d+)/)
  expect(Number(taken)).toBeGreaterThan(port)
  expect(await dev.end('SIGINT')).toBe(0)
  squatter.close()
})

test('without a catalog it ends with one clear line', async () => {
  const dev = start(['dev', '--content', temporaryFolder()])
  await dev.prints(/^fixdex: No site configuration at /)
  expect(await dev.ended).toBe(2)
})
