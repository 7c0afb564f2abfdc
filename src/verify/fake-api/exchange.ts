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

/** What outlives a request: the state of the account, the clock, and a counter that makes every id of a run the same again. */
export interface Account {
  readonly variant: Variant | undefined
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
