import { type Command, InvalidArgumentError } from 'commander'
import { folder } from './content-options.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'

export interface ServeFlags {
  out: string
  port?: number
  strict?: boolean
}

export function declareServe(program: Command): Command {
  return program
    .command('serve')
    .description('serve a built catalog on this machine, as a static host would')
    .option('--out <dir>', 'folder that `fixdex build` wrote', 'dist')
    .option('--port <n>', 'port to listen on (default: the first free one from 4321)', portNumber)
    .option('--strict', 'like the strictest hosts: no guessed extensions, folders redirect to a slash')
}

export async function runServe(flags: ServeFlags, environment: Environment): Promise<ExitCode> {
  const { recover } = await import('../pipeline/replace-folder.ts')
  const { serveStatic } = await import('../serve/static-server.ts')
  const dir = folder(flags.out, environment)
  recover(dir)
  const served = await serveStatic(dir, flags.port, { strict: flags.strict === true })
  environment.stdout(`Serving ${served.address} (Ctrl+C to stop)\n`)
  await new Promise<void>((done) => environment.onInterrupt(done))
  await served.close()
  return exit.ok
}

export function portNumber(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('Expected a port from 0 to 65535.')
  return port
}
