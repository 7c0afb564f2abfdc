import type { Command } from 'commander'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { folder, portNumber } from './options.ts'

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
  const { recover } = await import('../pipeline/write-output.ts')
  const { serveStatic } = await import('../serve/static-server.ts')
  const dir = folder(flags.out, environment)
  recover(dir)
  const served = await serveStatic(dir, flags.port, { strict: flags.strict === true })
  environment.stdout(`Serving ${served.address} (Ctrl+C to stop)\n`)
  await new Promise<void>((done) => environment.onInterrupt(done))
  await served.close()
  return exit.ok
}
