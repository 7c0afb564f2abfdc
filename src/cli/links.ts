import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import type { CheckedLink } from '../links/check-links.ts'
import { compare } from '../model/problem.ts'
import { printable } from '../model/text.ts'
import { progressLine } from './build.ts'
import { wholeNumber } from './check.ts'
import { contentOptions, folder, overrides } from './content-options.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { plural } from './print-problems.ts'

export interface LinksFlags {
  content: string
  templates?: string
  pause: number
  part: Part
  json?: boolean
}

export function declareLinks(program: Command): Command {
  return contentOptions(program.command('links'))
    .description('request every source, reference and link on other hosts; fails if one is dead')
    .option('--pause <ms>', 'pause between two requests to one host', wholeNumber, 1000)
    .option('--part <n/m>', 'only the n-th of m parts, to spread a large catalog over days', part, {
      n: 1,
      m: 1,
    })
    .option('--json', 'print every address and its state as JSON')
}

export async function runLinks(flags: LinksFlags, environment: Environment): Promise<ExitCode> {
  const { openCatalog } = await import('../pipeline/live-catalog.ts')
  const { checkLinks, linkedAddresses } = await import('../links/check-links.ts')
  const { pages } = openCatalog(folder(flags.content, environment), overrides(flags, environment)).snapshot()
  const linked = linkedAddresses(pages)
  const { n, m } = flags.part
  const addresses = [...linked.keys()].sort(compare).filter((_, index) => index % m === n - 1)
  const links = await checkLinks(addresses, {
    fetch: environment.fetch,
    userAgent: `fixdex/${environment.version} (+${environment.publishedCatalog})`,
    pause: flags.pause,
    sleep,
    onProgress: environment.terminal ? progressLine(environment, environment.now()) : undefined,
  })
  const dead = links.filter(({ state }) => state === 'dead')
  const told = links.map((link) => ({ ...link, paths: linked.get(link.address) ?? [] }))
  environment.stdout(flags.json ? `${JSON.stringify(told, null, 2)}\n` : asText(told))
  return dead.length === 0 ? exit.ok : exit.problems
}

interface Part {
  readonly n: number
  readonly m: number
}

function part(text: string): Part {
  const [, n = 0, m = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (n < 1 || n > m) throw new InvalidArgumentError('Expected a part such as 1/4.')
  return { n, m }
}

type ToldLink = CheckedLink & { readonly paths: readonly string[] }

/** The dead first, then what a person may want to look at. */
function asText(links: readonly ToldLink[]): string {
  const lines = (['dead', 'moved', 'unsure'] as const).flatMap((wanted) =>
    links
      .filter(({ state }) => state === wanted)
      .map(
        ({ state, address, reason, paths }) => `${state}: ${address} (${reason})\n  ${paths.join('\n  ')}\n`,
      ),
  )
  const counts = (['alive', 'moved', 'unsure', 'dead'] as const)
    .map((wanted) => `${links.filter(({ state }) => state === wanted).length} ${wanted}`)
    .join(', ')
  return printable(`${lines.join('')}${plural(links.length, 'link')}: ${counts}\n`)
}
