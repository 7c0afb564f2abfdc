import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { publishedCatalog } from '../src/client/index.ts'
import { mcpServer } from '../src/mcp/server.ts'
import { serveStatic } from '../src/serve/static-server.ts'

/*
 * The protocol's own suite against the MCP server, for both of its ways to connect: `npm run conformance` after a build. The
 * suite asks by HTTP, so the server, which speaks over standard input and output, is reached through one here. It needs Node 22
 * and is installed with one.
 */

const suite = ['-y', '-p', 'node@24', '-p', '@modelcontextprotocol/conformance@0.2.0-alpha.12', 'conformance']

/** Scenarios for what this server has; the others call tools and prompts of a test server, or test HTTP. */
const scenarios = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list'],
  '2026-07-28': ['tools-list', 'resources-list', 'sep-2164-resource-not-found', 'caching'],
}

const site = await serveStatic('dist', undefined)
const facts = { version: '0.0.0', formFor: () => 'https://example.org' }
const catalog = publishedCatalog(site.address)
const session = mcpServer(catalog, facts)
const bridge = createServer(async (request, response) => {
  const answer = request.url === '/2025-11-25' ? session : mcpServer(catalog, facts)
  const reply = request.method === 'POST' ? await answer(await text(request)) : undefined
  const status = reply === undefined ? (request.method === 'POST' ? 202 : 405) : 200
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(reply)
})
await new Promise<void>((done) => bridge.listen(0, '127.0.0.1', () => done()))
const { port } = bridge.address() as AddressInfo

for (const [version, names] of Object.entries(scenarios)) {
  for (const scenario of names) {
    const url = `http://127.0.0.1:${port}/${version}`
    const child = spawn('npx', [
      ...suite,
      'server',
      '--url',
      url,
      '--spec-version',
      version,
      '--scenario',
      scenario,
    ])
    const printed = await text(child.stdout)
    const [result = printed] = /Passed: .*/.exec(printed) ?? []
    console.log(`${version} ${scenario}: ${result}`)
    if (!/Passed: (\d+)\/\1, 0 failed/.test(printed)) process.exitCode = 1
  }
}
bridge.close()
await site.close()
