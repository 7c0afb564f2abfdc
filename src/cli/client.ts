#!/usr/bin/env node
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run } from './environment.ts'
import { hook } from './hook.ts'
import { match, mcp, search, show } from './look-up.ts'
import { programOf } from './options.ts'
import { update } from './pack.ts'

/* The client as one file: `scripts/bundle.ts` makes it, and a build publishes it with the addresses of its catalog. */

export * from '../client/index.ts'

declare const FIXDEX_VERSION: string
declare const FIXDEX_CATALOG: string
declare const FIXDEX_REPOSITORY: string

/** A program that imports the file uses it as a library. */
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await run(
    (environment) =>
      programOf(
        'Looks errors up in a catalog of fixes.',
        [match, search, show, hook, mcp, update],
        environment,
      ),
    {
      version: FIXDEX_VERSION,
      catalog: FIXDEX_CATALOG,
      repository: FIXDEX_REPOSITORY,
      packed: fileURLToPath(new URL('catalog.tgz', import.meta.url)),
    },
  )
