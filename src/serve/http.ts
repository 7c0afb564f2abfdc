import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { errorCode, Fault } from '../model/fault.ts'
import types from './content-types.json' with { type: 'json' }

const firstPort = 4321
const tries = 20

/**
 * Serves GET and HEAD on loopback, on the requested port, else on the first free one from 4321 on. With `orNext` the
 * requested port is the first of those to try. Throws a `Fault` when none is free.
 */
export async function serveLocally(
  answer: RequestListener,
  port: number | undefined,
  which: 'only' | 'orNext',
) {
  const server = createServer((request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    if (!isLocalHost(request.headers.host)) response.writeHead(403).end()
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
    else answer(request, response)
  })
  // A busy client on a busy machine finds its connection gone after the usual five seconds.
  server.keepAliveTimeout = 60_000
  const first = port ?? firstPort
  const last = port === undefined || which === 'orNext' ? Math.min(first + tries, 65535) : first
  for (let candidate = first; ; candidate++) {
    try {
      server.listen(candidate, '127.0.0.1')
      await once(server, 'listening')
      break
    } catch (error) {
      const code = errorCode(error)
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
      if (candidate < last) continue
      const why = code === 'EACCES' ? 'not allowed' : 'taken'
      throw new Fault(
        first === last ? `Port ${first} is ${why}` : `Ports ${first} to ${last} are ${why}`,
        'Choose another with --port N.',
      )
    }
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** DNS rebinding: another site's name that resolves to this machine would let that site read what is served. */
const isLocalHost = (host: string | undefined): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '')

/** By a file's extension; bytes if it is unknown, as on real hosts. */
export const contentType = (path: string): string =>
  (types as Readonly<Record<string, string>>)[extname(path)] ?? 'application/octet-stream'
