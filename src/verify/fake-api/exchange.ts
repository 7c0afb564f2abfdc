import type { Dict, NextId } from './values.ts'

/** A request, read to its end but not yet validated. */
export interface Call {
  readonly method: string
  /** Without the vendor prefix: `/v1/messages`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

export type Headers = Readonly<Record<string, string>>

export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** A text, or a stream of server-sent events, each with its lines. */
  readonly body: string | readonly string[]
}

/** State shared by all requests. */
export interface Account {
  /** Which failure of the service is imitated, if any: the part of its name after `fake-api:`. */
  readonly variant: string | undefined
  /** Keys by the names of their environment variables. */
  readonly keys: Readonly<Record<string, string | undefined>>
  /** Counts, so that the ids of every run are the same. */
  readonly nextId: NextId
  /** Whether the service is down for this request. */
  readonly fails: () => boolean
}

export const json = (status: number, value: unknown, headers: Headers = {}): Reply => ({
  status,
  headers,
  body: JSON.stringify(value, null, 2),
})

/** The lines of an event; its name is its type, where it has one. Events of OpenAI's responses are numbered. */
export function eventLines(value: unknown, index: number): string {
  if (typeof value === 'string') return `data: ${value}\n\n`
  const { type, ...rest } = value as Dict
  if (typeof type !== 'string') return `data: ${JSON.stringify(value)}\n\n`
  const numbered = type.startsWith('response.') ? { sequence_number: index } : {}
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...rest, ...numbered })}\n\n`
}
