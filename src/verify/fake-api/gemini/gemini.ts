import { type Account, type Call, json, type Reply } from '../exchange.ts'
import type { Vendor } from '../server.ts'
import { checkKey, readBody } from './access.ts'
import { batchEmbed, embed } from './embed.ts'
import { refusal } from './errors.ts'
import { countTokens, generate } from './generate.ts'
import { modelIds, modelOf } from './models.ts'

/** Generation, embeddings, counts and models of the Gemini API (not of Vertex AI). */
export const gemini: Vendor = {
  answer(call, account) {
    return checkKey(call) ?? route(call, account)
  },
  failure(kind) {
    return kind === 'overloaded'
      ? // https://github.com/google-gemini/gemini-cli/issues/7392
        refusal('UNAVAILABLE', 'The model is overloaded. Please try again later.')
      : // https://ai.google.dev/gemini-api/docs/troubleshooting
        refusal(
          'INTERNAL',
          'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
        )
  },
  streamError: {
    data: JSON.stringify({
      error: {
        code: 503,
        message: 'The model is overloaded. Please try again later.',
        status: 'UNAVAILABLE',
      },
    }),
  },
}

function route(call: Call, account: Account): Reply {
  const [, version = '', name = '', method = ''] =
    /^\/(v1beta|v1|v1alpha)\/models(?:\/([^:/]+))?(?::(\w+))?$/.exec(call.path) ?? []
  if (call.method === 'GET' && version) return listModels(version, name)
  if (!method || call.method !== 'POST')
    return { status: 404, headers: { 'content-type': 'text/html' }, body: '' }
  const model = modelOf(decodeURIComponent(name))
  const embeds = method === 'embedContent' || method === 'batchEmbedContents'
  if (!model || embeds !== (model.embeds === true)) return notFound(version, name, method)
  const body = readBody(call)
  if (!body.ok) return body.refusal
  if (method === 'embedContent') return embed(body.value, model, account)
  if (method === 'batchEmbedContents') return batchEmbed(body.value, model, account)
  if (method === 'countTokens') return countTokens(body.value)
  if (method === 'generateContent') return generate(body.value, model, account, 'no')
  if (method === 'streamGenerateContent')
    return generate(body.value, model, account, call.query.get('alt') === 'sse' ? 'sse' : 'array')
  return notFound(version, name, method)
}

/** Recorded at https://github.com/pydantic/pydantic-ai/tree/main/tests/cassettes/test_model_name_suggestions */
const notFound = (version: string, name: string, method: string) =>
  refusal(
    'NOT_FOUND',
    `models/${name} is not found for API version ${version}, or is not supported for ${method}. Call ModelService.ListModels to see the list of available models and their supported methods.`,
  )

function listModels(version: string, name: string): Reply {
  const entry = (id: string) => ({
    name: `models/${id}`,
    displayName: id,
    inputTokenLimit: modelOf(id)?.input,
    outputTokenLimit: modelOf(id)?.output,
  })
  if (!name) return json(200, { models: modelIds.map(entry) })
  return modelOf(name) ? json(200, entry(name)) : notFound(version, name, 'get')
}
