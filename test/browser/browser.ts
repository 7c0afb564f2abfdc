import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright-core'
import sirv from 'sirv'
import { findChromium } from '../../scripts/find-chromium.ts'

/** A browser that is there already: `scripts/install-test-tools.sh` sees to it, where it can. */
export const chromiumPath: string | undefined = findChromium()
if (chromiumPath === undefined) {
  console.warn(
    'No Chromium found, browser tests are SKIPPED: install one, or name it with CHROME=/path/to/it',
  )
}

/** A browser that asks nobody for anything by itself. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath as string,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/** Serves a built folder as hosts do that know pages by their address; gives the origin. */
export async function serveFolder(dir: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer(sirv(dir, { dev: true, extensions: ['html'] }))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** What a page asked for and complained about while it was looked at. */
export function watch(page: Page): { requests: string[]; messages: string[] } {
  const seen = { requests: [] as string[], messages: [] as string[] }
  page.on('request', (request) => seen.requests.push(request.url()))
  page.on('console', (message) => seen.messages.push(message.text()))
  page.on('pageerror', (error) => seen.messages.push(String(error)))
  return seen
}
