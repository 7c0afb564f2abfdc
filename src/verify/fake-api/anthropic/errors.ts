import { type Account, json, type PlainReply } from '../exchange.ts'

/** Types and their status: https://platform.claude.com/docs/en/api/errors */
const statuses = {
  invalid_request_error: 400,
  authentication_error: 401,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  overloaded_error: 529,
} as const

export type ErrorType = keyof typeof statuses

/** A refusal before it has an id; the id is given at the door, where all answers get theirs. */
export interface Refusal {
  readonly type: ErrorType
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

export const invalid = (message: string): Refusal => ({ type: 'invalid_request_error', message })

/** Pydantic's words, which the API hands through. */
export const required = (place: string): Refusal => invalid(`${place}: Field required`)

/** Recorded at https://github.com/crmne/ruby_llm, spec/fixtures/vcr_cassettes/chat_error_handling_with_anthropic_claude-haiku-4-5_raises_appropriate_auth_error.yml */
export function refuse({ type, message, headers = {} }: Refusal, account: Account): PlainReply {
  const id = account.nextId('req_', 24)
  const retry = ['rate_limit_error', 'api_error', 'overloaded_error'].includes(type)
  const all = { 'request-id': id, 'x-should-retry': String(retry), ...headers }
  return json(statuses[type], { type: 'error', error: { type, message }, request_id: id }, all)
}
