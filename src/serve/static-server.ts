import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { Fault } from '../model/fault.ts'

export interface Served {
  readonly address: string
  readonly close: () => Promise<void>
}

/** Serves a built folder on loopback as a plain static host does: GET only, `404.html` for what is not there. */
export async function serveStatic(dir: string, port: number | undefined): Promise<Served> {
  const home = siteFolder(dir)
  // In `dev` mode sirv looks at the disk at each request, so a new build is served at once.
  const files = sirv(dir, { dev: true, dotfiles: true, etag: true })
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
  const taken = await listen(server, port)
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

const firstPort = 4321
const tries = 20

/** Listens on the port asked for, else on the first free one from 4321 on. */
async function listen(server: Server, port: number | undefined): Promise<number> {
  for (let candidate = port ?? firstPort; ; candidate++) {
    try {
      await new Promise<void>((done, fail) => {
        server.once('error', fail)
        server.listen(candidate, '127.0.0.1', () => {
          server.off('error', fail)
          done()
        })
      })
      const address = server.address()
      return typeof address === 'object' && address ? address.port : candidate
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
      if (port !== undefined)
        throw new Fault(
          `Port ${port} is ${code === 'EACCES' ? 'not allowed' : 'taken'}`,
          'Choose another with --port N.',
        )
      if (candidate >= firstPort + tries)
        throw new Fault(`Ports ${firstPort} to ${candidate} are taken`, 'Choose one with --port N.')
    }
  }
}
