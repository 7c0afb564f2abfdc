import { addressProblem } from '../model/fields.ts'

/**
 * What came of asking for an address. `dead`: the server says that there is nothing, or there is no such server.
 * `unsure`: whatever may be different tomorrow, or for a person (refused, too many requests, no answer in time).
 */
export interface Verdict {
  readonly state: 'alive' | 'moved' | 'dead' | 'unsure'
  /** `404`, `no such host`, the new address. */
  readonly reason: string
  /** The server asks to be left alone for so many seconds. */
  readonly retryAfter?: number
}

export interface VisitOptions {
  readonly fetch: typeof globalThis.fetch
  readonly userAgent: string
}

const mostRedirects = 5

/** Asks for the head, and for the whole where a server has no answer to that. Only https addresses are followed. */
export async function visit(address: string, options: VisitOptions): Promise<Verdict> {
  const head = await follow(address, 'HEAD', options)
  const settled = head.state === 'alive' || head.state === 'moved' || head.retryAfter !== undefined
  return settled ? head : follow(address, 'GET', options)
}

async function follow(address: string, method: 'HEAD' | 'GET', options: VisitOptions): Promise<Verdict> {
  let at = address
  let permanent = true
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const problem = addressProblem(at)
    if (problem !== undefined || !at.startsWith('https:'))
      return { state: 'unsure', reason: `leads to ${at}, which is not followed` }
    let response: Response
    try {
      response = await options.fetch(at, {
        method,
        redirect: 'manual',
        headers: { 'User-Agent': options.userAgent },
        signal: AbortSignal.timeout(20_000),
      })
      await response.body?.cancel()
    } catch (error) {
      return failure(error)
    }
    const { status, headers } = response
    const target = headers.get('location')
    if (status >= 300 && status < 400 && target !== null && URL.canParse(target, at)) {
      // The way is gone for good only if every step of it is.
      permanent &&= status === 301 || status === 308
      at = new URL(target, at).href.replace(/#.*/s, '')
      continue
    }
    if (response.ok) {
      return at === address || !permanent
        ? { state: 'alive', reason: String(status) }
        : { state: 'moved', reason: at }
    }
    if (status === 404 || status === 410) return { state: 'dead', reason: String(status) }
    const seconds = Number(headers.get('retry-after') ?? Number.NaN)
    return {
      state: 'unsure',
      reason: String(status),
      ...((status === 429 || status === 503) && { retryAfter: Number.isFinite(seconds) ? seconds : 30 }),
    }
  }
  return { state: 'unsure', reason: `more than ${mostRedirects} redirects` }
}

function failure(error: unknown): Verdict {
  if (error instanceof Error && error.name === 'TimeoutError')
    return { state: 'unsure', reason: 'no answer in time' }
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined
  return cause?.code === 'ENOTFOUND'
    ? { state: 'dead', reason: 'no such host' }
    : { state: 'unsure', reason: cause?.code ?? String(error) }
}
