import type { Question } from '../answer.ts'
import { count, type Dict, dict, isDict, list, text } from '../dict.ts'
import { tokensOf } from '../tokens.ts'
import { thinkingOf, toolTokens } from './chat-question.ts'
import { contentOf } from './content.ts'
import type { Model } from './models.ts'

/** A string, or a list of messages, calls and results. */
const itemsOf = (input: unknown): readonly Dict[] =>
  typeof input === 'string' ? [{ role: 'user', content: input }] : list(input).map(dict)

/** What a request to the responses endpoint asks. */
export function responsesQuestion(body: Dict, model: Model): Question {
  const items = itemsOf(body.input)
  const format = dict(dict(body.text).format)
  const choice = body.tool_choice
  const size = items.reduce((sum, item) => sum + 4 + tokensOf(contentOf(item.content) + text(item.output)), 0)
  return {
    prompt: contentOf(items.findLast(({ role }) => role === 'user')?.content),
    inputTokens: size + tokensOf(text(body.instructions)) + toolTokens(body),
    tools: list(body.tools).map((tool) => {
      const { name, description, parameters } = dict(tool)
      return { name: text(name), description: text(description), schema: parameters }
    }),
    choice:
      choice === 'none' || choice === 'required'
        ? choice
        : isDict(choice)
          ? { name: text(choice.name) }
          : 'auto',
    results:
      items.at(-1)?.type === 'function_call_output'
        ? items.filter(({ type }) => type === 'function_call_output').map(({ output }) => contentOf(output))
        : [],
    format:
      format.type === 'json_schema'
        ? { schema: format.schema }
        : format.type === 'json_object'
          ? 'json'
          : 'text',
    maxTokens: count(body.max_output_tokens) ?? model.output,
    thinking: thinkingOf(model, text(dict(body.reasoning).effort)),
  }
}
