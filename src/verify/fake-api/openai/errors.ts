import { json, type PlainReply } from '../exchange.ts'

interface Details {
  readonly status?: number
  readonly type?: string
  readonly param?: string | null
  readonly code?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** The one shape of all errors: `ErrorResponse` in https://github.com/openai/openai-openapi/blob/master/openapi.yaml */
export function refusal(message: string, details: Details = {}): PlainReply {
  const { status = 400, type = 'invalid_request_error', param = null, code = null, headers = {} } = details
  return json(status, { error: { message, type, param, code } }, headers)
}

export const missing = (param: string): PlainReply =>
  // https://github.com/SilasMarvin/lsp-ai/issues/108
  refusal(`Missing required parameter: '${param}'.`, { param, code: 'missing_required_parameter' })

/** https://github.com/pydantic/pydantic-ai/issues/2653 */
export const wrongType = (param: string, expected: string, value: unknown): PlainReply =>
  refusal(`Invalid type for '${param}': expected ${expected}, but got ${kindOf(value)} instead.`, {
    param,
    code: 'invalid_type',
  })

/** https://github.com/vishalmysore/Tools4AI/issues/16 */
export const tooLong = (param: string, maximum: number, length: number): PlainReply =>
  refusal(
    `Invalid '${param}': array too long. Expected an array with maximum length ${maximum}, but got an array with length ${length} instead.`,
    { param, code: 'array_above_max_length' },
  )

/** https://learn.microsoft.com/en-us/azure/ai-foundry/openai/how-to/reasoning, https://github.com/QwenLM/qwen-code/issues/224 */
export const unsupported = (param: string, instead = ''): PlainReply =>
  refusal(`Unsupported parameter: '${param}' is not supported with this model.${instead}`, {
    param,
    code: 'unsupported_parameter',
  })

/** Recorded at https://github.com/pydantic/pydantic-ai/blob/main/tests/models/cassettes/test_openai_responses/test_openai_responses_model_http_error.yaml */
export function outOfRange(
  param: string,
  value: number,
  least: number,
  most: number,
  kind: 'decimal' | 'integer' = 'decimal',
): PlainReply | undefined {
  if (value >= least && value <= most) return undefined
  const low = value < least
  return refusal(
    `Invalid '${param}': ${kind} ${low ? 'below minimum' : 'above maximum'} value. Expected a value ${low ? `>= ${least}` : `<= ${most}`}, but got ${value} instead.`,
    { param, code: `${kind}_${low ? 'below_min' : 'above_max'}_value` },
  )
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal'
  return `a ${typeof value}`
}
