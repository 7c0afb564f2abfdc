import module from 'node:module'
import { type Command, CommanderError } from '@commander-js/extra-typings'
import { Fault } from '../model/fault.ts'
import { printable } from '../model/text.ts'
import { type Environment, type ExitCode, environmentOf, exit, type Facts } from './environment.ts'

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

/** Prints a fault for its user, and gives the code to exit with; throws bugs again. */
export function exitCodeOf(error: unknown, { stderr }: Environment): ExitCode {
  // Commander has printed its message already; help and version count as success.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.ok : exit.fault
  if (!(error instanceof Fault)) throw error
  const hint = error.hint === undefined ? '' : `\n  ${printable(error.hint)}`
  stderr(`fixdex: ${printable(error.message)}${hint}\n`)
  return exit.fault
}
