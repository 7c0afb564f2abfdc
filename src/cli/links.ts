import { setTimeout as sleep } from 'node:timers/promises'
import { prettyJson } from '../emit/output.ts'
import type { CheckedLink, linkedAddresses } from '../links/check-links.ts'
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
      const withPaths = links.map((link) => ({ ...link, paths: linked.get(link.address) ?? [] }))
      environment.stdout(flags.json ? prettyJson(withPaths) : asText(links, linked))
      if (links.some(({ state }) => state === 'dead')) environment.exitWith(exit.problems)
    })

/** Dead links first, then those that a person may want to check, with the files that have them. */
function asText(links: readonly CheckedLink[], paths: ReturnType<typeof linkedAddresses>): string {
  const inState = (wanted: CheckedLink['state']) => links.filter(({ state }) => state === wanted)
  const lines = [...inState('dead'), ...inState('moved'), ...inState('unsure')].map(
    ({ state, address, reason }) =>
      `${state}: ${address} (${reason})\n  ${paths.get(address)?.join('\n  ')}\n`,
  )
  const counts = (['alive', 'moved', 'unsure', 'dead'] as const)
    .map((state) => `${inState(state).length} ${state}`)
    .join(', ')
  return printable(`${lines.join('')}${plural(links.length, 'link')}: ${counts}\n`)
}
