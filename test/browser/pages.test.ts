import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, launch, serveFolder, watch } from './browser.ts'
import { pageKinds, publishReal } from './published.ts'

const dir = publishReal()
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const looks = [320, 768, 1280].flatMap((width) =>
  (['light', 'dark', 'print'] as const).map((look) => ({ width, look })),
)

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

  describe.each(pageKinds)('%s', (_, address) => {
    test('fits every width and has no barrier: light, dark, print', async () => {
      // The checker is put into the page, which the policy of the page would refuse.
      const page = await browser.newPage({ bypassCSP: true, reducedMotion: 'reduce' })
      await page.goto(`${site.origin}/fixdex${address}`, { waitUntil: 'networkidle' })
      await page.addScriptTag({ path: axe })
      for (const { width, look } of looks) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({
          media: look === 'print' ? 'print' : 'screen',
          colorScheme: look === 'dark' ? 'dark' : 'light',
        })
        const needed = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(needed, `${look} at ${width}`).toBeLessThanOrEqual(width)
        expect(await violations(page, look !== 'print'), `${look} at ${width}`).toEqual([])
      }
      await page.close()
    })

    test('asks only its own host, within its requests, and says nothing', async () => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      const seen = watch(page)
      await page.goto(`${site.origin}/fixdex${address}`, { waitUntil: 'networkidle' })
      expect(seen.requests.filter((url) => !url.startsWith(`${site.origin}/`))).toEqual([])
      // The search page has its script and the index besides.
      expect(seen.requests.length).toBeLessThanOrEqual(address.startsWith('/search') ? 5 : 3)
      expect(seen.messages).toEqual([])
      await page.close()
    })
  })

  /** What the accessibility checker finds, in words that lead to the place. */
  async function violations(page: Page, touched: boolean): Promise<string[]> {
    return page.evaluate(async (targets) => {
      const checker = (globalThis as unknown as { axe: typeof import('axe-core') }).axe
      const { violations } = await checker.run({
        resultTypes: ['violations'],
        rules: { 'target-size': { enabled: targets } },
      })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))
    }, touched)
  }
})
