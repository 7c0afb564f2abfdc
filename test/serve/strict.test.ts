import { symlinkSync, unlinkSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCatalog, contentFolder } from '../catalog.ts'
import { smallCatalog } from '../valid-solution.ts'
import { type Running, start } from './process.ts'

const page = '/catalog/solutions/general/connect-econnrefused'

describe('serve --strict', async () => {
  const { out, text } = await buildCatalog(contentFolder(smallCatalog))
  let running: Running
  let origin = ''
  beforeAll(async () => {
    running = start(['serve', '--strict', '--out', out, '--port', '0'])
    ;[, origin = ''] = await running.prints(/(http:\/\/127\.0\.0\.1:\d+)\/catalog /)
  })
  afterAll(async () => {
    expect(await running.end()).toBe(0)
  })
  const get = (path: string) => fetch(origin + path, { redirect: 'manual' })

  test('answers only by its own name, and nothing outside of its folder', async () => {
    const status = await new Promise((done) =>
      request(origin, { headers: { Host: 'evil.example' } }, ({ statusCode }) => done(statusCode)).end(),
    )
    expect(status).toBe(403)
    const link = join(out, 'catalog/outside.txt')
    symlinkSync('/etc/hostname', link)
    expect((await get('/catalog/outside.txt')).status).toBe(404)
    unlinkSync(link)
  })

  test.each([
    ['/catalog', '/catalog/'],
    [page, `${page}/`],
    [`${page}?q=1`, `${page}/?q=1`],
    ['//catalog', '/catalog/'],
  ])('%s redirects to its slash', async (path, to) => {
    const response = await get(path)
    expect(response.status).toBe(301)
    expect(response.headers.get('location')).toBe(to)
  })

  test.each([
    [`${page}/`, `catalog/solutions/general/connect-econnrefused/index.html`, 'text/html; charset=utf-8'],
    [`${page}.html`, `catalog/solutions/general/connect-econnrefused.html`, 'text/html; charset=utf-8'],
    [`${page}.md`, `catalog/solutions/general/connect-econnrefused.md`, 'text/markdown; charset=utf-8'],
    ['/catalog/solutions.json', 'catalog/solutions.json', 'application/json; charset=utf-8'],
    ['/robots.txt', 'robots.txt', 'text/plain; charset=utf-8'],
  ])('%s is the file', async (path, file, type) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(await response.text()).toBe(text(file))
  })

  test.each([
    '/catalog/solutions/general/none',
    '/catalog/version',
    '/catalog/lookup/',
    `${page}.html/`,
    '/%',
    '/%00',
  ])('%s is not there', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.text()).toBe(text('404.html'))
  })

  test.each(['/../package.json', '/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fetc/passwd', '/catalog/..%5c..'])(
    '%s does not leave the folder',
    async (path) => {
      // fetch would tidy the path up before it asks.
      const status = await new Promise((done) =>
        request(origin, { path }, (response) => done(response.statusCode)).end(),
      )
      expect(status).toBe(404)
    },
  )
})
