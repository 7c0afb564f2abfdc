import { compare } from '../model/problem.ts'
import { type Verdict, type VisitOptions, visit } from './visit.ts'

export interface LinkCheck extends VisitOptions {
  /** Milliseconds between two requests to one host. */
  readonly pause: number
  readonly sleep: (milliseconds: number) => Promise<unknown>
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

export type CheckedLink = Verdict & { readonly address: string }

const hostsAtOnce = 8
/** Longest that a host may ask us to wait before it is asked once more. */
const longestWait = 60

/** Asks for every address: several hosts at once, one request at a time to each of them. Sorted by address. */
export async function checkLinks(addresses: readonly string[], options: LinkCheck): Promise<CheckedLink[]> {
  const queues = new Map<string, string[]>()
  for (const address of [...addresses].sort(compare)) {
    const { host } = new URL(address)
    queues.set(host, [...(queues.get(host) ?? []), address])
  }
  const checked: CheckedLink[] = []
  const waiting = [...queues.values()]
  const worker = async () => {
    for (let queue = waiting.shift(); queue !== undefined; queue = waiting.shift()) {
      await checkHost(queue, options, (link) => {
        checked.push(link)
        options.onProgress?.(checked.length, addresses.length)
      })
    }
  }
  await Promise.all(Array.from({ length: hostsAtOnce }, worker))
  return checked.sort((a, b) => compare(a.address, b.address))
}

async function checkHost(
  addresses: readonly string[],
  options: LinkCheck,
  tell: (link: CheckedLink) => void,
): Promise<void> {
  let refused = false
  for (const [index, address] of addresses.entries()) {
    if (refused) {
      tell({ address, state: 'unsure', reason: 'not asked: the host had enough' })
      continue
    }
    if (index > 0) await options.sleep(options.pause)
    let verdict = await visit(address, options)
    if (verdict.retryAfter !== undefined && verdict.retryAfter <= longestWait) {
      await options.sleep(verdict.retryAfter * 1000)
      verdict = await visit(address, options)
    }
    refused = verdict.retryAfter !== undefined
    const { retryAfter: _, ...rest } = verdict
    tell({ address, ...rest })
  }
}
