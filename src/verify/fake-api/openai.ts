import type { Account, Call, PlainReply, Reply } from './exchange.ts'
import { json } from './exchange.ts'
import { openaiKey } from './keys-and-variants.ts'
import { tokensOf } from './made-up.ts'
import {
  chatQuestion,
  chatReply,
  embeddingVectors,
  responsesQuestion,
  responsesReply,
  toolTokens,
} from './openai-replies.ts'
import { type Model, Vendor } from './refusals.ts'
import { count, type Dict, dict, imageType, isDict, list, parseDict, text } from './values.ts'

/** The chat completions, responses, embeddings and models endpoints of the OpenAI API. */
export class OpenAi extends Vendor {
  constructor(account: Account) {
    super(account, 'openai', { part: (part) => ({ imageType: imageOf(dict(part)) }) })
  }

  #route({ method, path, headers, body: sent }: Call): Reply {
    const endpoint = {
      '/v1/chat/completions': 'chat',
      '/v1/responses': 'responses',
      '/v1/embeddings': 'embeddings',
    }[path]
    if (method === 'GET' && path.startsWith('/v1/models')) return this.#models(path)
    if (method !== 'POST' || endpoint === undefined) return this.refuse('path', { method, path })
    // A form (`curl -d`) or plain text has no parameters, so the first one missing is the model.
    const body = /\bjson\b/i.test(headers['content-type'] ?? '') ? parseDict(sent) : {}
    const known = this.model(text(body?.model))
    const fits = (known?.dimensions !== undefined) === (endpoint === 'embeddings')
    const [model, otherModel] = fits ? [known] : [undefined, known]
    const refused = this.refusal('body', { body, endpoint, model, otherModel })
    if (refused || body === undefined || model === undefined) return refused as PlainReply
    if (endpoint === 'chat') return this.#chat(body, model)
    return endpoint === 'responses' ? this.#responses(body, model) : this.#embeddings(body, model)
  }

  #models(path: string): PlainReply {
    const name = decodeURIComponent(path.slice('/v1/models/'.length))
    const found = this.models(name, (data) => ({ object: 'list', data }))
    return found ? json(200, found) : this.refuse('path', { endpoint: 'models', name })
  }

  #chat(body: Dict, model: Model): Reply {
    const format = dict(body.response_format)
    const refused = this.refusal('chat', {
      body,
      model,
      stranger: Object.keys(body).find((key) => !this.data.fields.chat?.includes(key)),
      reasons:
        model.reasons === 'always' || (model.reasons && !['', 'none'].includes(text(body.reasoning_effort))),
      tools: list(body.tools).map((tool, index) =>
        toolOf(dict(tool), dict(dict(tool).function), `tools[${index}].function.`),
      ),
      pairing: pairingOf(list(body.messages).map(dict)),
      saysJson: /json/i.test(JSON.stringify(body.messages) ?? ''),
      formatSchemas: formatSchemas(dict(format.json_schema), 'response_format', null),
    })
    if (refused) return refused
    const question = chatQuestion(body, model)
    const limits = this.limits(model, question.inputTokens + (count(body.max_tokens) ?? 0))
    if (limits.refused) return limits.refused
    const tokens = question.inputTokens
    const inTools = toolTokens(body)
    const completion = count(body.max_tokens) ?? count(body.max_completion_tokens) ?? 0
    const counts = {
      tokens,
      toolTokens: inTools,
      messageTokens: tokens - inTools,
      completion,
      allTokens: tokens + completion,
    }
    return this.refusal('window', { model, ...counts }) ?? chatReply(this, body, question, limits.headers)
  }

  #responses(body: Dict, model: Model): Reply {
    const format = dict(dict(body.text).format)
    const question = responsesQuestion(body, model)
    const refused = this.refusal('responses', {
      body,
      model,
      stranger: Object.keys(body).find((key) => !this.data.fields.responses?.includes(key)),
      tools: list(body.tools).map((tool, index) => toolOf(dict(tool), dict(tool), `tools[${index}].`)),
      saysJson: /json/i.test(JSON.stringify([body.input, body.instructions])),
      formatSchemas: formatSchemas(format, 'text.format.schema', 'invalid_json_schema'),
      pairing: itemPairing(list(body.input).map(dict)),
      tokens: question.inputTokens,
      mostInput: model.input ?? model.window,
    })
    if (refused) return refused
    const limits = this.limits(model, question.inputTokens)
    return limits.refused ?? responsesReply(this, body, question, limits.headers)
  }

  #embeddings(body: Dict, model: Model): Reply {
    const inputs: readonly unknown[] = Array.isArray(body.input) ? body.input : [body.input ?? null]
    const sizes = inputs.map((input) => (Array.isArray(input) ? input.length : tokensOf(text(input))))
    const tokens = sizes.reduce((sum, size) => sum + size, 0)
    const refused = this.refusal('embeddings', { model, inputs, tokens, longest: Math.max(...sizes) })
    if (refused) return refused
    const limits = this.limits(model, tokens)
    if (limits.refused) return limits.refused
    const length = count(body.dimensions) ?? model.dimensions ?? 1536
    const vectors = embeddingVectors(inputs, length, body.encoding_format === 'base64')
    return json(200, this.reply('embeddings', { body, tokens, vectors }), limits.headers)
  }

  answer(call: Call): Reply {
    const key = /^Bearer\s+(.*)/i.exec(call.headers.authorization ?? '')?.[1]?.trim() || undefined
    const access = { key, ownKey: openaiKey, maskedKey: masked(key ?? ''), variant: this.account.variant }
    const reply = this.refusal('access', access) ?? this.#route(call)
    const own = { 'x-request-id': this.account.nextId('req_', 32), 'openai-version': '2020-10-01' }
    return { ...reply, headers: { ...own, ...reply.headers } }
  }
}

/** Shows short keys in full and masks the middle of longer ones. */
const masked = (key: string): string =>
  key.length <= 12 ? key : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`

function imageOf(part: Dict): string | undefined {
  const [, base64] = /^data:image\/[\w.+-]+;base64,(.*)$/s.exec(text(dict(part.image_url).url)) ?? []
  return base64 === undefined ? undefined : imageType(Buffer.from(base64, 'base64'))
}

/** A tool of either endpoint; they differ only in where its name and schema are. */
function toolOf(tool: Dict, inner: Dict, at: string): Dict {
  const { name, parameters, strict } = inner
  const label = `function '${text(name)}'`
  const given = parameters !== undefined && parameters !== null
  return {
    type: text(tool.type),
    name: text(name),
    at,
    schemas: given
      ? [schemaOf(parameters, strict === true, label, `${at}parameters`, 'invalid_function_parameters')]
      : [],
  }
}

/** The schema of a strict response format. */
const formatSchemas = ({ name, schema, strict }: Dict, param: string, code: string | null): Dict[] =>
  strict === true ? [schemaOf(schema, true, `response_format '${text(name)}'`, param, code)] : []

/** A JSON schema and every schema in it, with the facts that the rules (in strict mode or not) need. */
function schemaOf(schema: unknown, strict: boolean, label: string, param: string, code: string | null): Dict {
  const root = dict(schema)
  const type = root.type === undefined ? 'None' : text(root.type)
  return { root, type, strict, label, param, code, nodes: [...nodesOf(root)] }
}

function* nodesOf(schema: unknown, at: readonly string[] = []): Generator<Dict> {
  const here = dict(schema)
  const isObject = here.type === 'object' || isDict(here.properties)
  const keys = Object.keys(dict(here.properties))
  const required = list(here.required)
  yield {
    schema: here,
    place: `(${at.map((step) => `'${step}'`).join(', ')}${at.length === 1 ? ',' : ''})`,
    isObject,
    missing: isObject ? keys.find((key) => !required.includes(key)) : undefined,
    extra: isObject ? required.find((key) => !keys.includes(String(key))) : undefined,
    refused: ['default', 'oneOf', 'allOf', 'not', 'if', 'patternProperties'].find((key) => key in here),
  }
  for (const key of ['properties', '$defs', 'definitions'])
    for (const [name, inner] of Object.entries(dict(here[key]))) yield* nodesOf(inner, [...at, key, name])
  for (const [index, inner] of list(here.anyOf).entries())
    yield* nodesOf(inner, [...at, 'anyOf', String(index)])
  if (isDict(here.items)) yield* nodesOf(here.items, [...at, 'items'])
}

/** The first error in the order of calls and results, the usual fault of a trimmed history. */
function pairingOf(messages: readonly Dict[]): Dict | undefined {
  const callIds = (message?: Dict) => list(message?.tool_calls).map((call) => text(dict(call).id))
  let open: readonly string[] = []
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      const id = text(message.tool_call_id)
      if (!id) return { fault: 'no id', index }
      const caller = messages.slice(0, index).findLast(({ role }) => role !== 'tool')
      if (!callIds(caller).includes(id)) return { fault: 'no call', index }
      open = open.filter((each) => each !== id)
    } else {
      if (open.length > 0) return { fault: 'no result', index, ids: open.join(', ') }
      open = callIds(message)
    }
  }
  return open.length > 0 ? { fault: 'no result', index: messages.length, ids: open.join(', ') } : undefined
}

/** The same for items of the responses endpoint. */
function itemPairing(items: readonly Dict[]): Dict {
  const ids = (type: string) => items.filter((item) => item.type === type).map(({ call_id }) => text(call_id))
  const [calls, outputs] = [ids('function_call'), ids('function_call_output')]
  return {
    noCall: outputs.find((id) => id && !calls.includes(id)),
    noOutput: calls.find((id) => id && !outputs.includes(id)),
    loneReasoning: items.find(({ type }, index) => {
      const next = items[index + 1]
      return type === 'reasoning' && (!next || next.role === 'user' || next.type === 'function_call_output')
    }),
  }
}
