import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { smoke } from '../../src/audit/hosted.ts'
import { serveStatic } from '../../src/serve/static-server.ts'
import { buildCatalog, contentFolder, root } from '../catalog.ts'
import { smallCatalog } from '../valid-solution.ts'

const { out, report } = await buildCatalog(contentFolder(smallCatalog))
const good = await serveStatic(out, 0, { strict: true })
afterAll(() => good.close())

type Break = (path: string, answer: { status: number; type: string; body: string }) => object | undefined

/** The published catalog behind a server that spoils some answers. */
async function spoiled(change: Break): Promise<string> {
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/'
    const given = await fetch(new URL(path, good.address))
    const answer = {
      status: given.status,
      type: given.headers.get('content-type') ?? '',
      body: await given.text(),
      headers: {},
    }
    const { status, type, body, headers } = { ...answer, ...change(path, answer) }
    response.writeHead(status, { 'Content-Type': type, ...headers }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterAll(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/catalog`
}

const found = async (address: string, generated?: string) =>
  (await smoke(address, { fetch, generated })).findings.map(({ code, path }) => `${code} ${path}`)

describe('a host', () => {
  test('that serves the folder as it is has no finding, redirects to a slash included', async () => {
    expect(await found(good.address, report.generated)).toEqual([])
    expect(await found(`${good.address}/`)).toEqual([])
  })

  test.each<[string, Break, string[]]>([
    [
      'that leaves out folders with a dot',
      (path) => (path.includes('/.') ? { status: 404 } : undefined),
      ['host/answer /.well-known/agent-skills/error-solutions/SKILL.md'],
    ],
    [
      'that does not know Markdown',
      (path) => (/\.md$/.test(path) ? { type: 'application/octet-stream' } : undefined),
      ['host/type /solutions/auth/second.md', 'host/type /.well-known/agent-skills/error-solutions/SKILL.md'],
    ],
    [
      'that answers every address with its own page',
      (_, { status }) => (status === 404 ? { status: 200, body: '<!doctype html>' } : undefined),
      ['host/answer /solutions/general/there-is-no-such-page'],
    ],
    [
      'that serves a page as a download',
      (path) => (/second\/?$/.test(path) ? { type: 'application/octet-stream' } : undefined),
      ['host/type /solutions/auth/second'],
    ],
    [
      'with files of two versions',
      (path) => (path.endsWith('version.json') ? { body: '{"sha256":"0"}' } : undefined),
      ['host/body /version.json'],
    ],
    [
      'that leads elsewhere',
      (path) =>
        path.endsWith('llms.txt') ? { status: 302, headers: { Location: good.address } } : undefined,
      ['host/answer /llms.txt'],
    ],
  ])('%s', async (_, change, expected) => {
    expect(await found(await spoiled(change))).toEqual(expected)
  })

  test('with older content than expected', async () => {
    expect(await found(good.address, '2030-01-01T00:00:00.000Z')).toEqual(['host/old /solutions.json'])
  })
})

/** Not spawnSync: this process has to answer the requests meanwhile. */
const run = (...args: string[]): Promise<{ status: number | null; printed: string }> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [join(root, 'lib/cli/main.js'), 'smoke', ...args])
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data))
    child.on('close', (status) => done({ status, printed }))
  })

describe('the command', () => {
  test('says what it asked for', async () => {
    expect(await run(good.address)).toEqual({ status: 0, printed: '8 files requested, no findings\n' })
  })

  test('asks again while a host still shows what was there before', async () => {
    let asked = 0
    const address = await spoiled((path) =>
      path.endsWith('solutions.json') && asked++ === 0 ? { status: 503 } : undefined,
    )
    const { status, printed } = await run(address, '--wait', '30')
    expect(status).toBe(0)
    expect(printed).toBe('1 finding, retrying in 1 s\n8 files requested, no findings\n')
  })

  test('a host that is not there is a finding, an address without a site a fault', async () => {
    expect(await run('http://127.0.0.1:9/catalog')).toMatchObject({ status: 1 })
    expect(await run(new URL(good.address).origin)).toMatchObject({ status: 2 })
  })
})
