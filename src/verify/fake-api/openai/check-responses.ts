import { count, type Dict, dict, isDict, list, text } from '../dict.ts'
import type { PlainReply } from '../exchange.ts'
import { checkSchema } from './check-schema.ts'
import { checkTools } from './check-tools.ts'
import { missing, outOfRange, refusal, unsupported, wrongType } from './errors.ts'
import type { Model } from './models.ts'
import { responsesQuestion } from './responses-question.ts'

/** The parameters of https://github.com/openai/openai-openapi/blob/master/openapi.yaml, `CreateResponse`. */
const parameters = new Set(
  `service_tier truncation reasoning input include parallel_tool_calls store instructions moderation stream
  stream_options conversation context_management max_output_tokens previous_response_id model background
  max_tool_calls text tools tool_choice prompt metadata top_logprobs temperature top_p user safety_identifier
  prompt_cache_key prompt_cache_retention prompt_cache_options`.split(/\s+/),
)

/** What the responses endpoint refuses. Nothing is stored here, so no earlier response can be found. */
export function checkResponses(body: Dict, model: Model): PlainReply | undefined {
  const stranger = Object.keys(body).find((key) => !parameters.has(key))
  if (stranger) return refusal(...moved(stranger))
  // Unproven: no recording of these words was found.
  if (typeof body.previous_response_id === 'string')
    return refusal(`Previous response with id '${body.previous_response_id}' not found.`, {
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    })
  if (body.input === undefined && body.prompt === undefined) return missing('input')
  if (typeof body.input !== 'string' && !Array.isArray(body.input))
    return wrongType('input', 'one of a string or array of input items', body.input)
  return (
    checkTools(body, (tool) => ({ value: tool, at: '' })) ??
    checkSampling(body, model) ??
    checkFormat(body) ??
    checkOrder(list(body.input).map(dict)) ??
    checkWindow(body, model)
  )
}

/**
 * Keys of chat completions that have another place here: https://platform.openai.com/docs/guides/migrate-to-responses.
 * Unproven: no recording of these words was found.
 */
function moved(key: string): [string, { param: string; code: string }] {
  const details = { param: key, code: 'unsupported_parameter' }
  const places: Readonly<Record<string, string>> = {
    response_format:
      "Unsupported parameter: 'response_format'. In the Responses API, this parameter has moved to 'text.format'. Try again with the new parameter.",
    max_tokens:
      "Unsupported parameter: 'max_tokens'. In the Responses API, this parameter has moved to 'max_output_tokens'. Try again with the new parameter.",
    reasoning_effort:
      "Unsupported parameter: 'reasoning_effort'. In the Responses API, this parameter has moved to 'reasoning.effort'. Try again with the new parameter.",
    messages:
      "Unsupported parameter: 'messages'. In the Responses API, this parameter has moved to 'input'. Try again with the new parameter.",
  }
  const known = Object.hasOwn(places, key) ? places[key] : undefined
  return known
    ? [known, details]
    : [`Unknown parameter: '${key}'.`, { param: key, code: 'unknown_parameter' }]
}

function checkSampling(body: Dict, model: Model): PlainReply | undefined {
  const least = count(body.max_output_tokens)
  const low =
    least === undefined
      ? undefined
      : outOfRange('max_output_tokens', least, 16, Number.POSITIVE_INFINITY, 'integer')
  if (low) return low
  const temperature = count(body.temperature)
  const wrong = temperature === undefined ? undefined : outOfRange('temperature', temperature, 0, 2)
  if (wrong) return wrong
  if (model.reasons !== 'always') return undefined
  // Recorded at https://github.com/vercel/ai, packages/openai/src/responses/__fixtures__/reasoning-model-temperature-error.json
  const refused = ['temperature', 'top_p'].find((key) => body[key] !== undefined && body[key] !== null)
  return refused ? { ...unsupported(refused) } : undefined
}

function checkFormat(body: Dict): PlainReply | undefined {
  const format = dict(dict(body.text).format)
  const said = JSON.stringify([body.input, body.instructions])
  // https://github.com/agno-agi/agno/pull/5317
  if (format.type === 'json_object' && !/json/i.test(said))
    return refusal(
      "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
      { param: 'input' },
    )
  if (format.type !== 'json_schema') return undefined
  if (!text(format.name)) return missing('text.format.name')
  const wrong = format.strict === true ? checkSchema(format.schema) : undefined
  if (!wrong) return undefined
  return refusal(`Invalid schema for response_format '${text(format.name)}': ${wrong}`, {
    param: 'text.format.schema',
    code: 'invalid_json_schema',
  })
}

/**
 * https://github.com/continuedev/continue/pull/11785 (calls and results), https://github.com/TanStack/ai/issues/1212 and
 * https://github.com/vercel/ai/issues/7099 (reasoning and what belongs to it)
 */
function checkOrder(items: readonly Dict[]): PlainReply | undefined {
  const ids = (type: string) => items.filter((item) => item.type === type).map(({ call_id }) => text(call_id))
  const orphan = ids('function_call_output').find((id) => !ids('function_call').includes(id))
  if (orphan)
    return refusal(`No tool call found for function call output with call_id ${orphan}.`, { param: 'input' })
  const open = ids('function_call').find((id) => !ids('function_call_output').includes(id))
  if (open) return refusal(`No tool output found for function call ${open}.`, { param: 'input' })
  const alone = items.find((item, index) => {
    const next = items[index + 1]
    return (
      item.type === 'reasoning' &&
      (!isDict(next) || next.role === 'user' || next.type === 'function_call_output')
    )
  })
  if (!alone) return undefined
  return refusal(
    `Item '${text(alone.id)}' of type 'reasoning' was provided without its required following item.`,
    {
      param: 'input',
    },
  )
}

/** Recorded at https://github.com/crmne/ruby_llm, spec/fixtures/vcr_cassettes/chat_real_error_scenarios_openai_gpt-5-nano_handles_context_length_exceeded_errors.yml */
function checkWindow(body: Dict, model: Model): PlainReply | undefined {
  const { inputTokens } = responsesQuestion(body, model)
  if (inputTokens <= (model.input ?? model.window)) return undefined
  return refusal(
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    {
      param: 'input',
      code: 'context_length_exceeded',
    },
  )
}
