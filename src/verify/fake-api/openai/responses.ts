import { type Answer, answer, type Question } from '../answer.ts'
import { type Dict, dict, list, text } from '../dict.ts'
import { type Account, json, type Reply, type ServerEvent } from '../exchange.ts'
import { pieces } from '../tokens.ts'
import { checkResponses } from './check-responses.ts'
import { type Headers, limitsOf } from './limits.ts'
import type { Model } from './models.ts'
import { responsesQuestion } from './responses-question.ts'

/** `POST /v1/responses`: https://platform.openai.com/docs/api-reference/responses */
export function responses(body: Dict, model: Model, account: Account): Reply {
  const refused = checkResponses(body, model)
  if (refused) return refused
  const question = responsesQuestion(body, model)
  const limits = limitsOf(model, question.inputTokens, account)
  if (!limits.ok) return limits.refusal
  const headers = limits.value
  const said = answer(question)
  const response = {
    id: account.nextId('resp_', 48),
    object: 'response',
    created_at: account.now(),
    status: said.cut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: said.cut ? { reason: 'max_output_tokens' } : null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    model: text(body.model),
    output: outputOf(said, account),
    parallel_tool_calls: true,
    previous_response_id: body.previous_response_id ?? null,
    reasoning: { effort: dict(body.reasoning).effort ?? null, summary: null },
    store: body.store ?? true,
    temperature: 1,
    text: { format: dict(body.text).format ?? { type: 'text' } },
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    top_p: 1,
    truncation: 'disabled',
    usage: usageOf(question, said),
    user: null,
    metadata: {},
  }
  return body.stream === true ? stream(response, headers) : json(200, response, headers)
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

/** https://platform.openai.com/docs/api-reference/responses-streaming */
function stream(response: Dict, headers: Headers): Reply {
  const begun = { ...response, status: 'in_progress', output: [], usage: null }
  const inner = list(response.output).flatMap((item, output_index) => itemEvents(dict(item), output_index))
  const end = response.status === 'incomplete' ? 'response.incomplete' : 'response.completed'
  const events = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...inner,
    { type: end, response },
  ].map(
    (event, sequence_number): ServerEvent => ({
      event: event.type,
      data: JSON.stringify({ ...event, sequence_number }),
    }),
  )
  return { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8', ...headers }, events }
}

function itemEvents(item: Dict, output_index: number): { type: string }[] {
  const at = { item_id: item.id, output_index }
  const added = { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } }
  const done = { type: 'response.output_item.done', output_index, item }
  if (item.type === 'function_call') {
    const deltas = pieces(text(item.arguments)).map((delta) => ({
      type: 'response.function_call_arguments.delta',
      ...at,
      delta,
    }))
    const end = {
      type: 'response.function_call_arguments.done',
      ...at,
      name: item.name,
      arguments: item.arguments,
    }
    return [{ ...added, item: { ...added.item, arguments: '' } } as { type: string }, ...deltas, end, done]
  }
  if (item.type !== 'message') return [added, done]
  const part = dict(list(item.content)[0])
  const place = { ...at, content_index: 0 }
  return [
    { ...added, item: { ...added.item, content: [] } } as { type: string },
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } } as { type: string },
    ...pieces(text(part.text)).map((delta) => ({
      type: 'response.output_text.delta',
      ...place,
      delta,
      logprobs: [],
    })),
    { type: 'response.output_text.done', ...place, text: part.text, logprobs: [] } as { type: string },
    { type: 'response.content_part.done', ...place, part } as { type: string },
    done,
  ]
}

function usageOf({ inputTokens }: Question, { outputTokens, thinking }: Answer): Dict {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: thinking },
    total_tokens: inputTokens + outputTokens,
  }
}
