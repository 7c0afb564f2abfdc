// Makes the social card, the picture that is shown where a link to the catalog is shared: `npx tsx scripts/social-card.ts [CONTENT] [OUT]`.
// Title and tagline are those of CONTENT/site.yaml. The same Chromium with the same fonts (Debian: fonts-inter,
// fonts-jetbrains-mono) gives the same bytes; another catalog puts its own card.png into its `templates/`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { load } from 'js-yaml'
import { chromium } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const [content = here('../content'), out = here('../templates/card.png')] = process.argv.slice(2)
const { title, tagline } = load(readFileSync(join(content, 'site.yaml'), 'utf8')) as {
  title: string
  tagline: string
}

const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await page.goto(pathToFileURL(here('social-card.html')).href)
await page.locator('h1').evaluate((node, text) => (node.textContent = text), title)
await page.locator('p').evaluate((node, text) => (node.textContent = text), tagline)
await page.screenshot({ path: out })
await browser.close()
