import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HttpFlaw, StdioFlaw } from '../../src/verify/flawed-mcp/flaw.ts'
import { httpServer } from '../../src/verify/flawed-mcp/serve-http.ts'
import { root } from '../catalog.ts'

const server = httpServer()
beforeAll(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)))
afterAll(() => void server.close())

/** What the official client makes of a flaw: the result of a call, or the message of its error. */
async function meet(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<string> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  try {
    await client.connect(transport)
    const { tools } = await client.listTools()
    const result = await client.callTool(
      { name: 'get_forecast', arguments: { city: 'Oslo' } },
      { timeout: 1500 },
    )
    return `${tools.length} ${JSON.stringify(result)}`
  } catch (error) {
    return String(error)
  } finally {
    await client.close()
  }
}

test.each<[StdioFlaw, string]>([
  ['none', '1 {"content"'],
  ['logs-to-stdout', '1 {"content"'],
  ['exits-at-once', 'Connection closed'],
  ['dies-in-call', 'Connection closed'],
  ['slow', 'Request timed out'],
  ['wrong-output', "Structured content does not match the tool's output schema"],
  ['no-output', 'has an output schema but did not return structured content'],
  ['duplicate-tool', '2 {"content"'],
  ['error-result', '"isError":true'],
])('over standard input and output: %s', async (flaw, says) => {
  const program = join(root, 'lib/verify/flawed-mcp/main.js')
  expect(
    await meet(new StdioClientTransport({ command: 'node', args: [program, flaw], stderr: 'ignore' })),
  ).toContain(says)
})

test('what logs to standard output really does', async () => {
  const { execFile } = await import('node:child_process')
  const child = execFile('node', [join(root, 'lib/verify/flawed-mcp/main.js'), 'logs-to-stdout'])
  const [line] = await new Promise<string[]>((done) =>
    child.stdout?.once('data', (data) => done(String(data).split('\n'))),
  )
  child.kill()
  expect(() => JSON.parse(line ?? '')).toThrow('is not valid JSON')
})

test.each<[HttpFlaw, string]>([
  ['none', '1 {"content"'],
  ['not-found', 'Not Found'],
  ['no-post', 'Method Not Allowed'],
  ['unauthorized', 'Unauthorized'],
  ['forbidden', 'insufficient permissions'],
  ['html-page', 'Unexpected content type: text/html'],
  ['forgets-session', 'Session not found'],
  ['needs-session', 'Mcp-Session-Id header is required'],
  ['bad-gateway', '502 Bad Gateway'],
])('over HTTP: %s', async (flaw, says) => {
  const { port } = server.address() as AddressInfo
  expect(
    await meet(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/${flaw}`))),
  ).toContain(says)
})

test('over HTTP: a client that does not take event streams', async () => {
  const { port } = server.address() as AddressInfo
  const reply = await fetch(`http://127.0.0.1:${port}/not-acceptable`, {
    method: 'POST',
    body: '{}',
    headers: { accept: 'application/json' },
  })
  expect(reply.status).toBe(406)
})
