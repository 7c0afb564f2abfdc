import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realCatalog } from '../catalog.ts'
import { chromiumPath, launch, serveFolder, watch } from './browser.ts'
import { pageKinds } from './page-kinds.ts'

const dir = (await realCatalog()).out
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const looks = [
  { width: 320, look: 'light' },
  { width: 768, look: 'dark' },
  { width: 768, look: 'print' },
  { width: 1280, look: 'light' },
] as const
/** Rules of axe that depend on colours and widths. */
const ofLayout = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'link-in-text-block']

describe.skipIf(chromiumPath === undefined)('in a browser', () => {
  let browser: Browser
  let site: Awaited<ReturnType<typeof serveFolder>>
  beforeAll(async () => {
    site = await serveFolder(dir)
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
    site.close()
  })

  describe.concurrent.each(pageKinds)('%s', (_, address) => {
    test('makes few requests, only to its own host, logs nothing, fits every width and is accessible', async () => {
      const page = await browser.newPage({ reducedMotion: 'reduce' })
      const seen = watch(page)
      await page.goto(`${site.origin}/fixdex${address}`, { waitUntil: 'networkidle' })
      expect(seen.requests.filter((url) => !url.startsWith(`${site.origin}/`))).toEqual([])
      // The search page also loads a script of its own, word lists, the index and the matcher’s file; the proof has a plot.
      const most = address.startsWith('/search') ? 8 : address === '/proof' ? 5 : 4
      expect(seen.requests.length).toBeLessThanOrEqual(most)
      expect(seen.messages).toEqual([])
      await page.evaluate(axe)
      for (const { width, look } of looks) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({
          media: look === 'print' ? 'print' : 'screen',
          colorScheme: look === 'dark' ? 'dark' : 'light',
        })
        const needed = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(needed, `${look} at ${width}`).toBeLessThanOrEqual(width)
        const rules = width === 320 ? undefined : look === 'print' ? ['color-contrast'] : ofLayout
        expect(await violations(page, rules), `${look} at ${width}`).toEqual([])
      }
      await page.close()
    })
  })

  const solution = '/solutions/agentplatform/claude-code-auto-update-failed-npm-enotempty'

  test('a block, the Markdown and a prompt for an agent can be copied', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    await page.goto(`${site.origin}/fixdex${solution}`)
    const copied = async (button: Locator) => {
      const label = await button.textContent()
      await button.click()
      await expect.poll(() => button.textContent()).not.toBe(label)
      return page.evaluate(() => navigator.clipboard.readText())
    }
    const block = page.locator('.fix .copyable').first()
    const code = await block.locator('pre').innerText()
    expect((await copied(block.locator('.copy'))).trim()).toBe(code.trim())
    const [markdown, prompt] = [page.locator('.agents .copy').first(), page.locator('.agents .copy').last()]
    expect(await copied(markdown)).toMatch(/^---\ntitle: /)
    expect(await copied(prompt)).toContain(`${solution}.md`)
    await context.close()
  })

  test('a chosen theme stays', async () => {
    const page = await browser.newPage({ colorScheme: 'light' })
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await page.goto(`${site.origin}/fixdex`)
    const light = await paper()
    await page.locator('button.theme').click()
    expect(await paper()).toBe(light)
    await page.locator('button.theme').click()
    const dark = await paper()
    expect(dark).not.toBe(light)
    await page.goto(`${site.origin}/fixdex${solution}`)
    await page.locator('button.theme', { hasText: 'dark' }).waitFor()
    expect(await paper()).toBe(dark)
    await page.close()
  })

  test('a list can be filtered and ordered', async () => {
    const page = await browser.newPage()
    await page.goto(`${site.origin}/fixdex/solutions/config`)
    const shown = page.locator('.list .entries > li:visible')
    const all = await shown.count()
    await page.locator('.tools input').fill('ollama')
    await expect.poll(() => shown.count()).toBeLessThan(all)
    for (const text of await shown.allInnerTexts()) expect(text.toLowerCase()).toContain('ollama')
    expect(await page.locator('.list h2:visible').count()).toBeLessThan(
      await page.locator('.jumps li').count(),
    )
    await page.locator('.tools input').fill('')
    await page.locator('.tools select').selectOption('by-date')
    const dates = await page.locator('.list time').allInnerTexts()
    expect(dates).toEqual([...dates].sort().reverse())
    await page.locator('.tools select').selectOption('by-unaided')
    const marked = await page.locator('.list .unknown').count()
    expect(marked).toBeGreaterThan(0)
    expect(await page.locator(`.list .entries > li:nth-child(-n + ${marked}) .unknown`).count()).toBe(marked)
    await page.locator('.tools select').selectOption('by-product')
    expect(await page.locator('.list h2:visible').count()).toBe(await page.locator('.jumps li').count())
    await page.close()
  })

  test.each(['', solution])('a log pasted into the box of %j is searched and never sent', async (address) => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    const seen = watch(page)
    await page.goto(`${site.origin}/fixdex${address}`)
    await page.evaluate(() =>
      navigator.clipboard.writeText('user=alice started\nError: connect ECONNREFUSED 127.0.0.1:11434\n'),
    )
    await page.locator('input[type=search]').focus()
    await page.keyboard.press('Control+V')
    await page.waitForURL(/\/search$/)
    await page.locator('#results li').first().waitFor()
    expect(await page.locator('#q').inputValue()).toContain('user=alice')
    expect(seen.requests.filter((url) => url.includes('alice'))).toEqual([])
    await context.close()
  })

  /** What axe finds, as `rule: element`; with all its rules unless some are named. */
  async function violations(page: Page, rules: string[] = []): Promise<string[]> {
    return page.evaluate(async (rules) => {
      const checker = (globalThis as unknown as { axe: typeof import('axe-core') }).axe
      // The later items of a list are made as its first ones, and axe takes seconds for thousands.
      const { violations } = await checker.run(
        { exclude: ['li:nth-child(n + 21)', 'tr:nth-child(n + 21)'] },
        {
          resultTypes: ['violations'],
          ...(rules.length > 0 ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } }),
        },
      )
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))
    }, rules)
  }
})
