import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Machine } from './sandbox.ts'
import type { Startable } from './services.ts'

/** Where the proxy's socket is inside the sandbox, and the port on which npm meets it. */
export const insideRegistry = '/opt/registry'
const port = 4873

/** The registry that the caller's npm is set to. Its credentials stay outside: only public packages can be had. */
export function registryOf({ variables, temporary }: Machine): URL {
  const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], {
    cwd: temporary,
    env: { ...variables },
    encoding: 'utf8',
  })
  const said = (stdout ?? '').trim()
  return new URL(URL.canParse(said) ? said : 'https://registry.npmjs.org/')
}

/** The address of the registry as npm sees it inside the sandbox. */
export const addressInside = (registry: URL): string => `http://127.0.0.1:${port}${registry.pathname}`

/** Passes GET requests below the registry's address on to it, from a socket that a sandbox without network can reach. */
export async function openRegistry(registry: URL, socket: string): Promise<Server> {
  const server = createServer((request, response) => {
    forward(registry, request, response).catch(() => response.writeHead(502).end())
  })
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(socket, done)
  })
  chmodSync(socket, 0o666)
  return server
}

async function forward(registry: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? ''
  const target = path.startsWith('/') ? new URL(registry.origin + path) : undefined
  if (request.method !== 'GET' || !target?.pathname.startsWith(registry.pathname))
    return void response.writeHead(403).end()
  const answer = await fetch(target, { headers: { accept: request.headers.accept ?? '*/*' } })
  const type = answer.headers.get('content-type') ?? 'application/octet-stream'
  response.writeHead(answer.status, { 'content-type': type })
  if (answer.body === null) return void response.end()
  const body = Readable.fromWeb(answer.body as ReadableStream)
  body.once('error', () => response.destroy())
  body.pipe(response)
}

const relay = `
const { connect, createServer } = require('node:net')
createServer((client) => {
  const server = connect('${insideRegistry}')
  for (const [from, to] of [[client, server], [server, client]])
    from.on('error', () => to.destroy()).pipe(to)
}).listen(${port}, '127.0.0.1')`

/** Runs inside the sandbox: carries connections from npm's port to the proxy's socket. */
export const registryRelay: Startable = {
  name: 'registry',
  start: ['node', '-e', relay],
  env: {},
  ready: port,
}
