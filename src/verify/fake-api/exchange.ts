import type { Variant } from './keys-and-variants.ts'

/** A request, read to its end but not yet validated. */
export interface Call {
  readonly method: string
  /** Without the vendor prefix: `/v1/messages`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** A reply with a body, or a stream of server-sent events. */
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

/** Missing where the vendor sends only `data:` lines. */
export interface ServerEvent {
  readonly event?: string
  readonly data: string
}

/** State shared by requests: the account, the clock, and an id counter that makes runs repeatable. */
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
