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
        `it listens on port 5432.\n\n${'1. Do this step, and then the next one.\n\n'.repeat(800)}`,
      ),
  }),
)
const client = new Client({ name: 'test', version: '1' })
beforeAll(() =>
  client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'lib/cli/main.js'), 'mcp', '--index', out],
      stderr: 'pipe',
    }),
  ),
)
afterAll(() => client.close())

const call = async (name: string, args: Record<string, unknown>) => {
  const result = await client.callTool({ name, arguments: args })
  const [block] = result.content as { type: string; text: string }[]
  return { ...result, text: block?.text ?? '' }
}

test('the tools are these, read-only, with output schemas', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'match_error',
    'search_solutions',
    'get_solution',
    'list_categories',
  ])
  for (const tool of tools) {
    expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(tool.outputSchema).toMatchObject({ type: 'object' })
    expect(tool.description?.length).toBeGreaterThan(40)
  }
})

test('each answer is marked off anew', async () => {
  const texts = [
    await call('get_solution', { category: 'auth', slug: 'long' }),
    await call('list_categories', {}),
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
    expect(text).toMatch(/\nexact match: Example: connect ECONNREFUSED/)
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
  expect(await call('get_solution', { category: 'general', slug: 'none' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('does not exist'),
  })
  expect(await call('get_solution', { category: 'general', slug: '../../etc/passwd' })).toMatchObject({
    isError: true,
  })
})

test('list_categories counts the sixteen', async () => {
  const { structuredContent } = await call('list_categories', {})
  expect((structuredContent as { categories: unknown[] }).categories).toHaveLength(16)
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
