import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realCatalog } from '../catalog.ts'
import { full } from '../sample.ts'
import { chromiumPath, launch, serveFolder, watch } from './browser.ts'
import { pageKinds } from './page-kinds.ts'

const dir = (await realCatalog()).out
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const looks = [320, 768, 1280].flatMap((width) =>
  (['light', 'dark', 'print'] as const).map((look) => ({
    width,
    look,
    // Colours do not depend on the width.
    accessibility: full || look === 'light' || width === 768,
  })),
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

  describe.concurrent.each(pageKinds)('%s', (_, address) => {
    test('fits every width and is accessible: light, dark, print', async () => {
      // The page's content security policy would refuse the injected checker.
      const page = await browser.newPage({ bypassCSP: true, reducedMotion: 'reduce' })
      await page.goto(`${site.origin}/fixdex${address}`, { waitUntil: 'networkidle' })
      await page.addScriptTag({ path: axe })
      for (const { width, look, accessibility } of looks) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({
          media: look === 'print' ? 'print' : 'screen',
          colorScheme: look === 'dark' ? 'dark' : 'light',
        })
        const needed = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(needed, `${look} at ${width}`).toBeLessThanOrEqual(width)
        if (accessibility) expect(await violations(page, look !== 'print'), `${look} at ${width}`).toEqual([])
      }
      await page.close()
    })

    test('makes few requests, only to its own host, and logs nothing', async () => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      const seen = watch(page)
      await page.goto(`${site.origin}/fixdex${address}`, { waitUntil: 'networkidle' })
      expect(seen.requests.filter((url) => !url.startsWith(`${site.origin}/`))).toEqual([])
      // The search page also loads its script and the index.
      expect(seen.requests.length).toBeLessThanOrEqual(address.startsWith('/search') ? 5 : 3)
      expect(seen.messages).toEqual([])
      await page.close()
    })
  })

  /** What axe finds, as `rule: element`. */
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
