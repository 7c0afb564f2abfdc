import { placeAt } from '../../model/text.ts'
import { type Account, type Call, json, type Reply } from './exchange.ts'
import { type Question, signatureOf, tokensOf } from './made-up.ts'
import { type Model, type Scope, Vendor } from './refusals.ts'
import { count, type Dict, dict, dicts, isDict, joined, parseDict, text } from './values.ts'

const thought = 'The question is clear, so the answer can be short.'

/** The messages and token counting endpoints of the Anthropic API. */
export class Anthropic extends Vendor {
  constructor(account: Account) {
    super(account, 'anthropic', {
      message: messageFacts,
      block: ({ source, thinking }) => ({
        imageType: imageType(dict(source).data),
        signature: signatureOf(text(thinking)),
      }),
    })
  }

  protected accessOf({ headers }: Call) {
    const { authorization, 'x-api-key': key, 'anthropic-version': version } = headers
    // The TypeScript SDK sends the key as a bearer token since 1.0:
    // https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/client.ts
    const bearer = /^Bearer\s+(.*)/i.exec(authorization ?? '')?.[1]
    return { key: key || undefined, bearer: bearer || undefined, version: version || undefined }
  }

  protected route(call: Call): Reply {
    // The AI SDK adds `/v1` to the default base URL only: https://github.com/vercel/ai, packages/anthropic/src/anthropic-provider.ts
    const path = call.path.startsWith('/v1/') ? call.path : `/v1${call.path}`
    const counting = path === '/v1/messages/count_tokens'
    const known = path === '/v1/messages' || counting
    if (!known || call.method !== 'POST') return this.refuse('path', { known })
    const body = parseDict(call.body)
    const unread = this.refusal('body', { length: call.body.length, ...faultOf(call.body, body) })
    if (unread || body === undefined) return unread as Reply
    const model = this.model(body.model)
    const facts = { body, counting, stranger: this.stranger(body, 'messages'), ...factsOf(body) }
    const refused = this.refusal('request', { ...facts, model })
    if (refused || model === undefined) return refused as Reply
    const question = questionOf(body, model)
    if (counting) return json(200, { input_tokens: question.inputTokens })
    const scope = { body, model, thought, signature: signatureOf(thought) }
    return this.complete('messages', question, scope, body.stream === true)
  }
}

/** What the rules need to know of a message and of the messages before and after it. */
function messageFacts(message: Dict, { before, next }: Scope): Dict {
  const idsIn = (turn: unknown, wanted: string) =>
    blocksOf(dict(turn), wanted).map(({ id, tool_use_id }) => text(id ?? tool_use_id))
  const calls = idsIn(message, 'tool_use')
  const results = idsIn(dict(next).message, 'tool_result')
  return {
    calls: calls.length,
    begins: text(dicts(message.content)[0]?.type),
    called: idsIn(dict(before).message, 'tool_use'),
    open: joined(calls.filter((id) => !results.includes(id))),
  }
}

function factsOf(body: Dict): Scope {
  const turns = dicts(body.messages)
  const last = turns.at(-1)
  const cached = [body.tools, body.system, ...turns.map(({ content }) => content)].flatMap(dicts)
  const { content } = last ?? {}
  return {
    toolNames: dicts(body.tools).map(({ name }) => text(name)),
    first: turns[0],
    last,
    lastText: typeof content === 'string' ? content : text(dicts(content).at(-1)?.text),
    lastAnswer: turns.findLastIndex(({ role }) => role === 'assistant'),
    marked: cached.filter(({ cache_control }) => isDict(cache_control)).length,
  }
}

/** Why a body does not parse, and where. */
function faultOf(body: string, read: Dict | undefined): Scope {
  // JavaScript's parser accepts a lone surrogate; the API's does not.
  const lone = /\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})/.exec(body)
  if (lone) return { fault: 'lone surrogate', place: placeOf(body, lone.index) }
  if (read) return {}
  try {
    JSON.parse(body)
    return { fault: 'no object' }
  } catch (error) {
    const [, at = body.length] = /position (\d+)/.exec(String(error)) ?? []
    return { fault: 'no JSON', place: placeOf(body, Number(at)) }
  }
}

function placeOf(body: string, at: number): string {
  const { line, column } = placeAt(body, at)
  return `line ${line} column ${column} (char ${at})`
}

const blocksOf = (turn: Dict | undefined, wanted: string): readonly Dict[] =>
  dicts(turn?.content).filter(({ type }) => type === wanted)

function contentOf(content: unknown): string {
  if (typeof content === 'string') return content
  const blocks = dicts(content).map(
    (block) => text(block.text) + contentOf(block.content) + (block.input ? JSON.stringify(block.input) : ''),
  )
  return blocks.join('\n')
}

const choices: Readonly<Record<string, Question['choice']>> = { any: 'required', none: 'none' }

function questionOf(body: Dict, model: Model): Question {
  const turns = dicts(body.messages)
  const system = [text(body.system), ...dicts(body.system).map((block) => text(block.text))]
  const sent = [
    ...system,
    body.tools ? JSON.stringify(body.tools) : '',
    ...turns.map(({ content }) => contentOf(content)),
  ]
  const asked = turns.findLast((turn) => turn.role === 'user' && blocksOf(turn, 'tool_result').length === 0)
  const choice = dict(body.tool_choice)
  const format = dict(dict(body.output_config).format ?? body.output_format)
  const thinks = ['enabled', 'adaptive'].includes(text(dict(body.thinking).type))
  return {
    prompt: contentOf(asked?.content),
    inputTokens: tokensOf(sent.join('')) + turns.length * 4,
    tools: dicts(body.tools).map(({ name, input_schema }) => ({ name: text(name), schema: input_schema })),
    choice: choice.type === 'tool' ? { name: text(choice.name) } : (choices[text(choice.type)] ?? 'auto'),
    results: blocksOf(turns.at(-1), 'tool_result').map(({ content }) => contentOf(content)),
    format: format.type === 'json_schema' ? { schema: format.schema } : 'text',
    maxTokens: count(body.max_tokens) ?? model.output,
    thinking: thinks ? 64 : 0,
  }
}

/** An image's type by its first bytes, https://en.wikipedia.org/wiki/List_of_file_signatures. */
function imageType(base64: unknown): string | undefined {
  const start = Buffer.from(text(base64), 'base64').toString('latin1', 0, 12)
  if (start.startsWith('\x89PNG')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('GIF8')) return 'image/gif'
  return /^RIFF.{4}WEBP/s.test(start) ? 'image/webp' : undefined
}
