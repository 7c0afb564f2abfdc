import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { Fault } from '../model/fault.ts'
import { listen } from './listen.ts'
import { strictHost } from './strict-host.ts'

export interface Served {
  readonly address: string
  readonly close: () => Promise<void>
}

/**
 * Serves a built folder on loopback as a plain static host does: GET only, `404.html` for what is not there. A strict
 * host does not look for `X.html` when asked for `X`.
 */
export async function serveStatic(
  dir: string,
  port: number | undefined,
  { strict = false } = {},
): Promise<Served> {
  const home = siteFolder(dir)
  // In `dev` mode sirv looks at the disk at each request, so a new build is served at once.
  const files = strict ? strictHost(dir) : sirv(dir, { dev: true, dotfiles: true, etag: true })
  const server = createServer((request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return
    }
    files(request, response, () => {
      const page = join(dir, '404.html')
      response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' })
      response.end(request.method === 'HEAD' || !existsSync(page) ? '' : readFileSync(page))
    })
  })
  const taken = await listen(server, port, 'only')
  return {
    address: `http://127.0.0.1:${taken}/${home}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** The folder that holds the site, or a fault when nothing was built here. */
function siteFolder(dir: string): string {
  const names = existsSync(dir) ? readdirSync(dir) : []
  const site = names.find((name) => existsSync(join(dir, name, 'solutions.json')))
  if (site === undefined)
    throw new Fault(
      `No built catalog in ${dir}`,
      'Run `fixdex build` first, or name the folder with --out DIR.',
    )
  return site
}
