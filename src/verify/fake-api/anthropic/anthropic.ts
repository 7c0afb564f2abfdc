import { type Account, type Call, json, type Reply } from '../exchange.ts'
import type { Vendor } from '../server.ts'
import { checkKey, readBody } from './access.ts'
import { checkRequest } from './check-request.ts'
import { type Refusal, refuse } from './errors.ts'
import { inputTokensOf, messages } from './messages.ts'
import { modelIds, modelOf } from './models.ts'

/** Messages, the count of their tokens, and models of the Anthropic API. */
export const anthropic: Vendor = {
  answer(call, account) {
    const refused = checkKey(call, account)
    return refused ? refuse(refused, account) : route(call, account)
  },
  failure(kind, account) {
    return kind === 'overloaded'
      ? refuse({ type: 'overloaded_error', message: 'Overloaded' }, account)
      : refuse({ type: 'api_error', message: 'Internal server error' }, account)
  },
  // https://platform.claude.com/docs/en/build-with-claude/streaming#error-events
  streamError: {
    event: 'error',
    data: JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  },
}

function route(call: Call, account: Account): Reply {
  const { method } = call
  // The AI SDK adds `/v1` to the real address alone: https://github.com/vercel/ai, packages/anthropic/src/anthropic-provider.ts
  const path = call.path.startsWith('/v1/') ? call.path : `/v1${call.path}`
  if (method === 'GET' && path.startsWith('/v1/models')) return listModels(path, account)
  const counting = path === '/v1/messages/count_tokens'
  if (path !== '/v1/messages' && !counting) return refuse(notFound('Not Found'), account)
  if (method !== 'POST')
    return {
      ...refuse({ type: 'invalid_request_error', message: 'Method Not Allowed' }, account),
      status: 405,
    }
  const body = readBody(call)
  if (!body.ok) return refuse(body.refusal, account)
  const model = checkRequest(body.value, counting)
  if (!model.ok) return refuse(model.refusal, account)
  return counting
    ? json(200, { input_tokens: inputTokensOf(body.value) })
    : messages(body.value, model.value, account)
}

const notFound = (message: string): Refusal => ({ type: 'not_found_error', message })

function listModels(path: string, account: Account): Reply {
  const entry = (id: string) => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' })
  if (path === '/v1/models')
    return json(200, {
      data: modelIds.map(entry),
      has_more: false,
      first_id: modelIds[0],
      last_id: modelIds.at(-1),
    })
  const name = decodeURIComponent(path.slice('/v1/models/'.length))
  return modelOf(name) ? json(200, entry(name)) : refuse(notFound(`model: ${name}`), account)
}
