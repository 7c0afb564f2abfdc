import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCatalog, contentFolder, root } from '../catalog.ts'
import { smallCatalog, validSolution } from '../valid-solution.ts'

/* The official client on a real process over real standard input and output. */

const { out } = await buildCatalog(
  contentFolder({
    ...smallCatalog,
    'solutions/auth/long.md': validSolution
      .replace(/^title: .*$/m, 'title: "ELONG: a page with a long fix"')
      .replace('Error: connect ECONNREFUSED 127.0.0.1:…', 'ELONG: the very long fix was needed')
      .replace(
        'it listens on port 5432.',
        `it listens on port 5432.\n\n${'1. Restart the server and look at its port.\n\n'.repeat(800)}`,
      ),
  }),
)
const transport = () =>
  new StdioClientTransport({
    command: process.execPath,
    args: [join(out, 'catalog/fixdex.mjs'), 'mcp', '--index', out],
    stderr: 'pipe',
  })
const client = new Client({ name: 'test', version: '1' })
const modern = new Client(
  { name: 'test', version: '1' },
  { versionNegotiation: { mode: { pin: '2026-07-28' } } },
)
beforeAll(() => Promise.all([client.connect(transport()), modern.connect(transport())]))
afterAll(() => Promise.all([client.close(), modern.close()]))

/** What the server prints for these lines, without a client in between. */
function raw(...lines: (string | object)[]): Record<string, unknown>[] {
  const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  const { stdout } = spawnSync(process.execPath, [join(root, 'lib/cli/main.js'), 'mcp', '--index', out], {
    input: `${input}\n`,
    encoding: 'utf8',
  })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const key = (name: string) => `io.modelcontextprotocol/${name}`

/** What each request of the newest revision has. */
const stateless = (version: string) => ({
  _meta: { [key('protocolVersion')]: version, [key('clientCapabilities')]: {} },
})

test('both revisions are spoken', async () => {
  expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25')
  expect(modern.getNegotiatedProtocolVersion()).toBe('2026-07-28')
  expect(modern.getServerVersion()).toMatchObject({ name: 'fixdex' })
  const { tools } = await modern.listTools()
  expect(tools).toEqual((await client.listTools()).tools)
  const { structuredContent } = await modern.callTool({
    name: 'match_error',
    arguments: { text: 'Error: connect ECONNREFUSED 127.0.0.1:5432' },
  })
  expect(structuredContent).toMatchObject({ covered: true })
})

test('what is no request of the protocol is answered by its error codes', () => {
  const request = (id: number, method: string, params: object = {}) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  })
  const answers = raw(
    request(0, 'tools/list'),
    request(10, 'tools/list', { _meta: { [key('protocolVersion')]: '2026-07-28' } }),
    request(11, 'ping', stateless('2026-07-28')),
    request(12, 'prompts/list', stateless('2026-07-28')),
    request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} }),
    'no JSON',
    '[]',
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    request(3, 'nonsense'),
    request(4, 'tools/list', stateless('2099-01-01')),
    request(5, 'tools/call', { name: 'none' }),
    request(6, 'resources/read', { uri: 'solution://general/none' }),
    request(7, 'skills/get', { uri: 'skill://none/SKILL.md' }),
    request(8, 'tools/call', { name: 'match_error', arguments: {} }),
    request(9, 'ping'),
  ) as { id: number | null; error?: { code: number; data?: object }; result?: object }[]
  const codes = Object.fromEntries(answers.map(({ id, error }) => [id, error?.code]))
  expect(answers).toHaveLength(14)
  expect(answers.flatMap(({ id, error }) => (id === null ? [error?.code] : []))).toEqual([-32700, -32600])
  expect(codes).toMatchObject({
    0: -32602,
    10: -32602,
    11: -32601,
    3: -32601,
    4: -32022,
    5: -32602,
    6: -32602,
    7: -32602,
  })
  expect(answers.find(({ id }) => id === 12)?.result).toMatchObject({ prompts: [], cacheScope: 'public' })
  expect(answers.find(({ id }) => id === 4)?.error?.data).toEqual({
    supported: ['2026-07-28'],
    requested: '2099-01-01',
  })
  expect(answers.find(({ id }) => id === 8)?.result).toMatchObject({ isError: true })
  expect(answers.find(({ id }) => id === 9)?.result).toEqual({})
})

test('the skill is served with its frontmatter and digest, as SEP-2640 says', async () => {
  const asked = { jsonrpc: '2.0', id: 1, method: 'skills/list', params: stateless('2026-07-28') }
  const [answer] = raw(asked) as {
    result: { skills: { uri: string; resources: { digest: string; size: number }[] }[] }
  }[]
  const uri = 'skill://error-solutions/SKILL.md'
  expect(answer?.result).toMatchObject({
    skills: [{ uri, frontmatter: { name: 'error-solutions', license: 'MIT', metadata: { version: '3' } } }],
    cacheScope: 'public',
  })
  const { contents } = await modern.readResource({ uri })
  const [{ text = '' } = {}] = contents as { text?: string }[]
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`
  expect(answer?.result.skills[0]?.resources).toEqual([{ uri, digest, size: Buffer.byteLength(text) }])
  expect((await client.listResources()).resources).toMatchObject([{ uri, mimeType: 'text/markdown' }])
})

const call = async (name: string, args: Record<string, unknown>) => {
  const result = await client.callTool({ name, arguments: args })
  const [block] = result.content as { type: string; text: string }[]
  return { ...result, text: block?.text ?? '' }
}

test('the tools are these, read-only, with output schemas', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['match_error', 'search_solutions', 'get_solution'])
  for (const tool of tools) {
    expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(tool.outputSchema).toMatchObject({ type: 'object' })
    expect(tool.description?.length).toBeGreaterThan(40)
  }
})

test('each answer is marked off anew', async () => {
  const texts = [
    await call('get_solution', { category: 'auth', slug: 'long' }),
    await call('get_solution', { id: 'auth/long' }),
  ]
  const marks = texts.map(({ text }) => /^--- (\w{8}): data [\s\S]*\n--- \1: end ---$/.exec(text)?.[1])
  expect(new Set(marks).size).toBe(2)
  expect(marks).not.toContain(undefined)
})

describe('match_error', () => {
  test('gives the fix for a raw error, as text and as data', async () => {
    const { text, structuredContent, isError } = await call('match_error', {
      text: 'job 7\n\u001b[31mError: connect ECONNREFUSED 127.0.0.1:5432\u001b[0m\n    at x.js:1:1',
    })
    expect(isError ?? false).toBe(false)
    expect(text).toMatch(/\nExact match: Example: connect ECONNREFUSED/)
    expect(text).toContain('ss -ltn')
    expect(structuredContent).toMatchObject({
      covered: true,
      matches: [{ id: 'general/connect-econnrefused', confidence: 'exact' }],
    })
  })

  test('a miss is a result, and says where a person can contribute', async () => {
    const { text, structuredContent, isError } = await call('match_error', { text: 'everything is fine' })
    expect(isError ?? false).toBe(false)
    expect(text).toMatch(/\nNot covered/)
    expect(structuredContent).toEqual({
      covered: false,
      matches: [],
      contribute: expect.stringContaining('/issues/new?template=solution.yml'),
    })
  })

  test('a long fix is cut, so that no result passes 10,000 characters', async () => {
    const { text, structuredContent } = await call('match_error', {
      text: 'ELONG: the very long fix was needed',
    })
    expect(text.length).toBeLessThan(10_000)
    expect(JSON.stringify(structuredContent).length).toBeLessThan(11_000)
    expect(text).toContain('[cut; the page has the rest]')
  })
})

test('search_solutions follows the contract’s rules', async () => {
  expect((await call('search_solutions', { query: 'ECONNREFUSED starts' })).structuredContent).toMatchObject({
    count: 3,
  })
  expect(
    (await call('search_solutions', { query: 'econnrefused', category: 'auth' })).structuredContent,
  ).toMatchObject({ count: 2 })
  expect((await call('search_solutions', { query: 'zebra' })).structuredContent).toEqual({
    count: 0,
    solutions: [],
  })
})

test('get_solution gives the page; a page that is not there is an error that says so', async () => {
  expect((await call('get_solution', { category: 'general', slug: 'connect-econnrefused' })).text).toMatch(
    /^--- \w{8}: .*\n---\ntitle: /,
  )
  const { structuredContent } = await call('match_error', { text: 'connect ECONNREFUSED 127.0.0.1:5432' })
  const [{ id = '' } = {}] = (structuredContent as { matches: { id?: string }[] }).matches
  for (const wanted of [{ id }, { slug: id }])
    expect((await call('get_solution', wanted)).structuredContent).toMatchObject({ id })
  expect(await call('get_solution', { category: 'general', slug: 'none' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('does not exist'),
  })
  expect(await call('get_solution', { category: 'general', slug: '../../etc/passwd' })).toMatchObject({
    isError: true,
  })
})

test('a solution is a resource', async () => {
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['solution://{category}/{slug}'])
  const { contents } = await client.readResource({ uri: 'solution://general/connect-econnrefused' })
  expect(contents).toMatchObject([
    { mimeType: 'text/markdown', text: expect.stringMatching(/^--- \w{8}: .*\n---\ntitle: /) },
  ])
  await expect(client.readResource({ uri: 'solution://general/none' })).rejects.toThrow()
})
