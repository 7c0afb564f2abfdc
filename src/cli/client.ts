#!/usr/bin/env node
import { match, mcp, search, show } from './look-up.ts'
import { programOf } from './options.ts'
import { run } from './run.ts'

/* The client as one file: `scripts/bundle.ts` makes it, and a build publishes it with the addresses of its catalog. */

declare const FIXDEX_VERSION: string
declare const FIXDEX_CATALOG: string
declare const FIXDEX_REPOSITORY: string

await run(
  (environment, done) =>
    programOf('Looks errors up in a catalog of fixes.', [match, search, show, mcp], environment, done),
  { version: FIXDEX_VERSION, catalog: FIXDEX_CATALOG, repository: FIXDEX_REPOSITORY, root: '' },
)
