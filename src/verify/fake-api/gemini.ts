import type { Account, Call, Reply } from './exchange.ts'
import { type Question, signatureOf, tokensOf } from './made-up.ts'
import { type Model, Vendor } from './refusals.ts'
import { count, type Dict, dict, dicts, isDict, list, parseDict, text } from './values.ts'

/** Generation of text by the Gemini API (not Vertex AI): https://ai.google.dev/api/generate-content */
export class Gemini extends Vendor {
  constructor(account: Account) {
    super(account, 'gemini', { content: contentFacts })
  }

  protected accessOf({ headers, query }: Call) {
    return { key: (headers['x-goog-api-key'] ?? query.get('key')) || undefined }
  }

  protected route(call: Call): Reply {
    const [, version, name = '', method = ''] =
      /^\/(v1beta|v1|v1alpha)\/models\/([^:/]+):(\w+)$/.exec(call.path) ?? []
    if (!method || call.method !== 'POST')
      return { status: 404, headers: { 'content-type': 'text/html' }, body: '' }
    const model = this.model(decodeURIComponent(name))
    const streams = method === 'streamGenerateContent'
    if (!model || !(streams || method === 'generateContent'))
      return this.refuse('path', { version, name, method })
    const sent = parseDict(call.body)
    if (sent === undefined) return this.refuse('body')
    const body = camelCased(sent)
    const declarations = declarationsOf(body)
    const contents = dicts(body.contents)
    const isFree = ['no-credit', 'free-tier'].includes(this.account.variant ?? '')
    const facts = {
      ...{ body, model, declarations },
      unknownFields: [...unknownFields(body, this.data.fields)],
      asked: contents.findLastIndex(
        (content) => content.role !== 'model' && partsWith(content, 'functionResponse').length === 0,
      ),
      tier: isFree ? { id: 'Free', metric: 'free' } : { id: 'Paid', metric: 'paid' },
    }
    return this.complete('generate', questionOf(body, model), facts, streams)
  }
}

/** Schema properties and call arguments are named by the user. */
const ownNames = new Set(['args', 'response', 'responseJsonSchema', 'parametersJsonSchema'])

/** Accepts both spellings, as protocol buffers do: `responseMimeType` and `response_mime_type`. */
function camelCased(value: Dict, isNamedByUser = false): Dict {
  const inner = (key: string, each: unknown): unknown => {
    if (Array.isArray(each)) return each.map((item) => inner(key, item))
    return isDict(each) ? camelCased(each, key === 'properties' && !isNamedByUser) : each
  }
  const renamed = Object.entries(value).map(([key, each]) => {
    if (isNamedByUser || key.startsWith('$')) return [key, inner(key, each)]
    const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    return [name, ownNames.has(name) ? each : inner(name, each)]
  })
  return Object.fromEntries(renamed)
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

/** Declared functions; `schema` is that of the parameters, from either of the two fields that may hold it. */
const declarationsOf = (body: Dict) =>
  dicts(body.tools).flatMap(({ functionDeclarations }, index) =>
    dicts(functionDeclarations).map(({ name, parameters, parametersJsonSchema }, place) => {
      const at = `tools[${index}].function_declarations[${place}]`
      const nodes = [...nodesOf(parameters, `${at}.parameters`)]
      return { name: text(name), at, parameters, schema: parametersJsonSchema ?? parameters, nodes }
    }),
  )

function* nodesOf(schema: unknown, at: string): Generator<Dict> {
  if (!isDict(schema)) return
  const properties = Object.entries(dict(schema.properties))
  yield { schema, at, type: text(schema.type).toUpperCase(), hasProperties: properties.length > 0 }
  for (const [name, inner] of properties) yield* nodesOf(inner, `${at}.properties[${name}]`)
  yield* nodesOf(schema.items, `${at}.items`)
}

const partsWith = (content: Dict | undefined, key: string): readonly Dict[] =>
  dicts(content?.parts).filter((part) => isDict(part[key]))

/** The calls and results of a turn and its neighbours, and its first call, which has to be signed. */
function contentFacts(content: Dict, { before, next, i }: Dict): Dict {
  const calls = partsWith(content, 'functionCall')
  const follower = dict(next).content
  const [first] = calls
  const name = text(dict(first?.functionCall).name)
  return {
    calls: calls.length,
    results: partsWith(content, 'functionResponse').length,
    called: partsWith(dict(dict(before).content), 'functionCall').length,
    answered: follower && partsWith(dict(follower), 'functionResponse').length,
    first: first && { ...first, name, signature: signatureOf(name) },
    position: (count(dict(i).content) ?? 0) + 1 + list(content.parts).indexOf(first),
  }
}

const textOf = (content: unknown): string =>
  dicts(dict(content).parts)
    .map((part) => text(part.text) + (part.functionResponse ? JSON.stringify(part.functionResponse) : ''))
    .join('\n')

function questionOf(body: Dict, model: Model): Question {
  const contents = dicts(body.contents)
  const said = contents.filter(({ role }) => role !== 'model').map(textOf)
  const sent = [body.systemInstruction, ...contents].map(textOf)
  const config = dict(body.generationConfig)
  const schema = config.responseJsonSchema ?? config._responseJsonSchema ?? config.responseSchema
  const { mode, allowedFunctionNames } = dict(dict(body.toolConfig).functionCallingConfig)
  const [only] = list(allowedFunctionNames)
  const forced = only ? { name: text(only) } : 'required'
  const budget = count(dict(config.thinkingConfig).thinkingBudget)
  return {
    prompt: said.findLast((each) => each && !each.startsWith('{')) ?? '',
    inputTokens: tokensOf(sent.join('') + (body.tools ? JSON.stringify(body.tools) : '')),
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
