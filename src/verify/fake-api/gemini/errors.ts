import { json, type PlainReply } from '../exchange.ts'

/** https://ai.google.dev/gemini-api/docs/troubleshooting, https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto */
const statuses = {
  INVALID_ARGUMENT: 400,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

/** `google.rpc.Status` as JSON. No header tells how long to wait: that stands in the details. */
export function refusal(
  status: keyof typeof statuses,
  message: string,
  details?: readonly unknown[],
): PlainReply {
  const code = statuses[status]
  const headers = {
    'content-type': 'application/json; charset=UTF-8',
    vary: 'Origin, X-Origin, Referer',
    'x-content-type-options': 'nosniff',
  }
  return json(code, { error: { code, message, status, ...(details ? { details } : {}) } }, headers)
}

export const invalid = (message: string): PlainReply => refusal('INVALID_ARGUMENT', message)

/** Several at once, as the API lists them: https://github.com/agno-agi/agno/issues/2112 */
export const violations = (messages: readonly string[]): PlainReply =>
  invalid(messages.map((message) => `* ${message}\n`).join(''))
