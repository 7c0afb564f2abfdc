import { count, type Dict, text } from '../dict.ts'
import { type Account, json, type PlainReply } from '../exchange.ts'
import { tokensOf } from '../tokens.ts'
import { vectorOf } from '../vector.ts'
import { refusal, tooLong } from './errors.ts'
import { limitsOf } from './limits.ts'
import type { Model } from './models.ts'

/** `POST /v1/embeddings` and its three limits: https://platform.openai.com/docs/api-reference/embeddings/create */
export function embeddings(body: Dict, model: Model, account: Account): PlainReply {
  const inputs: readonly unknown[] = Array.isArray(body.input) ? body.input : [body.input]
  if (inputs.length > 2048) return tooLong('input', 2048, inputs.length)
  // https://github.com/openai-php/client/issues/171
  if (inputs.length === 0 || inputs.some((input) => input === '' || input === undefined || input === null))
    return refusal(
      "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.",
    )
  const sizes = inputs.map((input) => (Array.isArray(input) ? input.length : tokensOf(text(input))))
  const longest = Math.max(...sizes)
  // https://github.com/sbintuitions/JMTEB/issues/15
  if (longest > model.window)
    return refusal(
      `This model's maximum context length is ${model.window} tokens, however you requested ${longest} tokens (${longest} in your prompt; 0 for the completion). Please reduce your prompt; or completion length.`,
    )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  // https://github.com/langchain-ai/langchain/issues/31227
  if (total > 300_000)
    return refusal(`Requested ${total} tokens, max 300000 tokens per request`, {
      type: 'max_tokens_per_request',
      code: 'max_tokens_per_request',
    })
  const limits = limitsOf(model, total, account)
  if (!limits.ok) return limits.refusal
  const headers = limits.value
  const length = count(body.dimensions) ?? model.dimensions ?? 1536
  const data = inputs.map((input, index) => {
    const vector = vectorOf(JSON.stringify(input), length)
    const packed = Buffer.from(new Float32Array(vector).buffer).toString('base64')
    return { object: 'embedding', index, embedding: body.encoding_format === 'base64' ? packed : vector }
  })
  const usage = { prompt_tokens: total, total_tokens: total }
  return json(200, { object: 'list', data, model: text(body.model), usage }, headers)
}
