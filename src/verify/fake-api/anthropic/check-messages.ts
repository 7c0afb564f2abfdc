import { type Dict, dict, isDict, list, text } from '../dict.ts'
import { checkImage } from './check-image.ts'
import { invalid, type Refusal, required } from './errors.ts'
import type { Model } from './models.ts'

const tags = [
  'document',
  'image',
  'redacted_thinking',
  'search_result',
  'server_tool_use',
  'text',
  'thinking',
  'tool_result',
  'tool_use',
  'web_search_tool_result',
]

/** Every message by itself, then the order of calls and results. */
export function checkMessages(body: Dict, model: Model): Refusal | undefined {
  const messages = list(body.messages)
  // Unproven: no recording of these words was found.
  if (messages.length === 0) return invalid('messages: at least one message is required')
  for (const [index, message] of messages.entries()) {
    const wrong = checkMessage(message, index, index === messages.length - 1)
    if (wrong) return wrong
  }
  const turns = messages.map(dict)
  // Unproven: no recording of these words was found.
  if (turns[0]?.role !== 'user') return invalid('messages: first message must use the "user" role')
  return checkCalls(turns) ?? checkLast(turns.at(-1), model)
}

function checkMessage(message: unknown, index: number, last: boolean): Refusal | undefined {
  const at = `messages.${index}`
  // Unproven: no recording of these words was found.
  if (!isDict(message)) return invalid(`${at}: Input should be an object`)
  const role = text(message.role)
  // https://github.com/ianarawjo/ChainForge/issues/271
  if (role === 'system')
    return invalid(
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    )
  if (role !== 'user' && role !== 'assistant')
    // Unproven: no recording of these words was found.
    return invalid(
      `messages: Unexpected role "${role}". Allowed roles are "user" or "assistant". For more information, see https://docs.claude.com/en/api/messages#body-messages`,
    )
  if (message.content === undefined) return required(`${at}.content`)
  const blocks = typeof message.content === 'string' ? [] : list(message.content)
  const empty = typeof message.content === 'string' ? message.content === '' : blocks.length === 0
  // https://github.com/anthropics/claude-code/issues/6774
  if (empty && !(last && role === 'assistant'))
    return invalid(
      `${at}: all messages must have non-empty content except for the optional final assistant message`,
    )
  for (const [place, block] of blocks.entries()) {
    const wrong = checkBlock(dict(block), `${at}.content.${place}`)
    if (wrong) return wrong
  }
  return undefined
}

function checkBlock(block: Dict, at: string): Refusal | undefined {
  const type = text(block.type)
  if (!type) return required(`${at}.type`)
  // https://github.com/AstrBotDevs/AstrBot/pull/4444
  if (!tags.includes(type))
    return invalid(
      `${at}: Input tag '${type}' found using 'type' does not match any of the expected tags: ${tags.map((tag) => `'${tag}'`).join(', ')}`,
    )
  if (type === 'image') return checkImage(dict(block.source), `${at}.image.source`)
  if (type !== 'text') return undefined
  if (typeof block.text !== 'string') return required(`${at}.text.text`)
  if (block.text === '') return invalid('messages: text content blocks must be non-empty')
  if (block.text.trim() === '')
    return invalid('messages: text content blocks must contain non-whitespace text')
  return undefined
}

/** https://github.com/frontman-ai/frontman/pull/1592, https://github.com/vellum-ai/vellum-assistant/pull/39919 */
function checkCalls(turns: readonly Dict[]): Refusal | undefined {
  for (const [index, turn] of turns.entries()) {
    const results = idsOf(turn, 'tool_result', 'tool_use_id')
    const before = idsOf(turns[index - 1], 'tool_use', 'id')
    const stray = results.find(({ id }) => !before.some((call) => call.id === id))
    if (stray && turn.role === 'user')
      return invalid(
        `messages.${index}.content.${stray.place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray.id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      )
    const calls = idsOf(turn, 'tool_use', 'id')
    const answered = idsOf(turns[index + 1], 'tool_result', 'tool_use_id')
    const open = calls.filter(({ id }) => !answered.some((result) => result.id === id))
    if (open.length > 0)
      return invalid(
        `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.map(({ id }) => id).join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
      )
  }
  return undefined
}

const idsOf = (turn: Dict | undefined, type: string, key: string): { id: string; place: number }[] =>
  list(turn?.content)
    .map(dict)
    .flatMap((block, place) => (block.type === type ? [{ id: text(block[key]), place }] : []))

/** https://github.com/askalf/dario/pull/1034 (no prefill), https://github.com/0xPlaygrounds/rig/pull/1130 (white space) */
function checkLast(turn: Dict | undefined, model: Model): Refusal | undefined {
  if (turn?.role !== 'assistant') return undefined
  if (model.generation !== '4.5')
    return invalid(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    )
  const said = typeof turn.content === 'string' ? turn.content : text(dict(list(turn.content).at(-1)).text)
  return /\s$/.test(said)
    ? invalid('messages: final assistant content cannot end with trailing whitespace')
    : undefined
}
