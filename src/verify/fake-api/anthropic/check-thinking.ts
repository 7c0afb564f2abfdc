import { count, type Dict, dict, list, text } from '../dict.ts'
import { signatureOf } from '../ids.ts'
import { invalid, type Refusal } from './errors.ts'
import type { Model } from './models.ts'

const manual =
  'Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking'

/** https://platform.claude.com/docs/en/build-with-claude/extended-thinking and the threads beside each message */
export function checkThinking(body: Dict, model: Model): Refusal | undefined {
  const thinking = dict(body.thinking)
  const forged = checkSignatures(list(body.messages).map(dict))
  if (forged) return forged
  if (thinking.type !== 'enabled' && thinking.type !== 'adaptive') return undefined
  return (
    (thinking.type === 'enabled' ? checkBudget(body, thinking, model) : undefined) ??
    checkOthers(body) ??
    checkTurns(list(body.messages).map(dict))
  )
}

function checkBudget(body: Dict, thinking: Dict, model: Model): Refusal | undefined {
  // https://github.com/OpenHands/software-agent-sdk/pull/3427
  if (model.generation === '4.7')
    return invalid(
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    )
  const budget = count(thinking.budget_tokens)
  if (budget === undefined) return invalid('thinking.enabled.budget_tokens: Field required')
  // https://github.com/themaximalist/llm.js/issues/30
  if (budget < 1024)
    return invalid('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024')
  // https://github.com/Smart-AI-Memory/attune-ai/pull/730
  if (budget >= (count(body.max_tokens) ?? Number.POSITIVE_INFINITY))
    return invalid(
      `\`max_tokens\` must be greater than \`thinking.budget_tokens\`. ${manual}#max-tokens-and-context-window-size`,
    )
  return undefined
}

function checkOthers(body: Dict): Refusal | undefined {
  // https://github.com/mnfst/modelparams.dev/issues/214
  if (body.temperature !== undefined && body.temperature !== 1)
    return invalid(
      `\`temperature\` may only be set to 1 when thinking is enabled or in adaptive mode. ${manual}`,
    )
  // https://github.com/browser-use/browser-use/pull/5009
  if (['any', 'tool'].includes(text(dict(body.tool_choice).type)))
    return invalid('Thinking may not be enabled when tool_choice forces tool use.')
  return undefined
}

/** The turn that called a tool begins with its thought: https://github.com/anthropics/anthropic-sdk-python/issues/1598 */
function checkTurns(turns: readonly Dict[]): Refusal | undefined {
  const last = turns.findLastIndex(({ role }) => role === 'assistant')
  const blocks = list(turns[last]?.content).map(dict)
  const first = text(blocks[0]?.type)
  if (!blocks.some(({ type }) => type === 'tool_use') || ['thinking', 'redacted_thinking'].includes(first))
    return undefined
  return invalid(
    `messages.${last}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. ${manual}`,
  )
}

/** https://github.com/run-llama/llama_index/pull/18834 */
function checkSignatures(turns: readonly Dict[]): Refusal | undefined {
  for (const [index, turn] of turns.entries())
    for (const [place, block] of list(turn.content).map(dict).entries())
      if (block.type === 'thinking' && block.signature !== signatureOf(text(block.thinking)))
        return invalid(`messages.${index}.content.${place}: Invalid \`signature\` in \`thinking\` block`)
  return undefined
}
