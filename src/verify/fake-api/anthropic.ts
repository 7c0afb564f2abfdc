import type { Account, Call, PlainReply, Reply } from './exchange.ts'
import { eventStream, json } from './exchange.ts'
import { anthropicKey } from './keys-and-variants.ts'
import { type Answer, answer, pieces, type Question, signatureOf, tokensOf } from './made-up.ts'
import { type Model, type Scope, Vendor } from './refusals.ts'
import { count, type Dict, dict, imageType, isDict, list, parseDict, text } from './values.ts'

type Headers = Readonly<Record<string, string>>

/** The messages, token counting and models endpoints of the Anthropic API. */
export class Anthropic extends Vendor {
  constructor(account: Account) {
    super(account, 'anthropic', {
      message(message, { body, i }) {
        const role = text(dict(message).role)
        const isLast = dict(i).message === list(dict(body).messages).length - 1
        return { role, mayBeEmpty: isLast && role === 'assistant' }
      },
      block: (block) => ({
        imageType: imageType(Buffer.from(text(dict(dict(block).source).data), 'base64')),
      }),
    })
  }

  override refusal(rules: string, scope: Scope): PlainReply | undefined {
    const refused = super.refusal(rules, scope)
    // Only a refusal consumes a request id.
    return refused && super.refusal(rules, { ...scope, requestId: this.account.nextId('req_', 24) })
  }

  #route(call: Call): Reply {
    // The AI SDK adds `/v1` to the default base URL only: https://github.com/vercel/ai, packages/anthropic/src/anthropic-provider.ts
    const path = call.path.startsWith('/v1/') ? call.path : `/v1${call.path}`
    if (call.method === 'GET' && path.startsWith('/v1/models')) return this.#models(path)
    const counting = path === '/v1/messages/count_tokens'
    const known = path === '/v1/messages' || counting
    if (!known || call.method !== 'POST') return this.refuse('path', { known })
    const body = parseDict(call.body)
    const unread = this.refusal('body', { length: call.body.length, ...faultOf(call.body, body) })
    if (unread || body === undefined) return unread as PlainReply
    const model = this.model(text(body.model))
    const refused = this.refusal('request', { body, counting, model, ...this.#factsOf(body) })
    if (refused || model === undefined) return refused as PlainReply
    return counting ? json(200, { input_tokens: inputTokensOf(body) }) : this.#messages(body, model)
  }

  #factsOf(body: Dict): Scope {
    const turns = list(body.messages).map(dict)
    const last = turns.at(-1)
    const cached = [body.tools, body.system, ...turns.map(({ content }) => content)].flatMap(list)
    return {
      stranger: Object.keys(body).find((key) => !this.data.fields.messages?.includes(key)),
      toolNames: list(body.tools).map((tool) => text(dict(tool).name)),
      first: turns[0],
      last,
      lastText:
        typeof last?.content === 'string' ? last.content : text(dict(list(last?.content).at(-1)).text),
      pairing: pairingOf(turns),
      forged: forgedThought(turns),
      thoughtless: thoughtlessTurn(turns),
      marked: cached.filter((block) => isDict(dict(block).cache_control)).length,
    }
  }

  #models(path: string): PlainReply {
    const name = decodeURIComponent(path.slice('/v1/models/'.length))
    const found = this.models(name, (data) => ({
      ...{ data, has_more: false, first_id: data[0]?.id, last_id: data.at(-1)?.id },
    }))
    return found ? json(200, found) : this.refuse('path', { name })
  }

  #messages(body: Dict, model: Model): Reply {
    const question = questionOf(body, model)
    const { inputTokens: tokens, maxTokens } = question
    const limits = this.limits(model, tokens)
    const counts = { model, tokens, maxTokens, allTokens: tokens + maxTokens }
    const refused = limits.refused ?? this.refusal('window', counts)
    if (refused) return refused
    const said = answer(question)
    const message = this.reply('message', {
      ...{ body, tokens, said },
      id: this.account.nextId('msg_', 24),
      content: blocksOf(said, this.account),
      stop: said.cut ? 'max_tokens' : said.calls.length > 0 ? 'tool_use' : 'end_turn',
    })
    const headers = { 'request-id': this.account.nextId('req_', 24), ...limits.headers }
    return body.stream === true ? this.#stream(message, headers) : json(200, message, headers)
  }

  #stream(message: Dict, headers: Headers): Reply {
    const usage = dict(message.usage)
    const begun = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } }
    const blocks = list(message.content).map((block) => {
      const { type, text: said, input, ...thought } = dict(block)
      const called = type === 'tool_use' ? [{ block, pieces: pieces(JSON.stringify(input)) }] : []
      const told = type === 'text' ? [{ pieces: pieces(text(said)) }] : []
      return { called, told, thought: type === 'thinking' ? [thought] : [] }
    })
    const events = this.events('stream', { message, begun, blocks })
    return eventStream(
      events.map((event) => ({ event: text(event.type), data: JSON.stringify(event) })),
      headers,
    )
  }

  answer(call: Call): Reply {
    const { authorization, 'x-api-key': key, 'anthropic-version': version } = call.headers
    // The TypeScript SDK sends the key as a bearer token since 1.0:
    // https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/client.ts
    const bearer = /^Bearer\s+(.*)/i.exec(authorization ?? '')?.[1]
    const sent = { key: key || undefined, bearer: bearer || undefined, version: version || undefined }
    return (
      this.refusal('access', { ...sent, ownKey: anthropicKey, variant: this.account.variant }) ??
      this.#route(call)
    )
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
  const before = body.slice(0, at).split('\n')
  return `line ${before.length} column ${(before.at(-1)?.length ?? 0) + 1} (char ${at})`
}

/** The first call not followed by its result, or result not preceded by its call. */
function pairingOf(turns: readonly Dict[]): Dict | undefined {
  const idsOf = (turn: Dict | undefined, type: string, key: string) =>
    list(turn?.content)
      .map(dict)
      .flatMap((block, place) => (block.type === type ? [{ id: text(block[key]), place }] : []))
  for (const [index, turn] of turns.entries()) {
    const before = idsOf(turns[index - 1], 'tool_use', 'id').map(({ id }) => id)
    const stray = idsOf(turn, 'tool_result', 'tool_use_id').find(({ id }) => !before.includes(id))
    if (stray && turn.role === 'user') return { fault: 'no call', index, ...stray }
    const answered = idsOf(turns[index + 1], 'tool_result', 'tool_use_id').map(({ id }) => id)
    const open = idsOf(turn, 'tool_use', 'id').filter(({ id }) => !answered.includes(id))
    if (open.length > 0) return { fault: 'no result', index, id: open.map(({ id }) => id).join(', ') }
  }
  return undefined
}

/** A thinking block that was invented or modified. */
function forgedThought(turns: readonly Dict[]): Dict | undefined {
  for (const [index, turn] of turns.entries())
    for (const [place, { type, signature, thinking }] of list(turn.content).map(dict).entries())
      if (type === 'thinking' && signature !== signatureOf(text(thinking))) return { index, place }
  return undefined
}

/** The last assistant turn, if it calls a tool but does not start with a thinking block. */
function thoughtlessTurn(turns: readonly Dict[]): Dict | undefined {
  const index = turns.findLastIndex(({ role }) => role === 'assistant')
  const types = list(turns[index]?.content).map((block) => text(dict(block).type))
  const [first = ''] = types
  const begins = ['thinking', 'redacted_thinking'].includes(first)
  return types.includes('tool_use') && !begins ? { index, first } : undefined
}

/** Input tokens of a request, for replies and for `POST /v1/messages/count_tokens`. */
function inputTokensOf(body: Dict): number {
  const system = [text(body.system), ...list(body.system).map((block) => text(dict(block).text))]
  const turns = list(body.messages).map((message) => contentOf(dict(message).content))
  const tools = body.tools ? JSON.stringify(body.tools) : ''
  return tokensOf([...system, tools, ...turns].join('')) + turns.length * 4
}

function contentOf(content: unknown): string {
  if (typeof content === 'string') return content
  return list(content)
    .map(dict)
    .map(
      (block) =>
        text(block.text) + contentOf(block.content) + (block.input ? JSON.stringify(block.input) : ''),
    )
    .join('\n')
}

function questionOf(body: Dict, model: Model): Question {
  const turns = list(body.messages).map(dict)
  const resultsIn = (turn?: Dict) =>
    list(turn?.content)
      .map(dict)
      .filter(({ type }) => type === 'tool_result')
  const choice = dict(body.tool_choice)
  const choices: Readonly<Record<string, Question['choice']>> = { any: 'required', none: 'none' }
  const format = dict(dict(body.output_config).format ?? body.output_format)
  const thinks = ['enabled', 'adaptive'].includes(text(dict(body.thinking).type))
  return {
    prompt: contentOf(
      turns.findLast((turn) => turn.role === 'user' && resultsIn(turn).length === 0)?.content,
    ),
    inputTokens: inputTokensOf(body),
    tools: list(body.tools).map((tool) => {
      const { name, description, input_schema } = dict(tool)
      return { name: text(name), description: text(description), schema: input_schema }
    }),
    choice: choice.type === 'tool' ? { name: text(choice.name) } : (choices[text(choice.type)] ?? 'auto'),
    results: resultsIn(turns.at(-1)).map(({ content }) => contentOf(content)),
    format: format.type === 'json_schema' ? { schema: format.schema } : 'text',
    maxTokens: count(body.max_tokens) ?? model.output,
    thinking: thinks ? 64 : 0,
  }
}

function blocksOf({ text: said, calls, thinking }: Answer, account: Account): Dict[] {
  const thought = 'The question is clear, so the answer can be short.'
  return [
    ...(thinking > 0 ? [{ type: 'thinking', thinking: thought, signature: signatureOf(thought) }] : []),
    ...(said ? [{ type: 'text', text: said }] : []),
    ...calls.map(({ name, args }) => ({
      type: 'tool_use',
      id: account.nextId('toolu_', 24),
      name,
      input: args,
    })),
  ]
}
