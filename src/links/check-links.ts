import type { Page } from '../model/catalog.ts'
import { addressProblem } from '../model/fields.ts'
import { inParallel } from '../model/parallel.ts'
import { compare } from '../model/problem.ts'
import { isRetired } from '../model/solution.ts'

/** Addresses on other hosts that pages cite or link to, without fragments, with the paths of those pages. */
export function linkedAddresses(pages: readonly Page[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const page of pages)
    for (const address of new Set(addressesOf(page).map((each) => each.replace(/#.*/s, ''))))
      found.set(address, [...(found.get(address) ?? []), page.path])
  return found
}

function addressesOf(page: Page): string[] {
  if (page.kind === 'guide') return inHtml(page.guide.html)
  const { source = [], references = [], sections } = page.solution
  // Links of retired pages are not checked.
  if (isRetired(page.solution)) return []
  return [source, references, sections.map(({ html }) => inHtml(html))].flat(2)
}

const inHtml = (html: string): string[] =>
  [...html.matchAll(/ href="(https:\/\/[^"]+)"/g)].map(([, address = '']) =>
    address.replaceAll('&#x26;', '&').replaceAll('&amp;', '&'),
  )

/**
 * The answer of a server. `dead`: it says that the page does not exist, or the host does not exist. `unsure`: whatever
 * may be different tomorrow or for a person (refused, too many requests, timeout).
 */
interface Verdict {
  readonly state: 'alive' | 'moved' | 'dead' | 'unsure'
  /** `404`, `no such host`, the new address. */
  readonly reason: string
  /** Seconds until the server wants to be asked again. */
  readonly retryAfter?: number
}

export type CheckedLink = Pick<Verdict, 'state' | 'reason'> & { readonly address: string }

export interface LinkCheck {
  readonly fetch: typeof globalThis.fetch
  readonly userAgent: string
  /** Milliseconds between two requests to one host. */
  readonly pause: number
  readonly sleep: (milliseconds: number) => Promise<unknown>
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

const hostsAtOnce = 8
/** The longest `Retry-After` in seconds that is waited for, once. */
const longestWait = 60
const mostRedirects = 5

/** Requests every address: several hosts at once, one request at a time to each of them. Sorted by address. */
export async function checkLinks(addresses: readonly string[], options: LinkCheck): Promise<CheckedLink[]> {
  const queues = new Map<string, string[]>()
  for (const address of [...addresses].sort(compare)) {
    const { host } = new URL(address)
    queues.set(host, [...(queues.get(host) ?? []), address])
  }
  const checked: CheckedLink[] = []
  await inParallel([...queues.values()], { jobs: hostsAtOnce }, async (queue) => {
    let limited = false
    for (const [index, address] of queue.entries()) {
      if (index > 0 && !limited) await options.sleep(options.pause)
      const verdict: Verdict = limited ? skipped : await patiently(address, options)
      limited = verdict.retryAfter !== undefined
      checked.push({ address, state: verdict.state, reason: verdict.reason })
      options.onProgress?.(checked.length, addresses.length)
    }
  })
  return checked.sort((a, b) => compare(a.address, b.address))
}

const skipped: Verdict = {
  state: 'unsure',
  reason: 'skipped: the host is rate limiting',
  retryAfter: Number.POSITIVE_INFINITY,
}

/** Visits once more if the server asks for a short wait. */
async function patiently(address: string, options: LinkCheck): Promise<Verdict> {
  const verdict = await visit(address, options)
  if (verdict.retryAfter === undefined || verdict.retryAfter > longestWait) return verdict
  await options.sleep(verdict.retryAfter * 1000)
  return visit(address, options)
}

/** Sends HEAD, then GET if the server does not answer that well. */
async function visit(address: string, options: LinkCheck): Promise<Verdict> {
  const head = await follow(address, 'HEAD', options)
  const settled = head.state === 'alive' || head.state === 'moved' || head.retryAfter !== undefined
  return settled ? head : follow(address, 'GET', options)
}

/** Follows redirects to https addresses only. */
async function follow(address: string, method: 'HEAD' | 'GET', options: LinkCheck): Promise<Verdict> {
  const headers = { 'User-Agent': options.userAgent }
  let at = address
  let permanent = true
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    if (addressProblem(at) !== undefined || !at.startsWith('https:'))
      return { state: 'unsure', reason: `leads to ${at}, which is not followed` }
    let response: Response
    try {
      const signal = AbortSignal.timeout(20_000)
      response = await options.fetch(at, { method, redirect: 'manual', headers, signal })
      await response.body?.cancel()
    } catch (error) {
      return failure(error)
    }
    const target = response.headers.get('location')
    const { status } = response
    if (status < 300 || status >= 400 || target === null || !URL.canParse(target, at)) {
      const moved = at !== address && permanent
      return response.ok && moved ? { state: 'moved', reason: at } : verdictOf(response)
    }
    // Permanent only if every redirect is.
    permanent &&= status === 301 || status === 308
    at = new URL(target, at).href.replace(/#.*/s, '')
  }
  return { state: 'unsure', reason: `more than ${mostRedirects} redirects` }
}

function verdictOf({ ok, status, headers }: Response): Verdict {
  const reason = String(status)
  if (ok) return { state: 'alive', reason }
  if (status === 404 || status === 410) return { state: 'dead', reason }
  if (status !== 429 && status !== 503) return { state: 'unsure', reason }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return { state: 'unsure', reason, retryAfter: Number.isFinite(seconds) ? seconds : 30 }
}

function failure(error: unknown): Verdict {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  if (name === 'TimeoutError') return { state: 'unsure', reason: 'timeout' }
  if (cause?.code === 'ENOTFOUND') return { state: 'dead', reason: 'no such host' }
  return { state: 'unsure', reason: cause?.code ?? String(error) }
}
