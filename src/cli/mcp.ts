import type { Command } from 'commander'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { indexOption } from './index-option.ts'

export function declareMcp(program: Command): Command {
  return indexOption(program.command('mcp')).description(
    'serve the catalog to an MCP client over standard input and output',
  )
}

export async function runMcp(flags: { index?: string }, environment: Environment): Promise<ExitCode> {
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
  const { openCatalog } = await import('./open-catalog.ts')
  const { catalogServer } = await import('../mcp/server.ts')
  const catalog = openCatalog(flags.index, environment)
  const server = serveStdio(() => catalogServer(catalog, environment.version, environment.contributeUrl))
  await new Promise<void>((done) => {
    environment.onInterrupt(done)
    environment.onInputEnd(done)
  })
  await server.close()
  return exit.ok
}
