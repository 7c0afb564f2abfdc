import type { Server } from 'node:http'
import { Fault } from '../model/fault.ts'

const firstPort = 4321
const tries = 20

/**
 * Listens on loopback: on the port asked for, else on the first free one from 4321 on. `orNext` takes the port asked
 * for as the first of those to try.
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
      await listenOn(server, candidate)
      const address = server.address()
      return typeof address === 'object' && address ? address.port : candidate
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
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

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail)
      done()
    })
  })
}
