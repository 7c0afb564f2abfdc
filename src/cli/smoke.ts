import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { Fault } from '../model/fault.ts'
import { printable } from '../model/text.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { wholeNumber } from './options.ts'
import { plural } from './print-problems.ts'

export interface SmokeFlags {
  generated?: string
  wait: number
}

export function declareSmoke(program: Command): Command {
  return program
    .command('smoke')
    .description('check that a host serves the published catalog correctly')
    .argument('<address>', 'where the site is published: <base_url>/<site>')
    .option('--generated <time>', '`generated` of the expected build')
    .option(
      '--wait <seconds>',
      'retry for this long, because hosts may take a while to serve a new version',
      wholeNumber,
      0,
    )
}

export async function runSmoke(
  address: string,
  { generated, wait }: SmokeFlags,
  { fetch, wallClock, stdout, stderr }: Environment,
): Promise<ExitCode> {
  if (!/^https?:\/\/[^/]+\/[^/]/.test(address))
    throw new Fault(
      `${address} names no site`,
      'Write <base_url>/<site>, such as https://example.org/catalog.',
    )
  const { smoke } = await import('../audit/hosted.ts')
  const until = wallClock() + wait * 1000
  for (let pause = 1000; ; pause = Math.min(pause * 2, 15_000)) {
    const { findings, asked } = await smoke(address, { fetch, generated })
    if (findings.length > 0 && wallClock() + pause <= until) {
      stderr(`${plural(findings.length, 'finding')}, retrying in ${pause / 1000} s\n`)
      await sleep(pause)
      continue
    }
    for (const { code, path, message } of findings) stdout(printable(`${path}: ${message} [${code}]\n`))
    stdout(
      `${plural(asked, 'file')} requested, ${findings.length === 0 ? 'no findings' : plural(findings.length, 'finding')}\n`,
    )
    return findings.length === 0 ? exit.ok : exit.problems
  }
}
