import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { readData, type Startable } from './services.ts'

/** The proxy's socket inside the sandbox. */
export const insideRegistry = '/opt/registry'

/** Runs inside the sandbox and relays connections from its port to the socket. */
export const registryRelay = readData<Startable>('registry')
const { ready: port } = registryRelay

/** The registry of the caller's npm configuration, without credentials: only public packages can be installed. */
export const npmRegistry = (): URL =>
  folderAt(outputOf('npm', 'config get registry'), 'https://registry.npmjs.org/')

/** The package index of the caller's pip configuration. */
export const pythonIndex = (): URL =>
  folderAt(
    process.env.PIP_INDEX_URL ?? outputOf('python3', '-m pip config get global.index-url'),
    'https://pypi.org/simple/',
  )

/** Elsewhere, because the folder of a catalog may have a configuration of its own. */
const outputOf = (program: string, args: string): string =>
  (spawnSync(program, args.split(' '), { cwd: tmpdir(), encoding: 'utf8' }).stdout ?? '').trim()

/** Adds the trailing slash that package names are appended to. */
const folderAt = (said: string, otherwise: string): URL =>
  new URL(URL.canParse(said) ? `${said}${said.endsWith('/') ? '' : '/'}` : otherwise)

/** The registry's address inside the sandbox. */
export const addressInside = (registry: URL): string => `http://127.0.0.1:${port}${registry.pathname}`

/**
 * Forwards GET requests below the registry's address, over a socket that a sandbox without network can reach. Pages of a
 * Python index link to files on other hosts; those links, and no others, are rewritten to go through this proxy.
 */
export async function openRegistry(registry: URL, socket: string): Promise<Server> {
  const linked = new Set<string>()
  const server = createServer((request, response) => {
    forward(registry, linked, request, response).catch(() => response.writeHead(502).end())
  })
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(socket, done)
  })
  chmodSync(socket, 0o666)
  return server
}

async function forward(
  registry: URL,
  linked: Set<string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? ''
  const [, scheme, host = '', rest = ''] = /^\/\.linked\/(https?)\/([^/]+)(\/.*)$/.exec(path) ?? []
  const target = new URL(scheme ? `${scheme}://${decodeURIComponent(host)}${rest}` : registry.origin + path)
  const isKnown = scheme ? linked.has(target.origin) : target.pathname.startsWith(registry.pathname)
  if (request.method !== 'GET' || !path.startsWith('/') || !isKnown) return void response.writeHead(403).end()
  const answer = await fetch(target, { headers: { accept: request.headers.accept ?? '*/*' } })
  const type = answer.headers.get('content-type') ?? 'application/octet-stream'
  response.writeHead(answer.status, { 'content-type': type })
  if (answer.body === null) return void response.end()
  if (/html|vnd\.pypi\.simple/.test(type)) {
    const text = await answer.text()
    return void response.end(
      text.replaceAll(/\b(https?):\/\/([\w.-]+(?::\d+)?)\//g, (_, scheme: string, host: string) => {
        linked.add(new URL(`${scheme}://${host}`).origin)
        return `http://127.0.0.1:${port}/.linked/${scheme}/${host}/`
      }),
    )
  }
  const body = Readable.fromWeb(answer.body as ReadableStream)
  body.once('error', () => response.destroy())
  body.pipe(response)
}
