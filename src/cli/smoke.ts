import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { Fault } from '../model/fault.ts'
import { printable } from '../model/text.ts'
import { wholeNumber } from './check.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { plural } from './print-problems.ts'

export interface SmokeFlags {
  generated?: string
  wait: number
}

export function declareSmoke(program: Command): Command {
  return program
    .command('smoke')
    .description('ask a host whether it serves the catalog as its readers need it')
    .argument('<address>', 'where the site is published: <base_url>/<site>')
    .option('--generated <time>', '`generated` of the build that should be there')
    .option(
      '--wait <seconds>',
      'ask again for so long, as hosts need a while to show a new version',
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
      stderr(`${plural(findings.length, 'finding')}, asking again in ${pause / 1000} s\n`)
      await sleep(pause)
      continue
    }
    for (const { code, path, message } of findings) stdout(printable(`${path}: ${message} [${code}]\n`))
    stdout(
      `${plural(asked, 'file')} asked for, ${findings.length === 0 ? 'no finding' : plural(findings.length, 'finding')}\n`,
    )
    return findings.length === 0 ? exit.ok : exit.problems
  }
}
