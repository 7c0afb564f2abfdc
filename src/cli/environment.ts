import { readFileSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { availableParallelism, homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type Command, CommanderError } from '@commander-js/extra-typings'
import { Fault } from '../model/fault.ts'
import { printable } from '../model/text.ts'

/** What differs between the programs that share these commands. */
export interface Facts {
  readonly version: string
  /** Address of the catalog that is read by default. */
  readonly catalog: string
  readonly repository: string
  /** The packed catalog that answers without a network; it may be missing. */
  readonly packed: string
}

/** What commands see of the process; tests make their own. */
export type Environment = Readonly<ReturnType<typeof environmentOf>>

export const environmentOf = ({ version, catalog, repository, packed }: Facts) => ({
  cwd: process.cwd(),
  env: process.env as Readonly<Record<string, string | undefined>>,
  stdout: (text: string): void => void process.stdout.write(text),
  stderr: (text: string): void => void process.stderr.write(text),
  /** Whether standard error is a terminal: progress lines are for people only. */
  terminal: process.stderr.isTTY === true,
  colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  /** The terminal to ask questions on, if both input and output are one. */
  person:
    process.stdin.isTTY && process.stdout.isTTY
      ? { input: process.stdin, output: process.stdout }
      : undefined,
  stdin: () => text(process.stdin),
  /** Sets the exit code, which is 0 until then. */
  exitWith: (code: ExitCode): void => {
    process.exitCode = code
  },
  processors: availableParallelism(),
  /** Milliseconds of a monotonic clock. */
  now: () => performance.now(),
  /** Milliseconds since 1970. */
  wallClock: () => Date.now(),
  fetch: globalThis.fetch,
  /** Cache folder. */
  cacheDir: process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  publishedCatalog: catalog,
  /** Where a person proposes a solution to that catalog. */
  contributeUrl: `${repository}/issues/new?template=solution.yml`,
  version,
  /** This program's file, for commands that others run. */
  client: realpathSync(process.argv[1] ?? ''),
  home: homedir(),
  packed,
  /** Calls back when the user asks a long-running command to end. */
  onInterrupt: (stop: () => void): void => {
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  },
  /** The lines of standard input as they come. */
  lines: (): AsyncIterable<string> =>
    createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }),
})

/**
 * Exit codes: success, problems in the content, a fault that kept the command from running, an error that the catalog
 * does not cover. Package runners do not use the last one, so a failed download cannot be mistaken for it.
 */
export const exit = { ok: 0, problems: 1, fault: 2, uncovered: 3 } as const

export type ExitCode = (typeof exit)[keyof typeof exit]

/** Reads the file that a command was given, or standard input for `-`. */
export async function readText(file: string, { cwd, stdin }: Environment, hint: string): Promise<string> {
  const path = file === '-' ? 'standard input' : resolve(cwd, file)
  try {
    return file === '-' ? await stdin() : readFileSync(path, 'utf8')
  } catch (error) {
    const isTooLong =
      error instanceof RangeError || (error as { code?: string }).code === 'ERR_STRING_TOO_LONG'
    throw isTooLong
      ? new Fault(`${path} is larger than 512 MB`, 'Pass the lines around the error.')
      : new Fault(`Can’t read ${path}`, hint)
  }
}

/** Runs a program with this process as its environment. */
export async function run(makeProgram: (environment: Environment) => Command, facts: Facts): Promise<void> {
  // Start-up is mostly loading modules; Node 22 and later can cache the compiled code.
  ;(module as { enableCompileCache?: () => void }).enableCompileCache?.()
  const environment = environmentOf(facts)
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exit.ok)
    throw error
  })
  try {
    await makeProgram(environment).parseAsync()
  } catch (error) {
    environment.exitWith(exitCodeOf(error, environment))
  }
}

/** Prints a fault, or what the system refused, and returns the exit code; rethrows anything else. */
export function exitCodeOf(error: unknown, { stderr }: Environment): ExitCode {
  // Commander has printed its message already; help and version count as success.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.ok : exit.fault
  const isOfSystem = error instanceof Error && 'syscall' in error
  if (!(error instanceof Fault) && !isOfSystem) throw error
  const hint = error instanceof Fault && error.hint ? `\n  ${printable(error.hint)}` : ''
  stderr(`fixdex: ${printable(error.message)}${hint}\n`)
  return exit.fault
}
