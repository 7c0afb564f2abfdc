import { count, type Dict, dict, isDict, text } from '../dict.ts'
import type { PlainReply } from '../exchange.ts'
import { checkMessages } from './check-messages.ts'
import { checkSchema } from './check-schema.ts'
import { checkTools } from './check-tools.ts'
import { missing, outOfRange, refusal, unsupported, wrongType } from './errors.ts'
import type { Model } from './models.ts'

/** The parameters of https://github.com/openai/openai-openapi/blob/master/openapi.yaml, `CreateChatCompletionRequest`. */
const parameters = new Set(
  `messages model service_tier modalities verbosity reasoning_effort max_completion_tokens frequency_penalty
  presence_penalty web_search_options top_logprobs response_format audio store moderation stream stop logit_bias
  logprobs max_tokens n prediction seed stream_options tools tool_choice parallel_tool_calls function_call functions
  metadata temperature top_p user safety_identifier prompt_cache_key prompt_cache_retention prompt_cache_options`.split(
    /\s+/,
  ),
)

/** The first thing that is wrong with a request, in the order of the API's own checks as far as threads show it. */
export function checkChat(body: Dict, model: Model): PlainReply | undefined {
  const stranger = Object.keys(body).find(
    (key) => !parameters.has(key) || (key === 'reasoning_effort' && body[key] !== null && !model.reasons),
  )
  // https://github.com/xlinx/sd-webui-decadetw-auto-prompt-llm/issues/29; for models that do not reason https://github.com/coroot/coroot/issues/698
  if (stranger) return refusal(`Unrecognized request argument supplied: ${stranger}`)
  if (body.messages === undefined) return missing('messages')
  if (!Array.isArray(body.messages)) return wrongType('messages', 'an array of objects', body.messages)
  // https://github.com/home-assistant/core/pull/118577
  if (body.messages.length === 0)
    return refusal(
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      {
        param: 'messages',
        code: 'empty_array',
      },
    )
  return (
    checkMessages(body.messages, model) ??
    checkTools(body, (tool) => ({ value: dict(tool.function), at: 'function.' })) ??
    checkSampling(body, model) ??
    checkOutput(body, model) ??
    checkFormat(body)
  )
}

/** Why each one is refused by reasoning models: https://learn.microsoft.com/en-us/azure/ai-foundry/openai/how-to/reasoning */
function checkSampling(body: Dict, model: Model): PlainReply | undefined {
  const temperature = count(body.temperature)
  if (temperature !== undefined) {
    const wrong = outOfRange('temperature', temperature, 0, 2)
    if (wrong) return wrong
  }
  const reasons =
    model.reasons === 'always' ||
    (model.reasons && ![undefined, 'none'].includes(text(body.reasoning_effort) || undefined))
  if (!reasons) return undefined
  if (temperature !== undefined && temperature !== 1)
    // https://github.com/QwenLM/qwen-code/issues/921
    return refusal(
      `Unsupported value: 'temperature' does not support ${temperature} with this model. Only the default (1) value is supported.`,
      { param: 'temperature', code: 'unsupported_value' },
    )
  const refused = [
    'top_p',
    'presence_penalty',
    'frequency_penalty',
    'logprobs',
    'top_logprobs',
    'logit_bias',
    'stop',
  ]
  const first = refused.find(
    (key) => body[key] !== undefined && body[key] !== null && !(key === 'top_p' && body[key] === 1),
  )
  return first ? unsupported(first) : undefined
}

function checkOutput(body: Dict, model: Model): PlainReply | undefined {
  // Recorded at https://github.com/vercel/ai, packages/openai/src/chat/__fixtures__/reasoning-model-legacy-parameter-error.json
  if (model.reasons && body.max_tokens !== undefined && body.max_tokens !== null)
    return unsupported('max_tokens', " Use 'max_completion_tokens' instead.")
  const param = count(body.max_completion_tokens) === undefined ? 'max_tokens' : 'max_completion_tokens'
  const wanted = count(body[param])
  if (wanted === undefined) return undefined
  const low = outOfRange(param, wanted, 1, Number.POSITIVE_INFINITY, 'integer')
  if (low) return low
  if (wanted <= model.output) return undefined
  // https://github.com/tailcallhq/forgecode/issues/1185
  return refusal(
    `${param} is too large: ${wanted}. This model supports at most ${model.output} completion tokens, whereas you provided ${wanted}.`,
    { param, code: 'invalid_value' },
  )
}

function checkFormat(body: Dict): PlainReply | undefined {
  // https://platform.openai.com/docs/api-reference/chat/create#chat-create-stream_options
  if (body.stream_options && body.stream !== true)
    // Unproven: no recording of these words was found.
    return refusal("The 'stream_options' parameter is only allowed when 'stream' is enabled.", {
      param: 'stream_options',
    })
  const format = body.response_format
  if (!isDict(format)) return undefined
  // https://github.com/mem0ai/mem0/issues/3559
  if (format.type === 'json_object' && !/json/i.test(JSON.stringify(body.messages)))
    return refusal(
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      { param: 'messages' },
    )
  if (format.type !== 'json_schema') return undefined
  const wanted = dict(format.json_schema)
  if (format.json_schema === undefined) return missing('response_format.json_schema')
  if (!text(wanted.name)) return missing('response_format.json_schema.name')
  const wrong = wanted.strict === true ? checkSchema(wanted.schema) : undefined
  // https://github.com/nerdai/llm-agents-from-scratch/pull/861
  if (wrong)
    return refusal(`Invalid schema for response_format '${text(wanted.name)}': ${wrong}`, {
      param: 'response_format',
    })
  return undefined
}
