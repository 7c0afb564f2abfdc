import type { Command } from '@commander-js/extra-typings'
import { audit, smoke } from './audit.ts'
import { build, merge } from './build.ts'
import { check, rules } from './check.ts'
import type { Environment } from './environment.ts'
import { hook } from './hook.ts'
import { importCommand } from './import.ts'
import { init } from './init.ts'
import { links } from './links.ts'
import { match, mcp, search, show } from './look-up.ts'
import { newCommand } from './new.ts'
import { programOf } from './options.ts'
import { pack, update } from './pack.ts'
import { probeCommand } from './probe.ts'
import { review } from './review.ts'
import { dev, serve } from './serve.ts'
import { sweep, verify, watch } from './verify.ts'

/** In the order of the help. */
const commands = [
  build,
  merge,
  check,
  verify,
  sweep,
  watch,
  probeCommand,
  audit,
  dev,
  newCommand,
  importCommand,
  init,
  serve,
  smoke,
  links,
  match,
  search,
  show,
  review,
  rules,
  mcp,
  hook,
  pack,
  update,
]

/** All commands, wired to one environment. */
export const makeProgram = (environment: Environment): Command =>
  programOf(
    'Fixes for the errors that AI agents run into: builds, checks and serves the catalog.',
    commands,
    environment,
  )
