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
