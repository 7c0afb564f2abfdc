// Takes screenshots of every kind of page: `npx tsx scripts/screenshots.ts DIST OUT [NAME…]`; NAMEs choose pages or looks.
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sirv from 'sirv'
import { findChromium } from './find-chromium.ts'

const [dist, out, ...chosen] = process.argv.slice(2)
if (!dist || !out) {
  console.error('usage: npx tsx scripts/screenshots.ts DIST OUT [NAME…]')
  process.exit(2)
}
const pages = {
  home: '',
  solutions: '/solutions',
  category: '/solutions/auth',
  product: '/product/claude-code',
  short: '/solutions/config/vllm-auto-tool-choice-requires-enable-auto-tool-choice',
  cautions: '/solutions/container/bwrap-no-permissions-to-create-new-namespace',
  long: '/solutions/prompt-engineering/chat-template-conversation-roles-must-alternate',
  executed: '/solutions/tool-failure/openai-invalid-schema-for-function',
  korean: '/solutions/auth/openai-api-key-client-option-must-be-set',
  guides: '/guide',
  guide: '/guide/auth-errors',
  coverage: '/coverage',
  proof: '/proof',
  measured: '/solutions/agentplatform/codex-config-toml-duplicate-key-mcp-servers',
  about: '/about',
  search: '/search?q=rate%20limit',
  codes: '/code',
  code: '/code/http-401',
  rules: '/rules',
  skill: '/skill',
  missing: '/404.html',
}
const looks = [360, 768, 1280].flatMap((width) => ['light', 'dark'].map((look) => ({ width, look })))
looks.push({ width: 720, look: 'print' })

const server = createServer(sirv(dist, { dev: true, extensions: ['html'] })).listen(0, '127.0.0.1')
await new Promise<void>((ready) => server.once('listening', ready))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fixdex`
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
mkdirSync(out, { recursive: true })
const page = await browser.newPage()
for (const [name, address] of Object.entries(pages)) {
  for (const { width, look } of looks) {
    const file = `${name}-${width}-${look}`
    if (chosen.length > 0 && !chosen.every((word) => file.split('-').includes(word))) continue
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({
      media: look === 'print' ? 'print' : 'screen',
      colorScheme: look === 'dark' ? 'dark' : 'light',
    })
    await page.goto(origin + address, { waitUntil: 'networkidle' })
    await page.screenshot({ path: join(out, `${file}.png`), fullPage: true })
  }
}
await browser.close()
server.close()
