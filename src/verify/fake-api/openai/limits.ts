import { type Account, type Judged, type PlainReply, passed, refused } from '../exchange.ts'
import type { RateLimit, Taken } from '../rate-windows.ts'
import { refusal } from './errors.ts'
import type { Model } from './models.ts'

export type Headers = Readonly<Record<string, string>>

const organization = 'org-standin'
const perMinute = (limit: number, seconds: number, slice: number): RateLimit => ({
  capacity: (limit * slice) / seconds,
  seconds: slice,
})

/** A paying account: 600 requests a minute, enforced as ten a second. The free one: three a minute of three seconds. */
const paid = { limit: 600, window: perMinute(600, 60, 1) }
const free = { limit: 3, window: { capacity: 3, seconds: 3 } }

/**
 * What the limits say of a request: a refusal, or the headers of the answer.
 * Headers: https://platform.openai.com/docs/guides/rate-limits#rate-limits-in-headers. Wordings:
 * https://github.com/openai/codex/issues/10060, https://github.com/feder-cr/invisible_playwright_mcp/issues/249,
 * https://github.com/BuilderIO/micro-agent/issues/86, https://github.com/Aider-AI/aider/issues/1880
 */
export function limitsOf(model: Model, tokens: number, account: Account): Judged<Headers, PlainReply> {
  const { limit, window } = account.variant === 'free-tier' ? free : paid
  const requests = account.windows.take(`openai requests ${model.id}`, 1, window)
  const headers = { ...headersOf('requests', limit, requests), 'openai-organization': organization }
  if (!requests.allowed) {
    const billing =
      account.variant === 'free-tier'
        ? ' You can increase your rate limit by adding a payment method to your account at https://platform.openai.com/account/billing.'
        : ''
    return tooMany(
      `Rate limit reached for ${model.id} in organization ${organization} on requests per min (RPM): Limit ${limit}, Used ${limit}, Requested 1. Please try again in ${duration(requests.wait)}. Visit https://platform.openai.com/account/rate-limits to learn more.${billing}`,
      'requests',
      requests.wait,
      headers,
    )
  }
  const allowed = model.tokensPerMinute ?? 2_000_000
  if (tokens > allowed)
    return tooMany(
      `Request too large for ${model.id} in organization ${organization} on tokens per min (TPM): Limit ${allowed}, Requested ${tokens}. The input or output tokens must be reduced in order to run successfully. Visit https://platform.openai.com/account/rate-limits to learn more.`,
      'tokens',
      undefined,
      headers,
    )
  const used = account.windows.take(`openai tokens ${model.id}`, tokens, { capacity: allowed, seconds: 60 })
  const all = { ...headers, ...headersOf('tokens', allowed, used) }
  if (used.allowed) return passed(all)
  return tooMany(
    `Rate limit reached for ${model.id} in organization ${organization} on tokens per min (TPM): Limit ${allowed}, Used ${allowed - used.remaining}, Requested ${tokens}. Please try again in ${duration(used.wait)}. Visit https://platform.openai.com/account/rate-limits to learn more.`,
    'tokens',
    used.wait,
    all,
  )
}

const headersOf = (what: string, limit: number, { remaining, reset }: Taken): Headers => ({
  [`x-ratelimit-limit-${what}`]: String(limit),
  [`x-ratelimit-remaining-${what}`]: String(remaining),
  [`x-ratelimit-reset-${what}`]: duration(reset),
})

const tooMany = (
  message: string,
  type: string,
  wait: number | undefined,
  headers: Headers,
): Judged<Headers, PlainReply> => {
  const after =
    wait === undefined
      ? {}
      : { 'retry-after': String(Math.ceil(wait / 1000)), 'retry-after-ms': String(wait) }
  return refused(
    refusal(message, { status: 429, type, code: 'rate_limit_exceeded', headers: { ...headers, ...after } }),
  )
}

/** `120ms`, `18.642s`, `1m26.4s`. */
const duration = (ms: number): string => {
  if (ms < 1000) return `${ms}ms`
  const seconds = Math.round((ms % 60_000) / 10) / 100
  return ms < 60_000 ? `${seconds}s` : `${Math.floor(ms / 60_000)}m${seconds}s`
}
