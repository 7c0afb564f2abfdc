import { type Dict, dict, isDict, list, text } from '../dict.ts'
import type { PlainReply } from '../exchange.ts'
import { checkImage } from './check-image.ts'
import { missing, refusal, tooLong, wrongType } from './errors.ts'
import type { Model } from './models.ts'

const roles = ['system', 'assistant', 'user', 'function', 'tool', 'developer']

/** Each message by itself, then the order of calls and results, which is the mistake that histories make. */
export function checkMessages(messages: readonly unknown[], model: Model): PlainReply | undefined {
  for (const [index, message] of messages.entries()) {
    const wrong = checkMessage(message, index, model)
    if (wrong) return wrong
  }
  return checkOrder(messages.map(dict))
}

function checkMessage(message: unknown, index: number, model: Model): PlainReply | undefined {
  const at = `messages[${index}]`
  if (!isDict(message)) return wrongType(at, 'an object', message)
  if (message.role === undefined) return missing(`${at}.role`)
  if (!roles.includes(text(message.role)))
    // Unproven: no recording of these words was found.
    return refusal(
      `Invalid value: '${String(message.role)}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`,
      { param: `${at}.role`, code: 'invalid_value' },
    )
  const calls = list(message.tool_calls)
  if (calls.length > 128) return tooLong(`${at}.tool_calls`, 128, calls.length)
  if (message.content === undefined && calls.length === 0 && !isDict(message.function_call))
    return missing(`${at}.content`)
  if (message.content === null && message.role !== 'assistant')
    return wrongType(`${at}.content`, 'one of a string or array of objects', null)
  if (typeof message.content === 'string' || message.content === null || message.content === undefined)
    return undefined
  if (!Array.isArray(message.content))
    return wrongType(`${at}.content`, 'one of a string or array of objects', message.content)
  return checkParts(message.content, at, model)
}

/** https://github.com/microsoft/graphrag/issues/672, https://github.com/neuron-core/neuron-ai/issues/292 */
function checkParts(parts: readonly unknown[], at: string, model: Model): PlainReply | undefined {
  for (const [index, part] of parts.entries()) {
    const here = `${at}.content[${index}]`
    if (!isDict(part)) return wrongType(here, 'an object', part)
    if (part.type === undefined) return missing(`${here}.type`)
    const wrong = part.type === 'image_url' ? checkImage(dict(part.image_url).url, here, model) : undefined
    if (wrong) return wrong
  }
  return undefined
}

/** https://github.com/langchain-ai/langchain/issues/22600, https://github.com/Haervwe/open-webui-tools/issues/12 */
function checkOrder(messages: readonly Dict[]): PlainReply | undefined {
  let open: string[] = []
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      const id = text(message.tool_call_id)
      if (!id)
        return refusal(
          "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
          {
            param: `messages.[${index}].tool_call_id`,
          },
        )
      if (!answersCall(messages, index))
        return refusal(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          { param: `messages.[${index}].role` },
        )
      open = open.filter((each) => each !== id)
      continue
    }
    if (open.length > 0) return unanswered(open, index)
    open = list(message.tool_calls).map((call) => text(dict(call).id))
  }
  return open.length > 0 ? unanswered(open, messages.length) : undefined
}

/** Is there, above the results just before it, an assistant message that made this call? */
function answersCall(messages: readonly Dict[], index: number): boolean {
  const above = messages.slice(0, index).findLast(({ role }) => role !== 'tool')
  const id = text(messages[index]?.tool_call_id)
  return list(above?.tool_calls).some((call) => text(dict(call).id) === id)
}

/** https://github.com/RamiAwar/dataline/issues/172 */
const unanswered = (ids: readonly string[], index: number): PlainReply =>
  refusal(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`,
    { param: `messages.[${index}].role` },
  )
