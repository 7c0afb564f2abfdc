import { chmodSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCatalog, contentFolder, temporaryFolder } from '../catalog.ts'
import { smallCatalog } from '../valid-solution.ts'
import { hosts, installed, startHost } from './hosts.ts'

const { out, text } = buildCatalog(contentFolder(smallCatalog))
// Apache serves as a user of its own.
chmodSync(dirname(out), 0o755)
const page = '/catalog/solutions/general/connect-econnrefused'

/*
 * The site on real servers as they come. `scripts/hosts.sh` installs those that npm does not bring; here the ones that
 * are found are tried.
 */
describe.each(hosts.map((host) => [host.name, host] as const))('%s', (_, host) => {
  describe.skipIf(!installed(host))('serves the folder as it is', () => {
    let origin = ''
    let stop = () => {}
    beforeAll(async () => {
      ;({ origin, stop } = await startHost(host, out, join(temporaryFolder(), 'host')))
    })
    afterAll(() => stop())

    test.each([
      '/catalog',
      '/catalog/',
      page,
      `${page}/`,
      '/catalog/solutions/auth',
      '/catalog/guide/connections',
      '/catalog/skill',
    ])('%s ends in 200 and HTML', async (path) => {
      const response = await fetch(origin + path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toMatch(/^text\/html/)
      expect(await response.text()).toMatch(/^<!doctype html>/)
    })

    test.each([
      `${page}.md`,
      '/catalog/solutions.json',
      '/catalog/version.json',
      '/catalog/solutions/auth/index.json',
      '/catalog/llms.txt',
      '/catalog/sitemap.xml',
      '/catalog/feed.xml',
      '/catalog/schema/v1/solutions.schema.json',
      '/catalog/.well-known/agent-skills/index.json',
      '/catalog/.well-known/agent-skills/error-solutions/SKILL.md',
      '/robots.txt',
    ])('%s is served byte for byte', async (path) => {
      const response = await fetch(origin + path)
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(text(path.slice(1)))
    })

    test('what a page links is there', async () => {
      const html = await (await fetch(origin + page)).text()
      const links = [...html.matchAll(/href="(\/[^"#]*)"/g)].map(([, path = '']) => path)
      expect(links.length).toBeGreaterThan(5)
      for (const path of new Set(links)) expect((await fetch(origin + path)).status, path).toBe(200)
    })

    test('what is not there is 404', async () => {
      expect((await fetch(`${origin}/catalog/solutions/general/no-such-page`)).status).toBe(404)
    })

    test('a JSON file says that it is JSON', async () => {
      expect((await fetch(`${origin}/catalog/solutions.json`)).headers.get('content-type')).toMatch(
        /^application\/json/,
      )
    })
  })
})
