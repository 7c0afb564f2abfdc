import { spawn } from 'node:child_process'
import { platform } from 'node:os'
import { Command } from '@commander-js/extra-typings'
import { plural } from '../model/text.ts'
import type { Snapshot } from '../pipeline/live-catalog.ts'
import type { Environment } from './environment.ts'
import { contentCommand, folder, overrides, portNumber, progressLine } from './options.ts'
import { printProblems, summary } from './print-problems.ts'

export const serve = (environment: Environment) =>
  new Command('serve')
    .description('serve a built catalog on this machine, as a static host would')
    .option('--out <dir>', 'folder that `fixdex build` wrote', 'dist')
    .option('--port <n>', 'port to listen on (default: the first free one from 4321)', portNumber)
    .option('--strict', 'like the strictest hosts: no guessed extensions, folders redirect to a slash')
    .action(async ({ out, port, strict = false }) => {
      const { recover } = await import('../pipeline/write-output.ts')
      const { serveStatic } = await import('../serve/static-server.ts')
      const dir = folder(out, environment)
      recover(dir)
      const served = await serveStatic(dir, port, { strict })
      environment.stdout(`Serving ${served.address} (Ctrl+C to stop)\n`)
      await new Promise<void>((done) => environment.onInterrupt(done))
      await served.close()
    })

export const dev = (environment: Environment) =>
  contentCommand('dev')
    .description('show the catalog while it is written: every save is seen at once, problems included')
    .option('--port <n>', 'port to listen on, or the next free one (default: from 4321)', portNumber)
    .option('--open', 'open the browser')
    .action(async (flags) => {
      const { preview } = await import('../serve/preview.ts')
      const content = folder(flags.content, environment)
      // Registered before the first page is compiled, so that an early Ctrl+C counts too.
      const interrupted = new Promise<void>((done) => environment.onInterrupt(done))
      const told = tellProblems(content, environment)
      const running = await preview({
        ...overrides(flags, environment),
        content,
        port: flags.port,
        epoch: environment.env.SOURCE_DATE_EPOCH,
        threads: environment.processors,
        onProgress: progressLine(environment),
        onChange: ({ paths, configChanged }, snapshot, milliseconds) => {
          const what = [...paths.slice(0, 3), ...(configChanged ? ['configuration'] : [])].join(', ')
          const more = paths.length > 3 ? ` and ${paths.length - 3} more` : ''
          environment.stdout(`${what}${more}: ${Math.round(milliseconds)} ms\n`)
          told(snapshot)
        },
      })
      told(running.snapshot)
      environment.stdout(
        `Preview of ${plural(running.snapshot.pages.length, 'page')} at ${running.address} (Ctrl+C ends it)\n`,
      )
      if (flags.open) openAddress(running.address)
      await interrupted
      await running.close()
    })

/** Prints new problems, then the total. */
function tellProblems(content: string, environment: Environment): (snapshot: Snapshot) => void {
  let before = new Set<string>()
  return (snapshot) => {
    const problems = snapshot.problems()
    const fresh = problems.filter((problem) => !before.has(JSON.stringify(problem)))
    const had = before.size > 0
    before = new Set(problems.map((problem) => JSON.stringify(problem)))
    environment.stdout(printProblems(fresh, { content, sources: snapshot.sources }, environment))
    if (problems.length > 0) environment.stdout(`${summary(problems)}\n`)
    else if (had) environment.stdout('no problem any more\n')
  }
}

/** Opens an address in the desktop's browser, if there is one; the address is printed anyway. */
function openAddress(address: string): void {
  const program = platform() === 'darwin' ? 'open' : 'xdg-open'
  spawn(program, [address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
