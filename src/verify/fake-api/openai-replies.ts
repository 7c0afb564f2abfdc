import type { Account, Reply, ServerEvent } from './exchange.ts'
import { eventStream, json } from './exchange.ts'
import { type Answer, answer, pieces, type Question, tokensOf, vectorOf } from './made-up.ts'
import type { Model, Vendor } from './refusals.ts'
import { count, type Dict, dict, isDict, list, text } from './values.ts'

type Headers = Readonly<Record<string, string>>

/** The text of a message, whether it is a string or a list of parts. */
export const contentOf = (content: unknown): string =>
  Array.isArray(content) ? content.map((part) => text(dict(part).text)).join('\n') : text(content)

/** The question in a chat completions request. */
export function chatQuestion(body: Dict, model: Model): Question {
  const messages = list(body.messages).map(dict)
  const lastAssistant = messages.findLastIndex(({ role }) => role === 'assistant')
  const results = messages.slice(lastAssistant + 1).filter(({ role }) => role === 'tool')
  const format = dict(body.response_format)
  const sizeOf = ({ content, tool_calls }: Dict) => contentOf(content) + JSON.stringify(tool_calls ?? '')
  return {
    prompt: contentOf(messages.findLast(({ role }) => role === 'user')?.content),
    inputTokens: messages.reduce((sum, message) => sum + 4 + tokensOf(sizeOf(message)), toolTokens(body)),
    tools: list(body.tools).map((tool) => toolOf(dict(dict(tool).function))),
    choice: choiceOf(body.tool_choice),
    results: messages.at(-1)?.role === 'tool' ? results.map(({ content }) => contentOf(content)) : [],
    format: formatOf(format.type, dict(format.json_schema).schema),
    maxTokens: count(body.max_completion_tokens) ?? count(body.max_tokens) ?? model.output,
    thinking: thinkingOf(model, text(body.reasoning_effort)),
  }
}

/** The question in a responses request: a string, or a list of messages, calls and results. */
export function responsesQuestion(body: Dict, model: Model): Question {
  const { input } = body
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : list(input).map(dict)
  const outputs = items.filter(({ type }) => type === 'function_call_output')
  const format = dict(dict(body.text).format)
  const sizes = items.map(({ content, output }) => 4 + tokensOf(contentOf(content) + text(output)))
  return {
    prompt: contentOf(items.findLast(({ role }) => role === 'user')?.content),
    inputTokens: sizes.reduce(
      (sum, size) => sum + size,
      tokensOf(text(body.instructions)) + toolTokens(body),
    ),
    tools: list(body.tools).map((tool) => toolOf(dict(tool))),
    choice: choiceOf(body.tool_choice),
    results:
      items.at(-1)?.type === 'function_call_output' ? outputs.map(({ output }) => contentOf(output)) : [],
    format: formatOf(format.type, format.schema),
    maxTokens: count(body.max_output_tokens) ?? model.output,
    thinking: thinkingOf(model, text(dict(body.reasoning).effort)),
  }
}

const toolOf = ({ name, description, parameters }: Dict) => ({
  name: text(name),
  description: text(description),
  schema: parameters,
})

const formatOf = (type: unknown, schema: unknown): Question['format'] =>
  type === 'json_schema' ? { schema } : type === 'json_object' ? 'json' : 'text'

function choiceOf(choice: unknown): Question['choice'] {
  if (choice === 'none' || choice === 'required') return choice
  return isDict(choice) ? { name: text(dict(choice.function).name) || text(choice.name) } : 'auto'
}

/** Reasoning comes in steps of 64 tokens: https://platform.openai.com/docs/guides/reasoning */
const thinkingOf = (model: Model, effort: string): number =>
  model.reasons === 'always' || (model.reasons && !['', 'none'].includes(effort))
    ? ({ minimal: 0, low: 64, high: 448 }[effort] ?? 192)
    : 0

export const toolTokens = (body: Dict): number => (body.tools ? tokensOf(JSON.stringify(body.tools)) : 0)

export function chatReply(vendor: Vendor, body: Dict, question: Question, headers: Headers): Reply {
  const { account } = vendor
  const said = answer(question)
  const tokens = question.inputTokens
  const frame = {
    body,
    said,
    tokens,
    total: tokens + said.outputTokens,
    id: account.nextId('chatcmpl-', 29),
    now: account.now(),
  }
  const calls = said.calls.map(({ name, args }) => ({
    id: account.nextId('call_', 24),
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
  const called = calls.length > 0
  const finish = said.cut ? 'length' : called ? 'tool_calls' : 'stop'
  if (body.stream !== true) {
    const message = { content: called ? null : said.text, calls: called ? calls : undefined, finish }
    return json(200, vendor.reply('chat', { ...frame, ...message }), headers)
  }
  const wantsUsage = dict(body.stream_options).include_usage === true
  const chunk = (delta: Dict, finish: string | null = null) =>
    vendor.reply('chunk', { ...frame, delta, finish, usage: wantsUsage ? null : undefined })
  const deltas = vendor.events('deltas', {
    opening: called ? null : '',
    pieces: pieces(said.text),
    calls: calls.map((call) => ({ ...call, pieces: pieces(call.function.arguments) })),
  })
  const chunks = [
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, finish),
    ...(wantsUsage ? [vendor.reply('usage-chunk', frame)] : []),
  ]
  const events = [
    ...chunks.map((value): ServerEvent => ({ data: JSON.stringify(value) })),
    { data: '[DONE]' },
  ]
  return eventStream(events, headers)
}

export function responsesReply(vendor: Vendor, body: Dict, question: Question, headers: Headers): Reply {
  const { account } = vendor
  const said = answer(question)
  const tokens = question.inputTokens
  const asked = {
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    previous_response_id: body.previous_response_id ?? null,
    effort: dict(body.reasoning).effort ?? null,
    store: body.store ?? true,
    format: dict(body.text).format ?? { type: 'text' },
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
  }
  const response = vendor.reply('responses', {
    ...{ body, asked, said, tokens, total: tokens + said.outputTokens },
    id: account.nextId('resp_', 48),
    now: account.now(),
    status: said.cut ? 'incomplete' : 'completed',
    incomplete: said.cut ? { reason: 'max_output_tokens' } : null,
    output: outputOf(said, account),
  })
  if (body.stream !== true) return json(200, response, headers)
  const events = vendor.events('responses-stream', {
    response,
    begun: { ...response, status: 'in_progress', output: [], usage: null },
    ended: said.cut ? 'response.incomplete' : 'response.completed',
    entries: list(response.output).map((item) => entryOf(dict(item))),
  })
  return eventStream(
    events.map((event, sequence_number) => ({
      event: String(event.type),
      data: JSON.stringify({ ...event, sequence_number }),
    })),
    headers,
  )
}

/** An output item with what its events need: they depend on its type and start from an empty item. */
function entryOf(item: Dict): Dict {
  const [part] = list(item.content)
  const said = item.type === 'function_call' ? item.arguments : dict(part).text
  const empty = { message: { content: [] }, function_call: { arguments: '' } }[text(item.type)]
  const begun = { ...item, status: 'in_progress', ...empty }
  const parts = part === undefined ? [] : [{ whole: part, empty: { ...dict(part), text: '' } }]
  return { item, begun, parts, isCall: item.type === 'function_call', pieces: pieces(text(said)) }
}

function outputOf(said: Answer, account: Account): Dict[] {
  const status = said.cut ? 'incomplete' : 'completed'
  const reasoning =
    said.thinking > 0 ? [{ id: account.nextId('rs_', 48), type: 'reasoning', summary: [] }] : []
  const calls = said.calls.map(({ name, args }) => ({
    id: account.nextId('fc_', 48),
    type: 'function_call',
    status,
    arguments: JSON.stringify(args),
    call_id: account.nextId('call_', 24),
    name,
  }))
  if (calls.length > 0) return [...reasoning, ...calls]
  if (said.cut && said.text === '') return reasoning
  const content = [{ type: 'output_text', annotations: [], logprobs: [], text: said.text }]
  return [
    ...reasoning,
    { id: account.nextId('msg_', 48), type: 'message', status, content, role: 'assistant' },
  ]
}

/** Meaningless vectors, as numbers or in base64. */
export function embeddingVectors(inputs: readonly unknown[], length: number, packed: boolean): Dict[] {
  return inputs.map((input, index) => {
    const vector = vectorOf(JSON.stringify(input), length)
    const embedding = packed ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector
    return { object: 'embedding', index, embedding }
  })
}
