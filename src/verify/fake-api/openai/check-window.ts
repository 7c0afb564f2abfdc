import { count, type Dict } from '../dict.ts'
import type { PlainReply } from '../exchange.ts'
import { toolTokens } from './chat-question.ts'
import { refusal } from './errors.ts'
import type { Model } from './models.ts'

/** Does the conversation fit? The words differ by generation of model and by what the caller asked for. */
export function checkWindow(body: Dict, model: Model, tokens: number): PlainReply | undefined {
  const exceeded = (message: string): PlainReply =>
    refusal(message, { param: 'messages', code: 'context_length_exceeded' })
  // https://github.com/cline/cline/issues/5474
  if (model.input !== undefined && tokens > model.input)
    return exceeded(
      `Input tokens exceed the configured limit of ${model.input} tokens. Your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
    )
  const window = `This model's maximum context length is ${model.window} tokens. However, `
  const tools = toolTokens(body)
  const completion = count(body.max_tokens) ?? count(body.max_completion_tokens) ?? 0
  const inMessages = tokens - tools
  // https://github.com/crewAIInc/crewAI/issues/323
  if (tokens > model.window && completion === 0)
    return tools === 0
      ? exceeded(
          `${window}your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
        )
      : exceeded(
          `${window}your messages resulted in ${tokens} tokens (${inMessages} in the messages, ${tools} in the functions). Please reduce the length of the messages or functions.`,
        )
  if (tokens + completion <= model.window) return undefined
  // https://github.com/ChatGPTNextWeb/NextChat/issues/3195, https://github.com/musistudio/claude-code-router/issues/1292
  return tools === 0
    ? exceeded(
        `${window}you requested ${tokens + completion} tokens (${tokens} in the messages, ${completion} in the completion). Please reduce the length of the messages or completion.`,
      )
    : exceeded(
        `${window}you requested ${tokens + completion} tokens (${inMessages} in the messages, ${tools} in the functions, and ${completion} in the completion). Please reduce the length of the messages, functions, or completion.`,
      )
}
