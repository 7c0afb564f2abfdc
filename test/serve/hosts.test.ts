import { chmodSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCatalog, contentFolder, temporaryFolder } from '../catalog.ts'
import { smallCatalog, solutionNamed, validGuide } from '../valid-solution.ts'
import { hosts, installed, startHost } from './hosts.ts'

const gone = {
  'solutions/memory/moved.md': solutionNamed('Moved', 'aliases: [general/before, auth/long-ago]'),
  'solutions/memory/former.md': solutionNamed('Former', 'superseded_by: memory/moved'),
  'solutions/memory/wrong.md': solutionNamed('Wrong', 'withdrawn: The flag never existed.'),
  'guides/renamed.md': validGuide
    .replace('Which', 'What')
    .replace('reviewed', 'aliases: [old-guide]\nreviewed'),
}
const { out, text } = await buildCatalog(contentFolder({ ...smallCatalog, ...gone }))
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
      '/catalog/solutions/general/before',
      '/catalog/solutions/auth/long-ago/',
      '/catalog/guide/old-guide',
      '/catalog/solutions/memory/former',
      '/catalog/solutions/memory/wrong',
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
      '/catalog/changes.json',
      '/catalog/solutions/general/before.md',
      '/catalog/solutions/memory/wrong.md',
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

    test.each([
      ['/catalog/solutions/general/before', '/catalog/solutions/memory/moved'],
      ['/catalog/solutions/auth/long-ago', '/catalog/solutions/memory/moved'],
      ['/catalog/guide/old-guide', '/catalog/guide/renamed'],
    ])('%s leads to %s', async (path, target) => {
      const html = await (await fetch(origin + path)).text()
      expect(html).toContain(`<meta http-equiv="refresh" content="0; url=${target}">`)
      const arrived = await fetch(origin + target)
      expect(arrived.status).toBe(200)
      expect(await arrived.text()).toBe(text(`${target.slice(1)}.html`))
    })

    test('what was withdrawn or superseded says so', async () => {
      const page = async (path: string) => (await fetch(`${origin}/catalog/solutions/memory/${path}`)).text()
      expect(await page('wrong')).toMatch(/class="retired">.*The flag never existed\./)
      expect(await page('former')).toMatch(/class="retired">.*<a href="\/catalog\/solutions\/memory\/moved">/)
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
