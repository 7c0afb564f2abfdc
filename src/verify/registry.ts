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
  return folderAt(said, 'https://registry.npmjs.org/')
}

/** Names are appended to it, so it ends in a slash. */
const folderAt = (said: string, otherwise: string): URL =>
  new URL(URL.canParse(said) ? `${said}${said.endsWith('/') ? '' : '/'}` : otherwise)

/** The package index that the caller's pip is set to. */
export function pythonIndexOf({ variables, temporary }: Machine): URL {
  const { stdout } = spawnSync('python3', ['-m', 'pip', 'config', 'get', 'global.index-url'], {
    cwd: temporary,
    env: { ...variables },
    encoding: 'utf8',
  })
  const said = variables.PIP_INDEX_URL ?? (stdout ?? '').trim()
  return folderAt(said, 'https://pypi.org/simple/')
}

/** The address of the registry as it is seen inside the sandbox. */
export const addressInside = (registry: URL): string => `http://127.0.0.1:${port}${registry.pathname}`

/**
 * Passes GET requests below the registry's address on to it, from a socket that a sandbox without network can reach. A
 * page of a Python index links to files of other hosts: these links are led through here too, and no others.
 */
export async function openRegistry(registry: URL, socket: string, hasLinks: boolean): Promise<Server> {
  const linked = hasLinks ? new Set<string>() : undefined
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
  linked: Set<string> | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? ''
  const [, scheme, host = '', rest = ''] = /^\/\.linked\/(https?)\/([^/]+)(\/.*)$/.exec(path) ?? []
  const target = new URL(scheme ? `${scheme}://${decodeURIComponent(host)}${rest}` : registry.origin + path)
  const isKnown = scheme ? linked?.has(target.origin) : target.pathname.startsWith(registry.pathname)
  if (request.method !== 'GET' || !path.startsWith('/') || !isKnown) return void response.writeHead(403).end()
  const answer = await fetch(target, { headers: { accept: request.headers.accept ?? '*/*' } })
  const type = answer.headers.get('content-type') ?? 'application/octet-stream'
  response.writeHead(answer.status, { 'content-type': type })
  if (answer.body === null) return void response.end()
  if (linked && /html|vnd\.pypi\.simple/.test(type)) {
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
