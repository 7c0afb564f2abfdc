import { type Answer, answer, type Question } from '../answer.ts'
import { count, type Dict, dict, list, text } from '../dict.ts'
import { type Account, json, type Reply, type ServerEvent } from '../exchange.ts'
import { signatureOf } from '../ids.ts'
import { pieces, tokensOf } from '../tokens.ts'
import { invalid, refuse } from './errors.ts'
import { limitsOf } from './limits.ts'
import type { Model } from './models.ts'

/** `POST /v1/messages`, after the request was found correct. */
export function messages(body: Dict, model: Model, account: Account): Reply {
  const question = questionOf(body, model)
  const limits = limitsOf(model, question.inputTokens, account)
  if (!limits.ok) return refuse(limits.refusal, account)
  const { inputTokens, maxTokens } = question
  // https://code.claude.com/docs/en/errors, recorded by https://github.com/crmne/ruby_llm
  if (inputTokens > model.window)
    return refuse(invalid(`prompt is too long: ${inputTokens} tokens > ${model.window} maximum`), account)
  // https://github.com/anomalyco/opencode/issues/491
  if (inputTokens + maxTokens > model.window && model.generation === '4.5')
    return refuse(
      invalid(
        `input length and \`max_tokens\` exceed context limit: ${inputTokens} + ${maxTokens} > ${model.window}, decrease input length or \`max_tokens\` and try again`,
      ),
      account,
    )
  const said = answer(question)
  const message = {
    id: account.nextId('msg_', 24),
    type: 'message',
    role: 'assistant',
    model: text(body.model),
    content: blocksOf(said, account),
    stop_reason: said.cut ? 'max_tokens' : said.calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: inputTokens,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: said.outputTokens,
      service_tier: 'standard',
    },
  }
  const all = { 'request-id': account.nextId('req_', 24), ...limits.value }
  return body.stream === true ? stream(message, all) : json(200, message, all)
}

/** Input tokens of a request, for the answer and for `POST /v1/messages/count_tokens`. */
export const inputTokensOf = (body: Dict): number =>
  tokensOf(
    [text(body.system), ...list(body.system).map((block) => text(dict(block).text))].join('') +
      (body.tools ? JSON.stringify(body.tools) : '') +
      list(body.messages)
        .map((message) => contentOf(dict(message).content))
        .join(''),
  ) +
  list(body.messages).length * 4

function contentOf(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = list(content).map(dict)
  return parts
    .map(
      (block) =>
        text(block.text) + contentOf(block.content) + (block.input ? JSON.stringify(block.input) : ''),
    )
    .join('\n')
}

function questionOf(body: Dict, model: Model): Question {
  const turns = list(body.messages).map(dict)
  const results = list(turns.at(-1)?.content)
    .map(dict)
    .filter(({ type }) => type === 'tool_result')
  const asked = turns.findLast(
    ({ role, content }) =>
      role === 'user' && !list(content).some((block) => dict(block).type === 'tool_result'),
  )
  const choice = dict(body.tool_choice)
  const format = dict(dict(body.output_config).format ?? body.output_format)
  const budget = dict(body.thinking).type === 'enabled' || dict(body.thinking).type === 'adaptive'
  return {
    prompt: contentOf(asked?.content),
    inputTokens: inputTokensOf(body),
    tools: list(body.tools).map((tool) => {
      const { name, description, input_schema } = dict(tool)
      return { name: text(name), description: text(description), schema: input_schema }
    }),
    choice:
      choice.type === 'tool'
        ? { name: text(choice.name) }
        : choice.type === 'any'
          ? 'required'
          : choice.type === 'none'
            ? 'none'
            : 'auto',
    results: results.map(({ content }) => contentOf(content)),
    format: format.type === 'json_schema' ? { schema: format.schema } : 'text',
    maxTokens: count(body.max_tokens) ?? model.output,
    thinking: budget ? 64 : 0,
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

/** https://platform.claude.com/docs/en/build-with-claude/streaming */
function stream(message: Dict, headers: Readonly<Record<string, string>>): Reply {
  const { content, stop_reason, usage } = message
  const begun = { ...message, content: [], stop_reason: null, usage: { ...dict(usage), output_tokens: 1 } }
  const events = [
    { type: 'message_start', message: begun },
    { type: 'ping' },
    ...list(content).flatMap((block, index) => blockEvents(dict(block), index)),
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: dict(usage).output_tokens },
    },
    { type: 'message_stop' },
  ].map((event): ServerEvent => ({ event: text(dict(event).type), data: JSON.stringify(event) }))
  return { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8', ...headers }, events }
}

function blockEvents(block: Dict, index: number): Dict[] {
  const start = (content_block: Dict) => ({ type: 'content_block_start', index, content_block })
  const delta = (value: Dict) => ({ type: 'content_block_delta', index, delta: value })
  const stop = { type: 'content_block_stop', index }
  if (block.type === 'text')
    return [
      start({ type: 'text', text: '' }),
      ...pieces(text(block.text)).map((piece) => delta({ type: 'text_delta', text: piece })),
      stop,
    ]
  if (block.type === 'thinking') {
    const { thinking, signature } = block
    const empty = { type: 'thinking', thinking: '', signature: '' }
    return [
      start(empty),
      delta({ type: 'thinking_delta', thinking }),
      delta({ type: 'signature_delta', signature }),
      stop,
    ]
  }
  const input = pieces(JSON.stringify(block.input)).map((partial_json) =>
    delta({ type: 'input_json_delta', partial_json }),
  )
  return [start({ ...block, input: {} }), ...input, stop]
}
