import type { Variant } from './keys-and-variants.ts'

/** A request as a vendor's part sees it: read to its end, not yet judged. */
export interface Call {
  readonly method: string
  /** Without the vendor's own prefix, so `/v1/messages`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** One answer with a body, or a stream of server-sent events. */
export type Reply = PlainReply | StreamReply

export interface PlainReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface StreamReply {
  readonly status: 200
  readonly headers: Readonly<Record<string, string>>
  readonly events: readonly ServerEvent[]
}

/** `event:` is left out where the vendor sends bare `data:` lines. */
export interface ServerEvent {
  readonly event?: string
  readonly data: string
}

/** What outlives a request: the state of the account, and a counter that makes every id of a run the same again. */
export interface Account {
  readonly variant: Variant | undefined
  readonly windows: RateWindows
  readonly nextId: (prefix: string, length: number) => string
  /** Seconds since 1970. */
  readonly now: () => number
}

export const json = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): PlainReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value, null, 2),
})

export const eventStream = (
  events: readonly ServerEvent[],
  headers: Readonly<Record<string, string>> = {},
): StreamReply => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream; charset=utf-8', ...headers },
  events,
})

/** What a limit lets pass: `capacity` at once, refilled evenly within `seconds`. */
export interface RateLimit {
  readonly capacity: number
  readonly seconds: number
}

export interface Taken {
  readonly allowed: boolean
  readonly remaining: number
  /** Until the same amount would pass, in milliseconds; 0 when it passed. */
  readonly wait: number
  /** Until all of it is there again, in milliseconds. */
  readonly reset: number
}

export interface RateWindows {
  take(name: string, amount: number, limit: RateLimit): Taken
}

/**
 * Token buckets, one for each name, which is how OpenAI and Anthropic say that they count: a limit per minute is
 * enforced in shorter slices (https://platform.openai.com/docs/guides/rate-limits,
 * https://platform.claude.com/docs/en/api/rate-limits). What is refused uses nothing up.
 */
export function rateWindows(now: () => number): RateWindows {
  const buckets = new Map<string, { level: number; at: number }>()
  return {
    take(name, amount, { capacity, seconds }) {
      const perMs = capacity / (seconds * 1000)
      const { level, at } = buckets.get(name) ?? { level: capacity, at: now() }
      const filled = Math.min(capacity, level + (now() - at) * perMs)
      const allowed = amount <= filled
      const left = allowed ? filled - amount : filled
      buckets.set(name, { level: left, at: now() })
      const wait = allowed ? 0 : Math.max(1, Math.ceil((amount - filled) / perMs))
      return { allowed, remaining: Math.floor(left), wait, reset: Math.ceil((capacity - left) / perMs) }
    },
  }
}
