import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLinks, linkedAddresses } from '../src/links/check-links.ts'
import { openCatalog } from '../src/pipeline/live-catalog.ts'
import { contentFolder, root, temporaryFolder } from './catalog.ts'
import { smallCatalog, validSolution } from './valid-solution.ts'

/* The hosts of other people are one server here: every https address leads to it, by host and path. */

const asked: string[] = []
let inFlight = new Map<string, number>()
let most = { hosts: 0, ofOneHost: 0 }
const server = createServer(async (request, response) => {
  const [, host = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? []
  asked.push(`${request.method} ${host}${path} ${request.headers['user-agent']}`)
  inFlight.set(host, (inFlight.get(host) ?? 0) + 1)
  most = {
    hosts: Math.max(most.hosts, [...inFlight.values()].filter((count) => count > 0).length),
    ofOneHost: Math.max(most.ofOneHost, ...inFlight.values()),
  }
  await new Promise((done) => setTimeout(done, 5))
  const times = asked.filter((line) => line.includes(`${host}${path} `)).length
  const [status, headers] = answers(path, times, request.method === 'HEAD')
  response.writeHead(status, headers).end('body')
  inFlight.set(host, (inFlight.get(host) ?? 0) - 1)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo
afterAll(() => void server.close())
beforeEach(() => {
  asked.length = 0
  inFlight = new Map()
  most = { hosts: 0, ofOneHost: 0 }
})

function answers(path: string, times: number, head: boolean): [number, Record<string, string>] {
  if (path === '/headless') return [head ? 405 : 200, {}]
  if (path === '/headless-404') return [head ? 404 : 200, {}]
  if (path === '/gone') return [410, {}]
  if (path === '/none') return [404, {}]
  if (path === '/moved') return [301, { Location: '/new' }]
  if (path === '/moved-away') return [308, { Location: 'https://other.example.org/new#part' }]
  if (path === '/for-now') return [302, { Location: '/new' }]
  if (path === '/moved-to-nothing') return [301, { Location: '/none' }]
  if (path === '/downgrade') return [301, { Location: 'http://plain.example.org/' }]
  if (path === '/inside') return [301, { Location: 'https://10.0.0.1/' }]
  if (path === '/loop') return [302, { Location: '/loop' }]
  if (path === '/busy-once') return times < 2 ? [429, { 'Retry-After': '7' }] : [200, {}]
  if (path.startsWith('/busy')) return [429, {}]
  if (path === '/private') return [403, {}]
  if (path === '/broken') return [500, {}]
  return [200, {}]
}

const toServer: typeof fetch = (input, init) => {
  const url = new URL(String(input))
  if (url.host === 'no-such.example.org')
    return Promise.reject(new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } }))
  return fetch(`http://127.0.0.1:${port}/${url.host}${url.pathname}`, init)
}

async function verdicts(...addresses: string[]) {
  const slept: number[] = []
  const links = await checkLinks(addresses, {
    fetch: toServer,
    userAgent: 'test/1',
    pause: 250,
    sleep: async (milliseconds) => slept.push(milliseconds),
  })
  return { slept, told: links.map(({ address, state, reason }) => `${state} ${address}: ${reason}`) }
}

describe('an address', () => {
  const at = (path: string) => `https://docs.example.org${path}`
  test.each([
    ['/there', `alive ${at('/there')}: 200`],
    ['/headless', `alive ${at('/headless')}: 200`],
    ['/headless-404', `alive ${at('/headless-404')}: 200`],
    ['/for-now', `alive ${at('/for-now')}: 200`],
    ['/moved', `moved ${at('/moved')}: ${at('/new')}`],
    ['/moved-away', `moved ${at('/moved-away')}: https://other.example.org/new`],
    ['/none', `dead ${at('/none')}: 404`],
    ['/gone', `dead ${at('/gone')}: 410`],
    ['/moved-to-nothing', `dead ${at('/moved-to-nothing')}: 404`],
    ['/private', `unsure ${at('/private')}: 403`],
    ['/broken', `unsure ${at('/broken')}: 500`],
    ['/loop', `unsure ${at('/loop')}: more than 5 redirects`],
    ['/downgrade', `unsure ${at('/downgrade')}: leads to http://plain.example.org/, which is not followed`],
    ['/inside', `unsure ${at('/inside')}: leads to https://10.0.0.1/, which is not followed`],
  ])('%s', async (path, expected) => {
    expect((await verdicts(at(path))).told).toEqual([expected])
  })

  test('of a host that does not exist is dead', async () => {
    expect((await verdicts('https://no-such.example.org/x')).told).toEqual([
      'dead https://no-such.example.org/x: no such host',
    ])
  })

  test('that leads inside is not asked for', async () => {
    await verdicts(at('/inside'))
    expect(asked.filter((line) => line.includes('10.0.0.1'))).toEqual([])
  })
})

describe('hosts', () => {
  test('are asked side by side, each of them one request at a time, with pauses', async () => {
    const addresses = ['a', 'b', 'c'].flatMap((host) =>
      [1, 2, 3].map((page) => `https://${host}.example.org/${page}`),
    )
    const { slept, told } = await verdicts(...addresses)
    expect(told.every((line) => line.startsWith('alive'))).toBe(true)
    expect(most.ofOneHost).toBe(1)
    expect(most.hosts).toBeGreaterThan(1)
    expect(slept).toEqual(Array(6).fill(250))
    expect(asked.every((line) => line.startsWith('HEAD ') && line.endsWith(' test/1'))).toBe(true)
  })

  test('that ask to wait are waited for once', async () => {
    const { slept, told } = await verdicts('https://a.example.org/busy-once')
    expect(slept).toEqual([7000])
    expect(told).toEqual(['alive https://a.example.org/busy-once: 200'])
  })

  test('that limit the rate are left alone', async () => {
    const { told } = await verdicts('https://a.example.org/busy', 'https://a.example.org/other')
    expect(told).toEqual([
      'unsure https://a.example.org/busy: 429',
      'unsure https://a.example.org/other: skipped: the host is rate limiting',
    ])
    expect(asked.filter((line) => line.includes('/other'))).toEqual([])
  })
})

const linking = validSolution
  .replace('https://nodejs.org/api/errors.html', 'https://docs.example.org/none#heading')
  .replace('retry: after-fix', 'references:\n  - https://docs.example.org/gone\nretry: after-fix')
  .replace('Any client on', 'See [the list](https://docs.example.org/list?a=1&b=2). Any client on')

test('sources, references and links of pages are asked for, those of withdrawn pages are not', async () => {
  const content = contentFolder({
    'solutions/general/connect-econnrefused.md': linking,
    'solutions/auth/withdrawn.md': smallCatalog['solutions/auth/second.md']
      .replace('title: "Second', 'title: "Withdrawn')
      .replace('retry:', 'withdrawn: "It was wrong."\nsource: https://old.example.org/\nretry:'),
  })
  expect([...linkedAddresses((await openCatalog(content, {})).snapshot.pages)]).toEqual([
    ['https://docs.example.org/none', ['solutions/general/connect-econnrefused.md']],
    ['https://docs.example.org/gone', ['solutions/general/connect-econnrefused.md']],
    ['https://docs.example.org/list?a=1&b=2', ['solutions/general/connect-econnrefused.md']],
  ])
})

/** The command, with every https address led to the server of this test. */
function fixdex(...args: string[]): Promise<{ status: number | null; stdout: string }> {
  const hook = join(temporaryFolder(), 'hook.mjs')
  writeFileSync(
    hook,
    `const real = fetch
globalThis.fetch = (input, init) => {
  const url = new URL(input)
  return real(\`http://127.0.0.1:${port}/\${url.host}\${url.pathname}\`, init)
}`,
  )
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--import', hook, join(root, 'lib/cli/main.js'), 'links', ...args])
    let stdout = ''
    child.stdout.on('data', (data) => (stdout += data))
    child.on('close', (status) => done({ status, stdout }))
  })
}

test('the command lists what is dead with the files that link it, and fails', async () => {
  const content = contentFolder({ 'solutions/general/connect-econnrefused.md': linking })
  const { status, stdout } = await fixdex('--content', content, '--pause', '0')
  expect(stdout).toBe(
    'dead: https://docs.example.org/gone (410)\n  solutions/general/connect-econnrefused.md\ndead: https://docs.example.org/none (404)\n  solutions/general/connect-econnrefused.md\n3 links: 1 alive, 0 moved, 0 unsure, 2 dead\n',
  )
  expect(status).toBe(1)
  const part = await fixdex('--content', content, '--pause', '0', '--part', '2/3', '--json')
  expect(JSON.parse(part.stdout)).toEqual([
    {
      address: 'https://docs.example.org/list?a=1&b=2',
      state: 'alive',
      reason: '200',
      paths: ['solutions/general/connect-econnrefused.md'],
    },
  ])
  expect(part.status).toBe(0)
  expect((await fixdex('--content', content, '--part', '4/3')).status).toBe(2)
})
