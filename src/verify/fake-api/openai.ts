import { type Account, type Call, json, type Reply } from './exchange.ts'
import { type Question, tokensOf, vectorOf } from './made-up.ts'
import { type Model, Vendor } from './refusals.ts'
import { count, type Dict, dict, dicts, isDict, joined, list, parseDict, sum, text } from './values.ts'

const endpoints: Readonly<Record<string, string>> = {
  '/v1/chat/completions': 'chat',
  '/v1/responses': 'responses',
  '/v1/embeddings': 'embeddings',
}

/** The chat completions, responses and embeddings endpoints of the OpenAI API, and its list of models. */
export class OpenAi extends Vendor {
  constructor(account: Account) {
    super(account, 'openai', { turn: turnFacts })
  }

  protected accessOf({ headers }: Call) {
    const key = /^Bearer\s+(.*)/i.exec(headers.authorization ?? '')?.[1]?.trim() || undefined
    return { key, maskedKey: masked(key ?? '') }
  }

  protected route({ method, path, headers, body: sent }: Call): Reply {
    const endpoint = endpoints[path]
    if (method === 'GET' && path === '/v1/models')
      return json(200, this.reply('models', { models: Object.keys(this.data.models) }))
    if (method !== 'POST' || endpoint === undefined) return this.refuse('path', { method, path })
    // A form (`curl -d`) or plain text has no parameters, so the first one missing is the model.
    const body = /\bjson\b/i.test(headers['content-type'] ?? '') ? parseDict(sent) : {}
    const known = this.model(body?.model)
    const fits = (known?.dimensions !== undefined) === (endpoint === 'embeddings')
    const [model, otherModel] = fits ? [known] : [undefined, known]
    const refused = this.refusal('body', { body, endpoint, model, otherModel })
    if (refused || body === undefined || model === undefined) return refused as Reply
    if (endpoint === 'embeddings') return this.#embeddings(body, model)
    const [question, facts] = endpoint === 'chat' ? chatOf(body, model) : responseOf(body, model)
    const scope = { body, model, stranger: this.stranger(body, endpoint), ...facts }
    return this.complete(endpoint, question, scope, body.stream === true)
  }

  #embeddings(body: Dict, model: Model): Reply {
    const inputs: readonly unknown[] = Array.isArray(body.input) ? body.input : [body.input ?? null]
    const sizes = inputs.map((input) => (Array.isArray(input) ? input.length : tokensOf(text(input))))
    const tokens = sum(sizes)
    const refused = this.refusal('embeddings', { model, inputs, tokens, longest: Math.max(...sizes) })
    if (refused) return refused
    const limits = this.limits(model, tokens)
    if (limits.refused) return limits.refused
    const length = count(body.dimensions) ?? model.dimensions ?? 0
    const vectors = inputs.map((input) => {
      const vector = vectorOf(JSON.stringify(input), length)
      const packed = () => Buffer.from(new Float32Array(vector).buffer).toString('base64')
      return body.encoding_format === 'base64' ? packed() : vector
    })
    return json(200, this.reply('embeddings', { body, tokens, vectors }), limits.headers)
  }
}

/** Shows short keys in full and masks the middle of longer ones. */
const masked = (key: string): string =>
  key.length <= 12 ? key : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`

/** The text of a message, whether it is a string or a list of parts. */
const contentOf = (content: unknown): string =>
  Array.isArray(content) ? content.map((part) => text(dict(part).text)).join('\n') : text(content)

/** A chat completions request: the question in it, and the facts that its rules and replies need. */
function chatOf(body: Dict, model: Model): [Question, Dict] {
  const messages = dicts(body.messages)
  const { type, json_schema } = dict(body.response_format)
  const format = dict(json_schema)
  const results = messages.slice(1 + messages.findLastIndex(({ role }) => role === 'assistant'))
  const sizes = messages.map(
    ({ content, tool_calls }) => 4 + tokensOf(contentOf(content) + JSON.stringify(tool_calls ?? '')),
  )
  const toolTokens = toolTokensOf(body)
  const messageTokens = sum(sizes)
  const inputTokens = messageTokens + toolTokens
  const completion = count(body.max_tokens) ?? count(body.max_completion_tokens) ?? 0
  const reasons = reasonsWith(model, body.reasoning_effort)
  const question: Question = {
    prompt: contentOf(messages.findLast(({ role }) => role === 'user')?.content),
    inputTokens,
    tools: dicts(body.tools).map((tool) => toolOf(dict(tool.function))),
    choice: choiceOf(body.tool_choice),
    results: messages.at(-1)?.role === 'tool' ? results.map(({ content }) => contentOf(content)) : [],
    format: formatOf(type, format.schema),
    maxTokens: count(body.max_completion_tokens) ?? count(body.max_tokens) ?? model.output,
    thinking: reasons ? thinkingAt(body.reasoning_effort) : 0,
  }
  const facts = {
    reasons,
    tools: dicts(body.tools).map((tool, index) =>
      toolFacts(tool.type, dict(tool.function), `tools[${index}].function.`),
    ),
    // After the last message, as before any other, no call may be open.
    turns: [...messages, {}],
    saysJson: /json/i.test(JSON.stringify(body.messages) ?? ''),
    formatSchemas: formatSchemas(format, 'response_format', null),
    ...{ toolTokens, messageTokens, completion, allTokens: inputTokens + completion },
    counted: inputTokens + (count(body.max_tokens) ?? 0),
    countsUsage: dict(body.stream_options).include_usage === true,
  }
  return [question, facts]
}

/** A responses request, whose input is a string, or a list of messages, calls and results. */
function responseOf(body: Dict, model: Model): [Question, Dict] {
  const { input } = body
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : dicts(input)
  const outputs = items.filter(({ type }) => type === 'function_call_output')
  const format = dict(dict(body.text).format)
  const { effort } = dict(body.reasoning)
  const sizes = items.map(({ content, output }) => 4 + tokensOf(contentOf(content) + text(output)))
  const question: Question = {
    prompt: contentOf(items.findLast(({ role }) => role === 'user')?.content),
    inputTokens: tokensOf(text(body.instructions)) + toolTokensOf(body) + sum(sizes),
    tools: dicts(body.tools).map(toolOf),
    choice: choiceOf(body.tool_choice),
    results:
      items.at(-1)?.type === 'function_call_output' ? outputs.map(({ output }) => contentOf(output)) : [],
    format: formatOf(format.type, format.schema),
    maxTokens: count(body.max_output_tokens) ?? model.output,
    thinking: reasonsWith(model, effort) ? thinkingAt(effort) : 0,
  }
  const facts = {
    tools: dicts(body.tools).map((tool, index) => toolFacts(tool.type, tool, `tools[${index}].`)),
    saysJson: /json/i.test(JSON.stringify([body.input, body.instructions])),
    formatSchemas: formatSchemas(format, 'text.format.schema', 'invalid_json_schema'),
    calls: idsOf(input, 'function_call'),
    outputs: idsOf(input, 'function_call_output'),
    mostInput: model.input ?? model.window,
    asked: { ...unasked, ...body },
  }
  return [question, facts]
}

/** What a response says of parameters that the request left out. */
const unasked = {
  ...{ instructions: null, max_output_tokens: null, previous_response_id: null },
  ...{ store: true, tool_choice: 'auto', tools: [] },
}

const toolOf = ({ name, parameters }: Dict) => ({ name: text(name), schema: parameters })

const toolTokensOf = ({ tools }: Dict): number => (tools ? tokensOf(JSON.stringify(tools)) : 0)

const formatOf = (type: unknown, schema: unknown): Question['format'] =>
  type === 'json_schema' ? { schema } : type === 'json_object' ? 'json' : 'text'

function choiceOf(choice: unknown): Question['choice'] {
  if (choice === 'none' || choice === 'required') return choice
  return isDict(choice) ? { name: text(dict(choice.function).name) || text(choice.name) } : 'auto'
}

const reasonsWith = ({ reasons }: Model, effort: unknown): boolean =>
  reasons === 'always' || (reasons !== undefined && !['', 'none'].includes(text(effort)))

/** Reasoning comes in steps of 64 tokens: https://platform.openai.com/docs/guides/reasoning */
const thinkingAt = (effort: unknown): number => ({ minimal: 0, low: 64, high: 448 })[text(effort)] ?? 192

/** What the rules need to know of a tool; the endpoints differ only in where its name and schema are. */
function toolFacts(type: unknown, { name, parameters, strict }: Dict, at: string): Dict {
  const schemas = parameters === undefined || parameters === null ? [] : [parameters]
  const about = {
    strict: strict === true,
    label: `function '${text(name)}'`,
    param: `${at}parameters`,
    code: 'invalid_function_parameters',
  }
  return { type: text(type), name: text(name), at, schemas: schemas.map((one) => schemaFacts(one, about)) }
}

/** The schema of a strict response format. */
const formatSchemas = ({ name, schema, strict }: Dict, param: string, code: string | null): Dict[] =>
  strict === true
    ? [schemaFacts(schema, { strict, label: `response_format '${text(name)}'`, param, code })]
    : []

/** A JSON schema and every schema in it, with the facts that the rules (in strict mode or not) need. */
function schemaFacts(schema: unknown, about: Dict): Dict {
  const root = dict(schema)
  return {
    ...about,
    root,
    type: root.type === undefined ? 'None' : text(root.type),
    nodes: [...nodesOf(root)],
  }
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
  for (const key of ['properties', '$defs', 'definitions', 'anyOf'])
    for (const [name, inner] of Object.entries(here[key] ?? {})) yield* nodesOf(inner, [...at, key, name])
  if (isDict(here.items)) yield* nodesOf(here.items, [...at, 'items'])
}

/** The ids that a tool's message may answer, and those that no message has answered. */
function turnFacts(_: Dict, { i, turns }: Dict): Dict {
  const before = dicts(turns).slice(0, count(dict(i).turn))
  const asked = before.findLastIndex(({ role }) => role !== 'tool')
  const calls = dicts(before[asked]?.tool_calls).map(({ id }) => text(id))
  const answered = before.slice(asked + 1).map(({ tool_call_id }) => tool_call_id)
  return { calls, open: joined(calls.filter((id) => !answered.includes(id))) }
}

const idsOf = (items: unknown, wanted: string): string[] =>
  dicts(items).flatMap(({ type, call_id }) => (type === wanted ? text(call_id) : []))
