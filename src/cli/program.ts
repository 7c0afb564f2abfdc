import { Command } from 'commander'
import { type BuildFlags, declareBuild, runBuild } from './build.ts'
import { type CheckFlags, declareCheck, runCheck } from './check.ts'
import type { Environment, ExitCode } from './environment.ts'
import { declareServe, runServe, type ServeFlags } from './serve.ts'

/** All commands, wired to one environment; `done` takes the exit code. */
export function makeProgram(
  environment: Environment,
  version: string,
  done: (code: ExitCode) => void,
): Command {
  const program = new Command('fixdex')
    .description('Fixes for the errors that AI agents meet: builds, checks and serves the catalog.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: environment.stdout, writeErr: environment.stderr })
    .showHelpAfterError('See fixdex --help.')
  declareBuild(program).action(async (flags: BuildFlags) => done(await runBuild(flags, environment)))
  declareCheck(program).action(async (paths: string[], flags: CheckFlags) =>
    done(await runCheck(paths, flags, environment)),
  )
  declareServe(program).action(async (flags: ServeFlags) => done(await runServe(flags, environment)))
  return program
}
