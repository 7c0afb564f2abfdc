import { type Answer, answer, type Question } from '../answer.ts'
import { count, type Dict, dict, text } from '../dict.ts'
import { type Account, json, type Reply, type ServerEvent } from '../exchange.ts'
import { pieces } from '../tokens.ts'
import { chatQuestion } from './chat-question.ts'
import { checkChat } from './check-chat.ts'
import { checkWindow } from './check-window.ts'
import { type Headers, limitsOf } from './limits.ts'
import type { Model } from './models.ts'

/** `POST /v1/chat/completions`: https://platform.openai.com/docs/api-reference/chat */
export function chat(body: Dict, model: Model, account: Account): Reply {
  const refused = checkChat(body, model)
  if (refused) return refused
  const question = chatQuestion(body, model)
  const limits = limitsOf(model, question.inputTokens + (count(body.max_tokens) ?? 0), account)
  if (!limits.ok) return limits.refusal
  const headers = limits.value
  const tooMuch = checkWindow(body, model, question.inputTokens)
  if (tooMuch) return tooMuch
  const said = answer(question)
  const frame = {
    id: account.nextId('chatcmpl-', 29),
    created: account.now(),
    model: text(body.model),
    system_fingerprint: 'fp_standin',
  }
  const calls = said.calls.map(({ name, args }) => ({
    id: account.nextId('call_', 24),
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
  const usage = usageOf(question, said)
  const finish = said.cut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop'
  if (body.stream === true) return stream({ frame, calls, usage, finish, said, headers, body })
  const message = {
    role: 'assistant',
    content: calls.length > 0 ? null : said.text,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    refusal: null,
    annotations: [],
  }
  const choice = { index: 0, message, logprobs: null, finish_reason: finish }
  return json(
    200,
    { object: 'chat.completion', ...frame, choices: [choice], usage, service_tier: 'default' },
    headers,
  )
}

interface Streamed {
  readonly frame: Dict
  readonly calls: readonly Dict[]
  readonly usage: Dict
  readonly finish: string
  readonly said: Answer
  readonly headers: Headers
  readonly body: Dict
}

/** https://platform.openai.com/docs/api-reference/chat-streaming */
function stream({ frame, calls, usage, finish, said, headers, body }: Streamed): Reply {
  const wantsUsage = dict(body.stream_options).include_usage === true
  const chunk = (delta: Dict, finish_reason: string | null = null): ServerEvent => ({
    data: JSON.stringify({
      object: 'chat.completion.chunk',
      ...frame,
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
      ...(wantsUsage ? { usage: null } : {}),
    }),
  })
  const first = chunk({ role: 'assistant', content: calls.length > 0 ? null : '', refusal: null })
  const spoken = pieces(said.text).map((content) => chunk({ content }))
  const called = calls.flatMap((call, index) => {
    const { name, arguments: args } = dict(call.function)
    return [
      chunk({ tool_calls: [{ index, ...call, function: { name, arguments: '' } }] }),
      ...pieces(text(args)).map((piece) =>
        chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]
  })
  const last = chunk({}, finish)
  const counted = {
    data: JSON.stringify({ object: 'chat.completion.chunk', ...frame, choices: [], usage }),
  }
  const events = [first, ...spoken, ...called, last, ...(wantsUsage ? [counted] : []), { data: '[DONE]' }]
  return { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8', ...headers }, events }
}

function usageOf({ inputTokens }: Question, { outputTokens, thinking }: Answer): Dict {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: thinking,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  }
}
