import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MatchFile } from '../../src/client/catalog-files.ts'
import { shardFiles } from '../../src/client/shards.ts'
import { root as clone, realCatalog } from '../catalog.ts'
import { chromiumPath, launch, serveFolder, watch } from './browser.ts'

const dir = (await realCatalog()).out

/** Addresses that the command finds. */
function commandFinds(...words: string[]): string[] {
  const flags = ['--json', '--limit', '1000', '--index', dir]
  const out = execFileSync(process.execPath, [
    join(clone, 'lib/cli/main.js'),
    'search',
    ...flags,
    '--',
    ...words,
  ])
  return (JSON.parse(out.toString()) as { url: string }[]).map(({ url }) => url).sort()
}

describe.skipIf(chromiumPath === undefined)('the search page', () => {
  let browser: Browser
  let site: Awaited<ReturnType<typeof serveFolder>>
  let page: Page
  let seen: ReturnType<typeof watch>
  beforeAll(async () => {
    site = await serveFolder(dir)
    browser = await launch()
  })
  beforeEach(async () => {
    await page?.close()
    page = await browser.newPage()
    seen = watch(page)
  })
  afterAll(async () => {
    await browser.close()
    site.close()
  })

  const open = async (query = '') => {
    await page.goto(`${site.origin}/fixdex/search${query}`)
    await settled()
  }
  const results = () =>
    page
      .locator('#results > li > a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const status = () => page.locator('#status').textContent()
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.id)
  /** When the results are those of the form. */
  const settled = () => page.locator('#results[aria-busy=false]').waitFor({ state: 'attached' })

  test.each(['429', 'rate limit', 'API  Key', 'econnrefused', 'docker', 'ENOSPC'])(
    'finds for %j what the command finds',
    async (words) => {
      await open(`?q=${encodeURIComponent(words)}`)
      const expected = commandFinds(...words.split(/\s+/))
      expect((await results()).sort()).toEqual(expected)
      expect(await page.locator('a', { hasText: 'Propose a page' }).count()).toBe(expected.length > 0 ? 0 : 1)
      if (expected.length > 0) expect(await status()).toMatch(new RegExp(`^${expected.length} `))
    },
  )

  test('follows the typing, tells the count, and keeps its state in the address', async () => {
    await open()
    expect(await status()).toMatch(/^Search \d+ solutions\.$/)
    await page.fill('#q', 'invalid key')
    await settled()
    const all = await results()
    expect(all.length).toBeGreaterThan(1)
    expect(page.url()).toMatch(/\/search\?q=invalid\+key$/)
    await page.selectOption('#category', 'auth')
    await settled()
    expect(page.url()).toMatch(/\?q=invalid\+key&category=auth$/)
    const some = await results()
    expect(some.sort()).toEqual(all.filter((url) => url.includes('/auth/')).sort())
    await page.reload()
    await settled()
    expect((await results()).sort()).toEqual(some)
    expect(await page.inputValue('#category')).toBe('auth')
    expect(await page.locator('#status').getAttribute('aria-live')).toBe('polite')
  })

  test('a pasted log leads to the page of its message, and stays out of the address', async () => {
    const file = JSON.parse(readFileSync(join(dir, 'fixdex/match.json'), 'utf8')) as MatchFile
    const chosen = file.entries.filter(({ errors }) => errors[0] && !errors[0].includes('…')).slice(0, 4)
    for (const { id, errors } of chosen) {
      await open()
      await page.fill(
        '#q',
        `2026-01-01T00:00:00Z job started\nSECRET=abc\n${errors[0]}\n    at main.js:10:5\n`,
      )
      await settled()
      expect((await results())[0], errors[0]).toBe(`/fixdex/solutions/${id}`)
      expect(await page.locator('#results .matched').first().textContent()).toMatch(
        /^(?:Your text contains|Similar to): /,
      )
      expect(page.url()).toMatch(/\/search$/)
    }
  })

  test('a catalog in shards is searched without its index', async () => {
    const file = JSON.parse(readFileSync(join(dir, 'fixdex/match.json'), 'utf8')) as MatchFile
    const { root, shards } = shardFiles(file.entries, file.generated)
    await page.route('**/fixdex/match.json', (route) => route.fulfill({ json: root }))
    await page.route('**/match/*.json', (route) =>
      route.fulfill({ json: shards[Number(/(\d+)\.json/.exec(route.request().url())?.[1])] }),
    )
    await page.route('**/fixdex/search*', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('<form class="finder"', '$& data-shards')
      await route.fulfill({ response, body })
    })
    await open()
    expect(await status()).toBe(`Search ${file.count} solutions.`)
    const named = [
      'container/postgres-fatal-role-root-does-not-exist-healthcheck',
      'FATAL: role "root" does not exist',
    ]
    const [id = '', message = ''] = named
    await page.fill('#q', `db-1 | starting\n${message}\n`)
    await settled()
    expect((await results())[0]).toBe(`/fixdex/solutions/${id}`)
    expect(await page.locator('#results .badge').count()).toBeGreaterThan(0)
    await page.fill('#q', 'EADDRINUSE')
    await settled()
    expect(await results()).toContain('/fixdex/solutions/concurrency/eaddrinuse-address-already-in-use')
    expect(seen.messages).toEqual([])
    const asked = seen.requests.filter((url) => url.endsWith('.json'))
    expect(asked.filter((url) => url.includes('/match/')).length).toBeLessThanOrEqual(8)
    expect(asked.filter((url) => url.endsWith('/match.json'))).toHaveLength(1)
    expect(asked.filter((url) => url.endsWith('/solutions.json'))).toEqual([])
  })

  test('by keyboard alone', async () => {
    await open()
    await page.keyboard.press('/')
    expect(await focused()).toBe('q')
    await page.keyboard.type('rate limit')
    await settled()
    const [first, second] = await results()
    await page.keyboard.press('Enter')
    expect(await focused()).toBe(first)
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(second)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(await focused()).toBe('q')
    await page.keyboard.type('/')
    expect(await page.inputValue('#q')).toBe('rate limit/')
    await page.keyboard.press('Backspace')
    await settled()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.origin}${first}`)
  })

  test('from the form of another page', async () => {
    await page.goto(`${site.origin}/fixdex/solutions/auth`)
    await page.fill('header input', 'token expired')
    await page.press('header input', 'Enter')
    await page.waitForURL(/\/search\/?\?q=token\+expired$/)
    await settled()
    expect((await results()).sort()).toEqual(commandFinds('token', 'expired'))
  })

  test('nothing found, and a catalog that cannot be loaded, are said', async () => {
    await open('?q=zzzqqq')
    expect(await status()).toMatch(/^Nothing found\./)
    expect(seen.messages).toEqual([])
    await page.route('**/solutions.json', (route) => route.abort())
    await open('?q=429')
    expect(await status()).toMatch(/could not be loaded/)
  })

  test.each([
    ['how do I fix rate limit errors in langchain', /rate.?limit|429/i],
    ['ModuleNotFoundErorr', /ModuleNotFoundError/],
    ['docker conection refusd port', /refused/i],
  ])('the nearest pages for %j', async (text, title) => {
    await open(`?q=${encodeURIComponent(text)}`)
    expect(await page.locator('#results > li > a').first().textContent()).toMatch(title)
    const href = await page.locator('a', { hasText: 'Propose a page' }).getAttribute('href')
    expect(new URLSearchParams(href?.split('?')[1]).get('error')).toBe(text)
  })

  test('a log that no page is about goes into no address, not even that of the form', async () => {
    await open()
    await page.fill('#q', 'user=alice zzzqqq\nqqqzzz vvvkkk\n')
    await page.locator('a', { hasText: 'Propose a page' }).waitFor()
    expect(await page.content()).not.toMatch(/href="[^"]*alice/)
  })

  test('results show evidence', async () => {
    await open('?q=index.lock')
    await page.locator('#results .badge').first().waitFor()
    expect(await page.locator('#results .badge').count()).toBe(await page.locator('#results li').count())
  })

  test('on a phone a pasted message brings its results into view', async () => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open()
    await page.locator('#q').focus()
    await page.keyboard.insertText(
      `${'2026-01-01 job started\n'.repeat(30)}Error: connect ECONNREFUSED 127.0.0.1:11434\n`,
    )
    await page
      .locator('#q')
      .evaluate((box) => box.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste' })))
    await page.locator('#results li').first().waitFor()
    await expect
      .poll(() =>
        page
          .locator('#results li')
          .first()
          .evaluate((item) => item.getBoundingClientRect().top),
      )
      .toBeLessThan(500)
  })

  test('words of an address are text', async () => {
    await open(`?q=${encodeURIComponent('</textarea><script>alert(1)</script>')}&category=nonsense`)
    expect(await page.inputValue('#q')).toBe('</textarea><script>alert(1)</script>')
    expect(await page.inputValue('#category')).toBe('')
    expect(seen.messages).toEqual([])
  })

  test('without a script it leads to the categories', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(`${site.origin}/fixdex/search?q=429`)
    expect(await plain.locator('#status').textContent()).toContain('its category')
    await plain.click('main .shelves a >> text=rate-limit')
    expect(plain.url()).toBe(`${site.origin}/fixdex/solutions/rate-limit`)
    await context.close()
  })
})
