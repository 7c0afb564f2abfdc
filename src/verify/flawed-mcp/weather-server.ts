import { setTimeout as sleep } from 'node:timers/promises'
import { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { StdioFlaw } from './flaw.ts'

const slowness = 6000
const forecast = z.object({ city: z.string(), celsius: z.number() })

/** A small server of the official SDK, with the flaws that show in its tools. */
export function weatherServer(flaw: StdioFlaw): McpServer {
  const server = new McpServer({ name: 'weather', version: '1.0.0' })
  // The SDK holds a server to its own schema, so that the wrong one is described by hand.
  const described = flaw === 'wrong-output' || flaw === 'no-output'
  server.registerTool(
    'get_forecast',
    {
      description: 'The forecast for a city.',
      inputSchema: z.object({ city: z.string() }),
      ...(described ? {} : { outputSchema: forecast }),
    },
    async ({ city }) => {
      if (flaw === 'slow') await sleep(slowness)
      if (flaw === 'dies-in-call') process.exit(1)
      const content = [{ type: 'text' as const, text: `${city}: 7 °C` }]
      if (flaw === 'error-result')
        return {
          content: [{ type: 'text', text: 'upstream weather service: 503 Service Unavailable' }],
          isError: true,
        }
      if (flaw === 'no-output') return { content }
      if (flaw === 'wrong-output') return { content, structuredContent: { city, celsius: 'seven' } }
      return { content, structuredContent: { city, celsius: 7 } }
    },
  )
  if (described || flaw === 'duplicate-tool') listByHand(server, flaw)
  return server
}

/** Answers `tools/list` with what the SDK would not let a server say. */
function listByHand(server: McpServer, flaw: StdioFlaw): void {
  const tool = {
    name: 'get_forecast',
    description: 'The forecast for a city.',
    inputSchema: { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] },
    outputSchema: {
      type: 'object' as const,
      properties: { city: { type: 'string' }, celsius: { type: 'number' } },
      required: ['city', 'celsius'],
    },
  }
  const tools = flaw === 'duplicate-tool' ? [tool, tool] : [tool]
  server.server.setRequestHandler('tools/list', () => ({ tools }))
}
