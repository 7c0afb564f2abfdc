import type { Command } from 'commander'
import type { Snapshot } from '../pipeline/live-catalog.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { contentOptions, folder, overrides, portNumber, progressLine } from './options.ts'
import { plural, printProblems, summary } from './print-problems.ts'

export interface DevFlags {
  content: string
  templates?: string
  port?: number
  open?: boolean
}

export function declareDev(program: Command): Command {
  return contentOptions(program.command('dev'))
    .description('show the catalog while it is written: every save is seen at once, problems included')
    .option('--port <n>', 'port to listen on, or the next free one (default: from 4321)', portNumber)
    .option('--open', 'open the browser')
}

export async function runDev(flags: DevFlags, environment: Environment): Promise<ExitCode> {
  const { preview } = await import('../serve/preview.ts')
  const content = folder(flags.content, environment)
  // Asked for before the first page is compiled: an early Ctrl+C counts too.
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
  if (flags.open) {
    const { openAddress } = await import('./open-address.ts')
    openAddress(running.address)
  }
  await interrupted
  await running.close()
  return exit.ok
}

/** Prints the problems that were not there before, then how many there are. */
function tellProblems(content: string, environment: Environment): (snapshot: Snapshot) => void {
  let before = new Set<string>()
  return (snapshot) => {
    const problems = snapshot.problems()
    const fresh = problems.filter((problem) => !before.has(JSON.stringify(problem)))
    const had = before.size > 0
    before = new Set(problems.map((problem) => JSON.stringify(problem)))
    const { colour, cwd } = environment
    environment.stdout(
      printProblems(fresh, { format: 'pretty', colour, cwd, content, sources: snapshot.sources }),
    )
    if (problems.length > 0) environment.stdout(`${summary(problems)}\n`)
    else if (had) environment.stdout('no problem any more\n')
  }
}
