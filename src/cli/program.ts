import { Command } from 'commander'
import { type AuditFlags, declareAudit, runAudit } from './audit.ts'
import { type BuildFlags, declareBuild, runBuild } from './build.ts'
import { type CheckFlags, declareCheck, runCheck } from './check.ts'
import { type DevFlags, declareDev, runDev } from './dev.ts'
import type { Environment, ExitCode } from './environment.ts'
import { declareImport, type ImportFlags, runImport } from './import.ts'
import { declareInit, type InitFlags, runInit } from './init.ts'
import { declareLinks, type LinksFlags, runLinks } from './links.ts'
import { declareMatch, type MatchFlags, runMatch } from './match.ts'
import { declareMcp, runMcp } from './mcp.ts'
import { declareMerge, runMerge } from './merge.ts'
import { declareNew, type NewFlags, runNew } from './new.ts'
import { declareReview, type ReviewFlags, runReview } from './review.ts'
import { declareRules, runRules } from './rules.ts'
import { declareSearch, runSearch, type SearchFlags } from './search.ts'
import { declareServe, runServe, type ServeFlags } from './serve.ts'
import { declareShow, runShow } from './show.ts'
import { declareSmoke, runSmoke, type SmokeFlags } from './smoke.ts'
import { declareVerify, runVerify, type VerifyFlags } from './verify.ts'

/** All commands, wired to one environment; `done` takes the exit code. */
export function makeProgram(environment: Environment, done: (code: ExitCode) => void): Command {
  const program = new Command('fixdex')
    .description('Fixes for the errors that AI agents meet: builds, checks and serves the catalog.')
    .version(environment.version)
    .exitOverride()
    .configureOutput({ writeOut: environment.stdout, writeErr: environment.stderr })
    .showHelpAfterError('See fixdex --help.')
  declareBuild(program).action(async (flags: BuildFlags) => done(await runBuild(flags, environment)))
  declareMerge(program).action(async (dirs: string[], flags: BuildFlags) =>
    done(await runMerge(dirs, flags, environment)),
  )
  declareCheck(program).action(async (paths: string[], flags: CheckFlags) =>
    done(await runCheck(paths, flags, environment)),
  )
  declareVerify(program).action(async (ids: string[], flags: VerifyFlags) =>
    done(await runVerify(ids, flags, environment)),
  )
  declareAudit(program).action(async (dir: string, flags: AuditFlags) =>
    done(await runAudit(dir, flags, environment)),
  )
  declareDev(program).action(async (flags: DevFlags) => done(await runDev(flags, environment)))
  declareNew(program).action(async (flags: NewFlags) => done(await runNew(flags, environment)))
  declareImport(program).action(async (file: string, flags: ImportFlags) =>
    done(await runImport(file, flags, environment)),
  )
  declareInit(program).action(async (dir: string, flags: InitFlags) =>
    done(await runInit(dir, flags, environment)),
  )
  declareServe(program).action(async (flags: ServeFlags) => done(await runServe(flags, environment)))
  declareSmoke(program).action(async (address: string, flags: SmokeFlags) =>
    done(await runSmoke(address, flags, environment)),
  )
  declareLinks(program).action(async (flags: LinksFlags) => done(await runLinks(flags, environment)))
  declareMatch(program).action(async (file: string, flags: MatchFlags) =>
    done(await runMatch(file, flags, environment)),
  )
  declareSearch(program).action(async (words: string[], flags: SearchFlags) =>
    done(await runSearch(words, flags, environment)),
  )
  declareShow(program).action(async (id: string, flags: { index?: string }) =>
    done(await runShow(id, flags, environment)),
  )
  declareReview(program).action(async (flags: ReviewFlags) => done(await runReview(flags, environment)))
  declareRules(program).action(async () => done(await runRules(environment)))
  declareMcp(program).action(async (flags: { index?: string }) => done(await runMcp(flags, environment)))
  return program
}
