import { type Account, type Judged, passed, refused } from '../exchange.ts'
import type { Refusal } from './errors.ts'
import type { Model } from './models.ts'

export type Headers = Readonly<Record<string, string>>

const organization = '00000000-0000-4000-8000-000000000000'

/**
 * 1,000 requests a minute, enforced within a second, and on the free tier five in a minute of three seconds. Headers
 * and limits: https://platform.claude.com/docs/en/api/rate-limits; words: https://github.com/stackblitz/bolt.new/issues/8589
 */
export function limitsOf(model: Model, tokens: number, account: Account): Judged<Headers, Refusal> {
  const free = account.variant === 'free-tier'
  const limit = free ? 5 : 1000
  const slice = free ? { capacity: 5, seconds: 3 } : { capacity: 16, seconds: 0.96 }
  const requests = account.windows.take(`anthropic requests ${model.id}`, 1, slice)
  const most = model.tokensPerMinute ?? 2_000_000
  const input = requests.allowed
    ? account.windows.take(`anthropic tokens ${model.id}`, tokens, { capacity: most, seconds: 60 })
    : undefined
  const headers = {
    'anthropic-organization-id': organization,
    'anthropic-ratelimit-requests-limit': String(limit),
    'anthropic-ratelimit-requests-remaining': String(requests.remaining),
    'anthropic-ratelimit-requests-reset': timeIn(requests.reset),
    'anthropic-ratelimit-input-tokens-limit': String(most),
    'anthropic-ratelimit-input-tokens-remaining': String(input?.remaining ?? most),
    'anthropic-ratelimit-input-tokens-reset': timeIn(input?.reset ?? 0),
  }
  if (requests.allowed && input?.allowed) return passed(headers)
  const what = requests.allowed
    ? `${most.toLocaleString('en')} input tokens`
    : `${limit.toLocaleString('en')} requests`
  const wait = requests.allowed ? (input?.wait ?? 0) : requests.wait
  return refused<Refusal>({
    type: 'rate_limit_error',
    message: `This request would exceed the rate limit for your organization (${organization}) of ${what} per minute. For details, refer to: https://docs.claude.com/en/api/rate-limits. You can see the response headers for current usage. Please reduce the prompt length or the maximum tokens requested, or try again later. You may also contact sales at https://www.anthropic.com/contact-sales to discuss your options for a rate limit increase.`,
    headers: { ...headers, 'retry-after': String(Math.ceil(wait / 1000)) },
  })
}

const timeIn = (ms: number): string => new Date(Date.now() + ms).toISOString().replace(/\.\d+Z$/, 'Z')
