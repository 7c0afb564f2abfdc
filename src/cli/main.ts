#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run } from './environment.ts'
import { makeProgram } from './program.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { version, homepage, repository } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  version: string
  homepage: string
  repository: { url: string }
}

await run(makeProgram, {
  version,
  catalog: homepage,
  repository: repository.url,
  packed: `${root}/lib/catalog.tgz`,
})
