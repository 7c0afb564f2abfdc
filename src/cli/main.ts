#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { availableParallelism, homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { CommanderError } from '@commander-js/extra-typings'
import { Fault } from '../model/fault.ts'
import { printable } from '../model/text.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { makeProgram } from './program.ts'

// Start-up is mostly loading modules; Node 22 and later keep them compiled.
;(module as { enableCompileCache?: () => void }).enableCompileCache?.()

const { version, homepage, repository } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  version: string
  homepage: string
  repository: { url: string }
}

const environment: Environment = {
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
  publishedCatalog: homepage,
  contributeUrl: `${repository.url}/issues/new?template=solution.yml`,
  version,
  machine: {
    node: process.execPath,
    program: fileURLToPath(new URL('../..', import.meta.url)),
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
  onInputEnd: (stop) => void process.stdin.once('end', stop).once('close', stop),
}

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
  process.exitCode = exitCodeOf(error)
}

function exitCodeOf(error: unknown): ExitCode {
  // Commander has printed its message already; help and version count as success.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.ok : exit.fault
  if (!(error instanceof Fault)) throw error
  environment.stderr(
    `fixdex: ${printable(error.message)}${error.hint === undefined ? '' : `\n  ${printable(error.hint)}`}\n`,
  )
  return exit.fault
}
