import type { Account, Call, Reply } from './exchange.ts'
import { eventStream, json } from './exchange.ts'
import { geminiKey } from './keys-and-variants.ts'
import { type Answer, answer, pieces, type Question, signatureOf, tokensOf } from './made-up.ts'
import { type Model, Vendor } from './refusals.ts'
import { count, type Dict, dict, imageType, isDict, list, parseDict, text } from './values.ts'

const jsonType = { 'content-type': 'application/json; charset=UTF-8' }

/** The generation, token counting and models endpoints of the Gemini API (not Vertex AI). */
export class Gemini extends Vendor {
  constructor(account: Account) {
    super(account, 'gemini', {
      part: (part) => ({
        imageType: imageType(Buffer.from(text(dict(dict(part).inlineData).data), 'base64')),
      }),
    })
  }

  #route(call: Call): Reply {
    const [, version = '', name = '', method = ''] =
      /^\/(v1beta|v1|v1alpha)\/models(?:\/([^:/]+))?(?::(\w+))?$/.exec(call.path) ?? []
    if (call.method === 'GET' && version) return this.#listModels(version, name)
    if (!method || call.method !== 'POST')
      return { status: 404, headers: { 'content-type': 'text/html' }, body: '' }
    const model = this.model(decodeURIComponent(name))
    const notFound = () => this.refuse('path', { version, name, method })
    if (!model) return notFound()
    const sent = parseDict(call.body)
    if (sent === undefined) return this.refuse('body')
    const body = camelCased(sent)
    if (method === 'countTokens') {
      const counted = isDict(body.generateContentRequest) ? body.generateContentRequest : body
      return json(200, { totalTokens: inputTokensOf(counted) }, jsonType)
    }
    if (method === 'generateContent') return this.#generate(body, model, 'no')
    if (method === 'streamGenerateContent')
      return this.#generate(body, model, call.query.get('alt') === 'sse' ? 'sse' : 'array')
    return notFound()
  }

  #listModels(version: string, name: string): Reply {
    const found = this.models(name, (models) => ({ models }))
    return found ? json(200, found) : this.refuse('path', { version, name, method: 'get' })
  }

  /** `generateContent` and `streamGenerateContent`: https://ai.google.dev/api/generate-content */
  #generate(body: Dict, model: Model, streams: 'no' | 'sse' | 'array'): Reply {
    const declarations = declarationsOf(body)
    const names = declarations.map(({ name }) => name)
    const contents = list(body.contents).map(dict)
    const tokens = inputTokensOf(body)
    const tier = ['no-credit', 'free-tier'].includes(this.account.variant ?? '')
      ? { id: 'Free', metric: 'free' }
      : { id: 'Paid', metric: 'paid' }
    const refused =
      this.refusal('generate', {
        ...{ body, model, declarations },
        unknownFields: [...unknownFields(body, this.data.fields)],
        declaredTwice: names.find((name, index) => names.indexOf(name) !== index),
        pairing: pairingOf(contents),
        unsigned: unsignedCall(contents),
      }) ??
      this.limits(model, 0, { tier }).refused ??
      this.refusal('window', { model, tokens })
    if (refused) return refused
    const said = answer(questionOf(body, model, tokens))
    const counts = {
      candidateTokens: said.outputTokens - said.thinking,
      total: tokens + said.outputTokens,
      thoughts: said.thinking > 0 ? said.thinking : undefined,
    }
    const frame = { model, tokens, ...counts, id: this.account.nextId('', 22) }
    const chunk = (parts: readonly Dict[], finish?: string) =>
      this.reply('chunk', { ...frame, parts: parts.length > 0 ? parts : undefined, finish })
    const parts = partsOf(said, model)
    const finish = said.cut ? 'MAX_TOKENS' : 'STOP'
    if (streams === 'no') return json(200, chunk(parts, finish), jsonType)
    const split = parts.flatMap((part) =>
      'text' in part ? pieces(text(part.text)).map((text) => ({ text })) : [part],
    )
    const chunks = split.map((part, index) => chunk([part], index === split.length - 1 ? finish : undefined))
    const all = chunks.length > 0 ? chunks : [chunk([], finish)]
    if (streams === 'array') return json(200, all, jsonType)
    return eventStream(
      all.map((value) => ({ data: JSON.stringify(value) })),
      { 'content-type': 'text/event-stream' },
    )
  }

  answer(call: Call): Reply {
    const key = (call.headers['x-goog-api-key'] ?? call.query.get('key')) || undefined
    return this.refusal('access', { key, ownKey: geminiKey }) ?? this.#route(call)
  }
}

/** Schema properties and call arguments are named by the user. */
const ownNames = new Set(['args', 'response', 'responseJsonSchema', 'parametersJsonSchema'])

/** Accepts both spellings, as protocol buffers do: `responseMimeType` and `response_mime_type`. */
function camelCased(value: Dict): Dict {
  const inner = (each: unknown): unknown =>
    Array.isArray(each) ? each.map(inner) : isDict(each) ? camelCased(each) : each
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const name = key.startsWith('$')
        ? key
        : key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      if (name !== 'properties') return [name, ownNames.has(name) ? each : inner(each)]
      return [
        name,
        isDict(each) ? Object.fromEntries(Object.entries(each).map(([own, of]) => [own, inner(of)])) : each,
      ]
    }),
  )
}

/** Fields unknown to the API's protocol buffers. */
function* unknownFields(body: Dict, fields: Readonly<Record<string, readonly string[]>>): Generator<Dict> {
  function* look(value: unknown, known: string, at: string): Generator<Dict> {
    for (const name of Object.keys(dict(value))) if (!fields[known]?.includes(name)) yield { name, at }
  }
  function* lookInSchema(value: unknown, at: string): Generator<Dict> {
    if (!isDict(value)) return
    yield* look(value, 'schema', at)
    for (const [index, inner] of Object.values(dict(value.properties)).entries())
      yield* lookInSchema(inner, `${at}.properties[${index}].value`)
    yield* lookInSchema(value.items, `${at}.items`)
    for (const [index, inner] of list(value.anyOf).entries())
      yield* lookInSchema(inner, `${at}.any_of[${index}]`)
  }
  yield* look(body, 'request', '')
  yield* look(body.generationConfig, 'config', 'generation_config')
  yield* lookInSchema(dict(body.generationConfig).responseSchema, 'generation_config.response_schema')
  for (const { at, parameters } of declarationsOf(body)) yield* lookInSchema(parameters, `${at}.parameters`)
}

interface Declaration {
  readonly name: string
  readonly at: string
  readonly description: string
  readonly parameters: unknown
  /** The response schema, from either of the two fields that may hold it. */
  readonly schema: unknown
  readonly nodes: readonly Dict[]
}

function declarationsOf(body: Dict): Declaration[] {
  return list(body.tools).flatMap((tool, index) =>
    list(dict(tool).functionDeclarations).map((declared, place) => {
      const { name, description, parameters, parametersJsonSchema } = dict(declared)
      const at = `tools[${index}].function_declarations[${place}]`
      const nodes = [...nodesOf(parameters, `${at}.parameters`)]
      const schema = parametersJsonSchema ?? parameters
      return { name: text(name), at, description: text(description), parameters, schema, nodes }
    }),
  )
}

function* nodesOf(schema: unknown, at: string): Generator<Dict> {
  if (!isDict(schema)) return
  const properties = Object.entries(dict(schema.properties))
  yield { schema, at, type: text(schema.type).toUpperCase(), hasProperties: properties.length > 0 }
  for (const [name, inner] of properties) yield* nodesOf(inner, `${at}.properties[${name}]`)
  yield* nodesOf(schema.items, `${at}.items`)
}

const partsWith = (content: Dict | undefined, key: string): Dict[] =>
  list(content?.parts)
    .map(dict)
    .filter((part) => isDict(part[key]))

/** The first error in the order of calls and results. */
function pairingOf(contents: readonly Dict[]): string | undefined {
  for (const [index, content] of contents.entries()) {
    const before = contents[index - 1]
    const next = contents[index + 1]
    const calls = partsWith(content, 'functionCall').length
    if (calls > 0 && (before === undefined || before.role === 'model')) return 'no turn before'
    const answers = partsWith(content, 'functionResponse').length > 0
    if (answers && partsWith(before, 'functionCall').length === 0) return 'no call'
    if (calls > 0 && next && partsWith(next, 'functionResponse').length !== calls) return 'other number'
  }
  return undefined
}

/**
 * The first call of each step in the current turn needs its signature; parallel calls do not:
 * https://ai.google.dev/gemini-api/docs/thought-signatures. Both escape hatches of the documentation skip the check.
 */
function unsignedCall(contents: readonly Dict[]): Dict | undefined {
  const hatches = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']
  const asked = contents.findLastIndex(
    (content) => content.role !== 'model' && partsWith(content, 'functionResponse').length === 0,
  )
  for (const [index, content] of contents.entries()) {
    const [first] = partsWith(content, 'functionCall')
    if (index < asked || !first) continue
    const name = text(dict(first.functionCall).name)
    const position = index + 1 + list(content.parts).findIndex((part) => isDict(dict(part).functionCall))
    if (!first.thoughtSignature) return { missing: true, name, position }
    if (![signatureOf(name), ...hatches].includes(text(first.thoughtSignature))) return { missing: false }
  }
  return undefined
}

const inputTokensOf = (body: Dict): number =>
  tokensOf(
    [body.systemInstruction, ...list(body.contents)].map((content) => textOf(dict(content))).join('') +
      (body.tools ? JSON.stringify(body.tools) : ''),
  )

const textOf = (content: Dict): string =>
  list(content.parts)
    .map(dict)
    .map((part) => text(part.text) + (part.functionResponse ? JSON.stringify(part.functionResponse) : ''))
    .join('\n')

function questionOf(body: Dict, model: Model, inputTokens: number): Question {
  const contents = list(body.contents).map(dict)
  const said = contents.filter(({ role }) => role !== 'model').map(textOf)
  const config = dict(body.generationConfig)
  const schema = config.responseJsonSchema ?? config._responseJsonSchema ?? config.responseSchema
  const { mode, allowedFunctionNames } = dict(dict(body.toolConfig).functionCallingConfig)
  const [only] = list(allowedFunctionNames)
  const forced = only ? { name: text(only) } : 'required'
  const budget = count(dict(config.thinkingConfig).thinkingBudget)
  return {
    prompt: said.findLast((each) => each && !each.startsWith('{')) ?? '',
    inputTokens,
    tools: declarationsOf(body),
    choice: mode === 'NONE' ? 'none' : mode === 'ANY' ? forced : 'auto',
    results: partsWith(contents.at(-1), 'functionResponse').map(({ functionResponse }) =>
      JSON.stringify(dict(functionResponse).response),
    ),
    format:
      schema !== undefined ? { schema } : config.responseMimeType === 'application/json' ? 'json' : 'text',
    maxTokens: count(config.maxOutputTokens) ?? model.output,
    // Thoughts count against maxOutputTokens: https://ai.google.dev/gemini-api/docs/thinking
    thinking: !model.reasons || budget === 0 ? 0 : Math.min(budget && budget > 0 ? budget : 128, 128),
  }
}

function partsOf({ text: said, calls }: Answer, { signs }: Model): Dict[] {
  const called = calls.map(({ name, args }, index) => ({
    functionCall: { name, args },
    ...(signs && index === 0 ? { thoughtSignature: signatureOf(name) } : {}),
  }))
  return [...(said ? [{ text: said }] : []), ...called]
}
