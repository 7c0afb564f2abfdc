import { realpathSync } from 'node:fs'
import module from 'node:module'
import { availableParallelism, homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type Command, CommanderError } from '@commander-js/extra-typings'
import { Fault } from '../model/fault.ts'
import { printable } from '../model/text.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'

/** What differs between the programs that share these commands. */
export interface Facts {
  readonly version: string
  /** Address of the catalog that is read by default. */
  readonly catalog: string
  readonly repository: string
  /** Root of the installed package; empty for the client in one file. */
  readonly root: string
  readonly packed: string
}

/** Runs a program with this process as its environment. */
export async function run(
  makeProgram: (environment: Environment, done: (code: ExitCode) => void) => Command,
  facts: Facts,
): Promise<void> {
  // Start-up is mostly loading modules; Node 22 and later keep them compiled.
  ;(module as { enableCompileCache?: () => void }).enableCompileCache?.()
  const environment = environmentOf(facts)
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exit.ok)
    throw error
  })
  try {
    await makeProgram(environment, (code) => {
      process.exitCode = code
    }).parseAsync()
  } catch (error) {
    process.exitCode = exitCodeOf(error, environment)
  }
}

const environmentOf = ({ version, catalog, repository, root, packed }: Facts): Environment => ({
  cwd: process.cwd(),
  env: process.env,
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  terminal: process.stderr.isTTY === true,
  colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  person:
    process.stdin.isTTY && process.stdout.isTTY
      ? { input: process.stdin, output: process.stdout }
      : undefined,
  stdin: () => text(process.stdin),
  processors: availableParallelism(),
  now: () => performance.now(),
  wallClock: () => Date.now(),
  fetch: globalThis.fetch,
  cacheDir: process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  publishedCatalog: catalog,
  contributeUrl: `${repository}/issues/new?template=solution.yml`,
  version,
  client: realpathSync(process.argv[1] ?? ''),
  home: homedir(),
  packed,
  machine: {
    node: process.execPath,
    program: root,
    architecture: process.arch,
    temporary: tmpdir(),
    uid: process.getuid?.() ?? -1,
    root: process.getuid?.() === 0,
    variables: process.env,
  },
  onInterrupt: (stop) => {
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  },
  lines: () => createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }),
})

/** Prints a fault for its user, and gives the code to exit with; throws bugs again. */
export function exitCodeOf(error: unknown, { stderr }: Environment): ExitCode {
  // Commander has printed its message already; help and version count as success.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.ok : exit.fault
  if (!(error instanceof Fault)) throw error
  const hint = error.hint === undefined ? '' : `\n  ${printable(error.hint)}`
  stderr(`fixdex: ${printable(error.message)}${hint}\n`)
  return exit.fault
}
