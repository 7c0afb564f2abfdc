import { type Account, type Call, json, type PlainReply, type Reply } from '../exchange.ts'
import type { Vendor } from '../server.ts'
import { checkKey, findModel, readBody } from './access.ts'
import { chat } from './chat.ts'
import { embeddings } from './embeddings.ts'
import { refusal } from './errors.ts'
import { modelIds, modelOf } from './models.ts'
import { responses } from './responses.ts'

const endpoints = {
  '/v1/chat/completions': { kind: 'chat', reply: chat },
  '/v1/responses': { kind: 'responses', reply: responses },
  '/v1/embeddings': { kind: 'embeddings', reply: embeddings },
} as const

/** Chat completions, responses, embeddings and models of the OpenAI API. */
export const openai: Vendor = {
  answer(call, account) {
    const reply = checkKey(call, account) ?? route(call, account)
    const headers = {
      'x-request-id': account.nextId('req_', 32),
      'openai-version': '2020-10-01',
      ...reply.headers,
    }
    return { ...reply, headers }
  },
  failure(kind) {
    // https://platform.openai.com/docs/guides/error-codes/api-errors, https://github.com/openai/openai-python/issues/414
    return kind === 'overloaded'
      ? refusal('The engine is currently overloaded, please try again later', {
          status: 503,
          type: 'server_error',
        })
      : refusal('The server had an error while processing your request. Sorry about that!', {
          status: 500,
          type: 'server_error',
        })
  },
  streamError: {
    data: JSON.stringify({
      error: {
        message: 'The server had an error while processing your request. Sorry about that!',
        type: 'server_error',
        param: null,
        code: null,
      },
    }),
  },
}

function route(call: Call, account: Account): Reply {
  const { method, path } = call
  const endpoint = Object.hasOwn(endpoints, path) ? endpoints[path as keyof typeof endpoints] : undefined
  if (method === 'POST' && endpoint) {
    const body = readBody(call)
    if (!body.ok) return body.refusal
    const model = findModel(body.value.model, endpoint.kind)
    return model.ok ? endpoint.reply(body.value, model.value, account) : model.refusal
  }
  return method === 'GET' && path.startsWith('/v1/models') ? listModels(path) : unknownPath(method, path)
}

function listModels(path: string): PlainReply {
  const entry = (id: string) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'system' })
  if (path === '/v1/models') return json(200, { object: 'list', data: modelIds.map(entry) })
  const name = decodeURIComponent(path.slice('/v1/models/'.length))
  if (modelOf(name)) return json(200, entry(name))
  return refusal(`The model '${name}' does not exist`, {
    status: 404,
    param: 'model',
    code: 'model_not_found',
  })
}

/** https://github.com/OpenHands/OpenHands/issues/485, https://github.com/harry0703/MoneyPrinterTurbo/issues/57 */
const unknownPath = (method: string, path: string): PlainReply =>
  refusal(`Invalid URL (${method} ${path})`, { status: 404 })
