import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { afterEach, describe, expect, test } from 'vitest'
import { buildCatalog, contentFolder, root, temporaryFolder } from './catalog.ts'
import { smallCatalog, validSolution } from './valid-solution.ts'

/* `match`, `search` and `show` as processes, against real servers and folders. */

const { out } = await buildCatalog(contentFolder(smallCatalog))
const error = 'job 7 failed\n\u001b[31mError: connect ECONNREFUSED 127.0.0.1:5432\u001b[0m\n    at x.js:1:1\n'

interface Run {
  stdout: string
  stderr: string
  status: number | null
}

function fixdex(
  args: string[],
  options: { input?: string; env?: Record<string, string>; cwd?: string } = {},
): Promise<Run> {
  return new Promise((done) => {
    const child: ChildProcess = spawn(process.execPath, [join(root, 'lib/cli/main.js'), ...args], {
      cwd: options.cwd ?? temporaryCwd,
      env: { PATH: process.env.PATH, HOME: temporaryCwd, ...options.env },
    })
    let stdout = ''
    let stderr = ''
    child.stdout?.on('data', (data) => (stdout += data))
    child.stderr?.on('data', (data) => (stderr += data))
    child.on('close', (status) => done({ stdout, stderr, status }))
    child.stdin?.end(options.input ?? '')
  })
}
const temporaryCwd = temporaryFolder()

test('a wording that `see` lists leads to its option, in text, as data and by its code', async () => {
  const page = validSolution
    .replace('affects:', 'see: { Option 2: [ECONNREFUSED] }\naffects:')
    .replace('port 5432.\n', 'port 5432.\n\n### Option 2: behind a proxy\n\nName the proxy’s port.\n')
  const { out } = await buildCatalog(contentFolder({ 'solutions/general/a.md': page }))
  const { stdout } = await fixdex(['match', '--index', out], { input: error })
  expect(stdout).toContain('/solutions/general/a.md#option-2-behind-a-proxy\n')
  expect(stdout).toContain('See: Option 2: behind a proxy. Name the proxy’s port.\n')
  const asJson = await fixdex(['match', '--json', '--index', out], { input: error })
  expect(JSON.parse(asJson.stdout).matches[0].see.at).toBe('option-2-behind-a-proxy')
  const lookup = JSON.parse(readFileSync(join(out, 'catalog/lookup/econnrefused.json'), 'utf8'))
  expect(lookup.solutions[0].see).toEqual([
    { at: 'option-2-behind-a-proxy', says: 'Option 2: behind a proxy. Name the proxy’s port.' },
  ])
})

test('a wording leads to the only option whose heading quotes a part of it; all others lead to the page', async () => {
  const page = validSolution
    .replace('affects:', '  - "Error: connect ETIMEDOUT 127.0.0.1:…"\naffects:')
    .replace(
      'port 5432.\n',
      'port 5432.\n\n### Option 2: `ETIMEDOUT`\n\n1. Open the port. Wait.\n2. Again.\n',
    )
  const { out } = await buildCatalog(contentFolder({ 'solutions/general/a.md': page }))
  const told = async (input: string) => (await fixdex(['match', '--index', out], { input })).stdout
  expect(await told('Error: connect ETIMEDOUT 127.0.0.1:5432')).toContain(
    'See: Option 2: ETIMEDOUT. Open the port.',
  )
  expect(await told(error)).not.toContain('See:')
})

describe('match', () => {
  test('reads standard input and prints title, confidence, fix and address in less than 2,000 characters', async () => {
    const { stdout, stderr, status } = await fixdex(['match', '--index', out], { input: error })
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    expect(stdout).toMatch(/^Exact match: Example: connect ECONNREFUSED/)
    expect(stdout).toContain('Start the server, then check with `ss -ltn`')
    expect(stdout).toContain('solutions/general/connect-econnrefused.md')
    expect(stdout.length).toBeLessThan(2000)
  })

  test('marks content off with a mark that no page can know', async () => {
    const marks = []
    for (const _ of [1, 2]) {
      const { stdout } = await fixdex(['match', '--index', out], { input: error })
      const [, mark = '', fix] = /^--- (\w{8}): data .*\n([\s\S]*)\n--- \1: end ---$/m.exec(stdout) ?? []
      expect(fix).toContain('Start the server')
      marks.push(mark)
    }
    expect(marks[0]).not.toBe(marks[1])
  })

  test('reads a file', async () => {
    const file = join(temporaryFolder(), 'log')
    writeFileSync(file, error)
    expect((await fixdex(['match', file, '--index', out])).status).toBe(0)
    expect(await fixdex(['match', '/no/such/file', '--index', out])).toMatchObject({ status: 2, stdout: '' })
  })

  test('a catalog or input that can’t be read is a fault, not an error that is not covered', async () => {
    const broken = join(temporaryFolder(), 'dist')
    cpSync(out, broken, { recursive: true })
    const file = join(broken, 'catalog/match.json')
    const text = readFileSync(file, 'utf8')
    for (const damaged of ['{', text.replace(/"generated":"[^"]*"/, '"generated":7')]) {
      writeFileSync(file, damaged)
      const { status, stderr } = await fixdex(['match', '--index', broken], { input: error })
      expect({ status, lines: stderr.trim().split('\n').length }).toEqual({ status: 2, lines: 1 })
    }
    writeFileSync(file, JSON.stringify(JSON.parse(text), null, 1).replace('"title"', '"title" '))
    expect(await fixdex(['match', '--index', broken], { input: error })).toMatchObject({ status: 0 })
    const huge = join(temporaryFolder(), 'log')
    writeFileSync(huge, '')
    truncateSync(huge, 540_000_000)
    for (const args of [[huge], []]) {
      const script = 'exec "$0" "$@" < "$LOG"'
      const { status, stderr } = spawnSync(
        'bash',
        ['-c', script, process.execPath, join(root, 'lib/cli/main.js'), 'match', ...args, '--index', out],
        { encoding: 'utf8', env: { PATH: process.env.PATH, HOME: temporaryCwd, LOG: huge } },
      )
      expect(stderr).toContain('is larger than 512 MB')
      expect(status).toBe(2)
    }
  })

  test('says that an error is not covered, with exit code 3', async () => {
    expect(await fixdex(['match', '--index', out], { input: 'all is well' })).toMatchObject({
      status: 3,
      stdout: expect.stringMatching(/^Not covered: none of 2 solutions/),
    })
  })

  test('--json is data for programs', async () => {
    const { stdout } = await fixdex(['match', '--json', '--index', out], { input: error })
    expect(JSON.parse(stdout)).toMatchObject({
      matches: [{ id: 'general/connect-econnrefused', confidence: 'exact' }],
    })
  })

  test('takes the site that was built in the working folder', async () => {
    expect((await fixdex(['match'], { input: error, cwd: join(out, '..') })).status).toBe(0)
  })
})

describe('several catalogs', () => {
  const other = async () =>
    (
      await buildCatalog(
        contentFolder({
          'solutions/auth/eother.md': validSolution
            .replace(/^title: .*$/m, 'title: "EOTHER: another catalog has this error"')
            .replace('Error: connect ECONNREFUSED 127.0.0.1:…', 'EOTHER: the frobnicator was denied')
            .replace('Error: connect ECONNREFUSED 127.0.0.1:5432', 'EOTHER: the frobnicator was denied'),
        }),
      )
    ).out

  test('are asked in one question, and each answer names its own', async () => {
    const [second, args] = [await other(), ['match', '--json', '--index', out, '--index']]
    const matches = async (input: string) =>
      JSON.parse((await fixdex([...args, second], { input })).stdout).matches.map(
        ({ id, catalog }: { id: string; catalog: string }) => [id, catalog.startsWith(second)],
      )
    expect(await matches(error)).toEqual([['general/connect-econnrefused', false]])
    expect(await matches('EOTHER: the frobnicator was denied')).toEqual([['auth/eother', true]])
    const { stdout } = await fixdex(['match', '--index', out, '--index', second], {
      input: 'EOTHER: the frobnicator was denied',
    })
    expect(stdout).toContain(`Page: ${second}`)
    expect(stdout).toContain('Start the server')
    expect((await fixdex(['show', 'auth/eother', '--index', out, '--index', second])).status).toBe(0)
    expect(
      (await fixdex(['search', 'another', 'catalog', '--index', out, '--index', second])).stdout,
    ).toContain(`${second}/catalog/solutions/auth/eother`)
  })

  test('that can not be read are named, and the others answer', async () => {
    const { status, stderr, stdout } = await fixdex(
      ['match', '--index', 'http://127.0.0.1:9/catalog', '--index', out],
      { input: error },
    )
    expect({ status, lines: stderr.trim().split('\n').length }).toEqual({ status: 0, lines: 1 })
    expect(stderr).toContain('http://127.0.0.1:9/catalog/match.json')
    expect(stdout).toContain('solutions/general/connect-econnrefused.md')
    const none = await fixdex(
      ['match', '--index', 'http://127.0.0.1:9/a', '--index', 'http://127.0.0.1:9/b'],
      {
        input: error,
      },
    )
    expect(none.status).toBe(2)
  })
})

describe('a catalog whose index is stored', () => {
  const cache = temporaryFolder()
  const folder = join(temporaryFolder(), 'site')
  cpSync(join(out, 'catalog'), folder, { recursive: true })
  const answer = async (input = error) =>
    (await fixdex(['match', '--index', folder], { input, env: { XDG_CACHE_HOME: cache } })).stdout
  const kept = () => {
    const [name = '', ...others] = readdirSync(join(cache, 'fixdex'))
    expect(others).toEqual([])
    return join(cache, 'fixdex', name)
  }

  test('gives the same answers', async () => {
    const unmarked = (text: string) => text.replace(/^--- \w{8}/gm, '---').replace(/ next \w{8} /, ' ')
    const first = await answer()
    expect(first).toMatch(/^Exact match: Example: connect ECONNREFUSED/)
    const written = statSync(kept()).mtimeMs
    expect(unmarked(await answer())).toBe(unmarked(first))
    expect(statSync(kept()).mtimeMs).toBe(written)
  })

  test.each([
    ['truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.of()],
    ['from something else', () => Buffer.from('{"title": 1}')],
  ])('is indexed again when its file is %s', async (_, broken) => {
    writeFileSync(kept(), broken(readFileSync(kept())))
    expect(await answer()).toMatch(/^Exact match: Example: connect ECONNREFUSED/)
  })

  test('is indexed again when the catalog has changed', async () => {
    const file = join(folder, 'match.json')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('ECONNREFUSED', 'EOTHERTHING'))
    expect(await answer()).not.toMatch(/^Exact match/)
    expect(await answer('Error: connect EOTHERTHING 127.0.0.1:5432')).toMatch(/^Exact match/)
  })
})

test('search follows the contract’s rules', async () => {
  expect(await fixdex(['search', 'ECONNREFUSED', 'starts', '--index', out])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('\n  general/connect-econnrefused'),
  })
  expect(await fixdex(['search', 'econnrefused', '--category', 'auth', '--index', out])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('\n  auth/second'),
  })
  expect(await fixdex(['search', '--code', 'econnrefused', '--index', out])).toMatchObject({ status: 3 })
})

test('show prints the page; a name that is none is a fault', async () => {
  expect(await fixdex(['show', 'general/connect-econnrefused', '--index', out])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^---\ntitle: /),
  })
  expect(await fixdex(['show', 'general/none', '--index', out])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/does not exist\n$/),
  })
  expect(await fixdex(['show', '../../secret', '--index', out])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/named <category>\/<slug>\n$/),
  })
})

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

describe('a published catalog', () => {
  let server: Server | undefined
  const requests: string[] = []
  let handler: Handler = (_, __, next) => next()
  const files = sirv(out, { etag: true })

  async function start(): Promise<string> {
    server = createServer((request, response) => {
      requests.push(`${request.url}${request.headers['if-none-match'] ? ' if-none-match' : ''}`)
      handler(request, response, () => files(request, response, () => void response.writeHead(404).end()))
    })
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done))
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/catalog`
  }
  const stop = () =>
    new Promise<void>((done) => {
      if (server === undefined) return done()
      server.close(() => done())
      server.closeAllConnections()
      server = undefined
    })
  afterEach(async () => {
    await stop()
    requests.length = 0
    handler = (_, __, next) => next()
  })

  /** Makes every cached file look as if it was fetched long ago. */
  function age(cache: string): void {
    for (const name of readdirSync(join(cache, 'fixdex'))) {
      const file = join(cache, 'fixdex', name)
      if (name.endsWith('.index')) continue
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, text.replace(/"checked":\d+/, `"checked":${Date.now() - 5 * 86_400_000}`))
    }
  }
  const match = (index: string, cache: string) =>
    fixdex(['match', '--index', index], { input: error, env: { XDG_CACHE_HOME: cache } })

  test('is fetched once, then used from the cache, then asked for changes only', async () => {
    const index = await start()
    const cache = temporaryFolder()
    expect(await match(index, cache)).toMatchObject({ status: 0, stderr: '' })
    expect(requests).toEqual(['/catalog/match.json', '/catalog/solutions/general/connect-econnrefused.md'])
    expect((await match(index, cache)).status).toBe(0)
    expect(requests).toHaveLength(2)
    age(cache)
    expect(await match(index, cache)).toMatchObject({ status: 0, stderr: '' })
    expect(requests.slice(2)).toEqual([
      '/catalog/match.json if-none-match',
      '/catalog/solutions/general/connect-econnrefused.md if-none-match',
    ])
  })

  test('is used offline, with a word about its age', async () => {
    const index = await start()
    const cache = temporaryFolder()
    await match(index, cache)
    await stop()
    age(cache)
    const { status, stdout, stderr } = await match(index, cache)
    expect(status).toBe(0)
    expect(stdout).toContain('ss -ltn')
    expect(stderr).toMatch(/could not be refreshed .*; this copy is 5 days old/)
    const { status: none, stderr: reason } = await match(index, temporaryFolder())
    expect(none).toBe(2)
    expect(reason).toMatch(/^fixdex: http:\/\/127\.0\.0\.1:\d+\/catalog\/match\.json: /)
    expect(reason).not.toMatch(/\n\s+at /)
  })

  const answers: [string, Handler, RegExp][] = [
    [
      'torn',
      (_, response) => response.end(readFileSync(join(out, 'catalog/match.json'), 'utf8').slice(0, -40)),
      /not JSON/,
    ],
    [
      'a login page',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>log in</html>'),
      /not JSON/,
    ],
    [
      'something else',
      (_, response) => response.end('{"format":1,"count":3,"entries":[]}'),
      /truncated or not a Fixdex file/,
    ],
    [
      'half a root of shards',
      (_, response) => response.end('{"format":2,"count":3}'),
      /truncated or not a Fixdex file/,
    ],
    [
      'of a newer format',
      (_, response) => response.end('{"format":3,"count":0,"entries":[]}'),
      /format 3, this program reads 1 and 2: update it/,
    ],
    ['an error', (_, response) => response.writeHead(500).end(), /answered 500/],
    [
      'endless',
      (_, response) => void setInterval(() => response.write('x'.repeat(1_000_000)), 1).unref(),
      /larger than/,
    ],
    ['not UTF-8', (_, response) => response.end(Buffer.from([0xff, 0xfe])), /encoding utf-8/],
  ]
  test.each(answers)(
    'that is %s is refused with its reason, and the cached one is used',
    async (_, answer, reason) => {
      const index = await start()
      const cache = temporaryFolder()
      await match(index, cache)
      age(cache)
      handler = (request, response, next) =>
        request.url?.endsWith('match.json') ? answer(request, response, next) : next()
      const cached = await match(index, cache)
      expect(cached.status).toBe(0)
      expect(cached.stderr).toMatch(reason)
      expect(cached.stderr).toContain('5 days old')
      expect(await match(index, temporaryFolder())).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringMatching(reason),
      })
    },
  )

  test('that sends readers to another origin is refused', async () => {
    const other = createServer((_, response) => response.end('{}'))
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    handler = (_, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${port}/match.json` }).end()
    try {
      expect(await match(await start(), temporaryFolder())).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('redirects to another origin'),
      })
    } finally {
      other.close()
    }
  })

  test('without https is refused, unless it is on this machine', async () => {
    expect(await match('http://catalog.example/x', temporaryFolder())).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is not an https address'),
    })
  })

  test('a cache that can’t be written, or holds rubbish, is no fault', async () => {
    const index = await start()
    const cache = temporaryFolder()
    mkdirSync(join(cache, 'fixdex'))
    await match(index, cache)
    for (const name of readdirSync(join(cache, 'fixdex')))
      writeFileSync(join(cache, 'fixdex', name), '{"url":')
    expect((await match(index, cache)).status).toBe(0)
    const blocked = join(temporaryFolder(), 'file')
    writeFileSync(blocked, '')
    expect((await match(index, blocked)).status).toBe(0)
    expect(existsSync(join(blocked, 'fixdex'))).toBe(false)
  })
})
