import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smoke } from '../../src/audit/hosted.ts'
import { buildCatalog, contentFolder, root, temporaryFolder } from '../catalog.ts'
import { smallCatalog } from '../valid-solution.ts'
import { type Host, installed, startHost } from './hosts.ts'

/* The configuration that PUBLISHING.md shows, run as it stands there. */

const paper = readFileSync(join(root, 'PUBLISHING.md'), 'utf8')
const block = (language: string): string => {
  const [, text] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(paper) ?? []
  if (text === undefined) throw new Error(`PUBLISHING.md shows no ${language}`)
  return text
}

const file = (dir: string, name: string, text: string): string => {
  writeFileSync(join(dir, name), text)
  return join(dir, name)
}

/** The block with our folder and port in place of the example's. */
function placed(language: string, dir: string, changes: readonly (readonly [string, string])[]): string {
  let text = block(language)
  for (const [from, to] of [['/srv/catalog/dist', dir], ...changes] as const) {
    if (!text.includes(from)) throw new Error(`the ${language} block holds no ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

const configured: readonly Host[] = [
  {
    name: 'nginx',
    program: 'nginx',
    start: ({ dir, port, scratch }) => [
      ...['-e', join(scratch, 'error.log'), '-p', scratch, '-c'],
      file(
        scratch,
        'nginx.conf',
        `daemon off; user root; pid ${scratch}/pid; events {}
http { access_log off; client_body_temp_path ${scratch}/body; proxy_temp_path ${scratch}/proxy; fastcgi_temp_path ${scratch}/fastcgi; uwsgi_temp_path ${scratch}/uwsgi; scgi_temp_path ${scratch}/scgi;
${placed('nginx', dir, [['listen 80', `listen 127.0.0.1:${port}`]])}}`,
      ),
    ],
  },
  {
    name: 'Caddy',
    program: 'caddy',
    start: ({ dir, port, scratch }) => [
      ...['run', '--adapter', 'caddyfile', '--config'],
      file(
        scratch,
        'Caddyfile',
        `{\n  admin off\n}\n${placed('caddyfile', dir, [['catalog.example.org', `http://127.0.0.1:${port}`]])}`,
      ),
    ],
  },
  {
    name: 'Apache',
    program: 'apache2',
    start: ({ dir, port, scratch }) => [
      ...['-X', '-f'],
      file(
        scratch,
        'apache.conf',
        `ServerRoot ${scratch}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${scratch}/pid
ErrorLog ${scratch}/error.log
User www-data
Group www-data
${['mpm_event', 'authz_core', 'mime', 'dir', 'headers', 'rewrite'].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`).join('')}TypesConfig /etc/mime.types
${placed('apache', dir, [['*:80', `127.0.0.1:${port}`]])}`,
      ),
    ],
  },
]

const { out, text } = await buildCatalog(contentFolder(smallCatalog))
// Apache serves as a user of its own.
chmodSync(dirname(out), 0o755)
const page = '/catalog/solutions/general/connect-econnrefused'

describe.each(configured.map((host) => [host.name, host] as const))(
  '%s, as the paper configures it',
  (_, host) => {
    describe.skipIf(!installed(host))('serves', () => {
      let origin = ''
      let stop = () => {}
      beforeAll(async () => {
        ;({ origin, stop } = await startHost(host, out, join(temporaryFolder(), 'host')))
      })
      afterAll(() => stop())

      test('what readers need', async () => {
        expect((await smoke(`${origin}/catalog`, { fetch })).findings).toEqual([])
      })

      test.each(['/catalog', '/catalog/', page, `${page}/`, '/catalog/solutions/auth', '/catalog/search'])(
        '%s without a redirect',
        async (path) => {
          const response = await fetch(origin + path, { redirect: 'manual' })
          expect(response.status).toBe(200)
          expect(response.headers.get('content-type')).toMatch(/^text\/html; ?charset=utf-8$/i)
          expect(await response.text()).toMatch(/^<!doctype html>/)
        },
      )

      test('Markdown in its own type and in UTF-8', async () => {
        const response = await fetch(`${origin}${page}.md`)
        expect(response.headers.get('content-type')).toMatch(/^text\/markdown; ?charset=utf-8$/i)
        expect(await response.text()).toBe(text(`${page.slice(1)}.md`))
      })

      test('a page as Markdown to who asks for it, and only a page', async () => {
        const ask = (path: string) =>
          fetch(origin + path, { headers: { Accept: 'text/markdown, text/html, */*' } })
        const response = await ask(page)
        expect(response.headers.get('content-type')).toMatch(/^text\/markdown; ?charset=utf-8$/i)
        expect(response.headers.get('vary')).toMatch(/accept\b(?!-)/i)
        expect(await response.text()).toBe(text(`${page.slice(1)}.md`))
        expect(await (await ask('/catalog/solutions.json')).text()).toBe(text('catalog/solutions.json'))
        expect((await ask('/catalog/solutions/general/none')).status).toBe(404)
        expect((await fetch(origin + page)).headers.get('vary')).toMatch(/accept\b(?!-)/i)
      })

      test('the index to pages of other origins, and nothing to be guessed about', async () => {
        const { headers } = await fetch(`${origin}/catalog/solutions.json`)
        expect(headers.get('access-control-allow-origin')).toBe('*')
        expect(headers.get('x-content-type-options')).toBe('nosniff')
      })

      test('a page of its own where there is none', async () => {
        const response = await fetch(`${origin}/catalog/solutions/general/none`)
        expect(response.status).toBe(404)
        expect(await response.text()).toBe(text('404.html'))
      })
    })
  },
)

test('the function for CloudFront asks for files that there are', () => {
  const ask = (uri: string): string =>
    runInNewContext(`${block('js')}; handler({ request: { uri: ${JSON.stringify(uri)} } }).uri`)
  const isThere = (uri: string) => existsSync(join(out, ask(uri)))
  for (const path of ['/catalog', '/catalog/', page, `${page}/`, `${page}.md`, '/catalog/solutions.json']) {
    expect(isThere(path), path).toBe(true)
  }
  expect(isThere('/catalog/solutions/general/none')).toBe(false)
  expect(ask(page)).toBe(`${page}.html`)
})
