import { count, type Dict, dict, isDict, list, text } from '../dict.ts'
import { type Judged, passed, refused } from '../exchange.ts'
import { checkMessages } from './check-messages.ts'
import { checkThinking } from './check-thinking.ts'
import { checkTools } from './check-tools.ts'
import { invalid, type Refusal, required } from './errors.ts'
import { type Model, modelOf } from './models.ts'

/** https://platform.claude.com/docs/en/api/messages/create */
const parameters = new Set(
  `model messages max_tokens cache_control container inference_geo metadata output_config service_tier stop_sequences
  stream system temperature thinking tool_choice tools top_k top_p mcp_servers context_management betas output_format
  speed`.split(/\s+/),
)

/** The first thing that is wrong with a request: first its fields, then the model, then what they mean together. */
export function checkRequest(body: Dict, counting: boolean): Judged<Model, Refusal> {
  const fields = counting ? ['model', 'messages'] : ['model', 'messages', 'max_tokens']
  const absent = fields.find((field) => body[field] === undefined)
  if (absent) return refused(required(absent))
  const stranger = Object.keys(body).find((key) => !parameters.has(key))
  // Unproven: no recording of these words was found.
  if (stranger) return refused(invalid(`${stranger}: Extra inputs are not permitted`))
  // Unproven: no recording of these words was found.
  if (!Array.isArray(body.messages)) return refused(invalid('messages: Input should be a valid list'))
  const model = modelOf(text(body.model))
  // Recorded at https://github.com/pydantic/pydantic-ai/blob/main/tests/models/cassettes/test_anthropic/test_anthropic_count_tokens_error.yaml
  if (!model) return refused<Refusal>({ type: 'not_found_error', message: `model: ${String(body.model)}` })
  const refusal =
    checkLimits(body, model) ??
    checkSampling(body, model) ??
    checkTools(body) ??
    checkMessages(body, model) ??
    checkThinking(body, model) ??
    checkCaching(body)
  return refusal ? refused(refusal) : passed(model)
}

function checkLimits(body: Dict, model: Model): Refusal | undefined {
  const wanted = count(body.max_tokens)
  if (wanted === undefined) return undefined
  // Unproven: no recording of these words was found.
  if (wanted < 1) return invalid('max_tokens: Input should be greater than or equal to 1')
  // https://github.com/OpenHands/OpenHands/issues/11090
  if (wanted > model.output)
    return invalid(
      `max_tokens: ${wanted} > ${model.output}, which is the maximum allowed number of output tokens for ${text(body.model)}`,
    )
  return undefined
}

function checkSampling(body: Dict, model: Model): Refusal | undefined {
  const given = ['temperature', 'top_p', 'top_k'].filter(
    (key) => ![undefined, null].includes(body[key] as null),
  )
  const changed = given.find((key) => body[key] !== 1)
  // https://github.com/UKGovernmentBEIS/inspect_ai/issues/3721
  if (model.generation === '4.7' && changed) return invalid(`\`${changed}\` is deprecated for this model.`)
  const temperature = count(body.temperature)
  if (temperature !== undefined && (temperature < 0 || temperature > 1))
    // Unproven: no recording of these words was found.
    return invalid('temperature: range: 0..1')
  // https://github.com/cloud-apim/otoroshi-llm-extension/issues/140
  if (given.includes('temperature') && given.includes('top_p'))
    return invalid('`temperature` and `top_p` cannot both be specified for this model. Please use only one.')
  return undefined
}

/** https://github.com/tghamm/Anthropic.SDK/issues/50 */
function checkCaching(body: Dict): Refusal | undefined {
  const blocks = [body.tools, body.system, ...list(body.messages).map((message) => dict(message).content)]
  const marked = blocks.flatMap(list).filter((block) => isDict(dict(block).cache_control)).length
  if (marked <= 4) return undefined
  return invalid(`A maximum of 4 blocks with cache_control may be provided. Found ${marked}.`)
}
