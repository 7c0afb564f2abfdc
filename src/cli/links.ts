import { setTimeout as sleep } from 'node:timers/promises'
import { prettyJson } from '../emit/output.ts'
import type { CheckedLink } from '../links/check-links.ts'
import { compare } from '../model/problem.ts'
import { plural, printable } from '../model/text.ts'
import { type Environment, exit } from './environment.ts'
import { contentCommand, loadContent, partOf, progressLine, wholeNumber } from './options.ts'

export const links = (environment: Environment) =>
  contentCommand('links')
    .description('request every source, reference and link on other hosts; fails if one is dead')
    .option('--pause <ms>', 'pause between two requests to one host', wholeNumber, 1000)
    .option('--part <n/m>', 'only the n-th of m parts, to spread a large catalog over days', partOf)
    .option('--json', 'print every address and its state as JSON')
    .action(async (flags) => {
      const { checkLinks, linkedAddresses } = await import('../links/check-links.ts')
      const linked = linkedAddresses((await loadContent(flags, environment)).pages)
      const { index, count } = flags.part ?? { index: 1, count: 1 }
      const addresses = [...linked.keys()].sort(compare).filter((_, at) => at % count === index - 1)
      const links = await checkLinks(addresses, {
        fetch: environment.fetch,
        userAgent: `fixdex/${environment.version} (+${environment.publishedCatalog})`,
        pause: flags.pause,
        sleep,
        onProgress: progressLine(environment),
      })
      const told = links.map((link) => ({ ...link, paths: linked.get(link.address) ?? [] }))
      environment.stdout(flags.json ? prettyJson(told) : asText(told))
      if (links.some(({ state }) => state === 'dead')) environment.exitWith(exit.problems)
    })

type ToldLink = CheckedLink & { readonly paths: readonly string[] }

/** Dead links first, then those that a person may want to check. */
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
