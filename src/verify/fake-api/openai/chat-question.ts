import type { Question } from '../answer.ts'
import { count, type Dict, dict, isDict, list, text } from '../dict.ts'
import { tokensOf } from '../tokens.ts'
import { contentOf } from './content.ts'
import type { Model } from './models.ts'

/** What a request to chat completions asks. */
export function chatQuestion(body: Dict, model: Model): Question {
  const messages = list(body.messages).map(dict)
  const lastAssistant = messages.findLastIndex(({ role }) => role === 'assistant')
  const results = messages.slice(lastAssistant + 1).filter(({ role }) => role === 'tool')
  const format = dict(body.response_format)
  const effort = text(body.reasoning_effort)
  return {
    prompt: contentOf(messages.findLast(({ role }) => role === 'user')?.content),
    inputTokens: messages.reduce((sum, message) => sum + 4 + tokensOf(sizeOf(message)), toolTokens(body)),
    tools: list(body.tools).map((tool) => {
      const { name, description, parameters } = dict(dict(tool).function)
      return { name: text(name), description: text(description), schema: parameters }
    }),
    choice: choiceOf(body.tool_choice),
    results: messages.at(-1)?.role === 'tool' ? results.map(({ content }) => contentOf(content)) : [],
    format:
      format.type === 'json_schema'
        ? { schema: dict(format.json_schema).schema }
        : format.type === 'json_object'
          ? 'json'
          : 'text',
    maxTokens: count(body.max_completion_tokens) ?? count(body.max_tokens) ?? model.output,
    thinking: thinkingOf(model, effort),
  }
}

/** Reasoning comes in steps of 64 tokens: https://platform.openai.com/docs/guides/reasoning */
export const thinkingOf = (model: Model, effort: string): number =>
  model.reasons === 'always' || (model.reasons && !['', 'none'].includes(effort))
    ? ({ minimal: 0, low: 64, high: 448 }[effort] ?? 192)
    : 0

export const toolTokens = (body: Dict): number => (body.tools ? tokensOf(JSON.stringify(body.tools)) : 0)

/** Text counts by its length, an image by a fixed price. */
const sizeOf = (message: Dict): string =>
  contentOf(message.content) + JSON.stringify(message.tool_calls ?? '')

function choiceOf(choice: unknown): Question['choice'] {
  if (choice === 'none' || choice === 'required') return choice
  return isDict(choice) ? { name: text(dict(choice.function).name) || text(choice.name) } : 'auto'
}
