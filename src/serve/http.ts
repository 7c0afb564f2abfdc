import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { errorCode, Fault } from '../model/fault.ts'

const firstPort = 4321
const tries = 20

/**
 * Listens on loopback and returns the port: the requested one, else the first free one from 4321 on. With `orNext` the
 * requested port is the first of those to try. Throws a `Fault` when none is free.
 */
export async function listen(
  server: Server,
  port: number | undefined,
  which: 'only' | 'orNext',
): Promise<number> {
  const first = port ?? firstPort
  const last = port === undefined || which === 'orNext' ? Math.min(first + tries, 65535) : first
  for (let candidate = first; ; candidate++) {
    try {
      server.listen(candidate, '127.0.0.1')
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
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
}

export const closeServer = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })

/** DNS rebinding: another site's name that resolves to this machine would let that site read what is served. */
export const isLocalHost = (host: string | undefined): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
}

/** By a file's extension; bytes if it is unknown, as on real hosts. */
export const contentType = (path: string): string => types[extname(path)] ?? 'application/octet-stream'
