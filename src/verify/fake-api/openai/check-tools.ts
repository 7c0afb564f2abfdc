import { type Dict, dict, list, text } from '../dict.ts'
import type { PlainReply } from '../exchange.ts'
import { checkItems, checkRoot, checkSchema } from './check-schema.ts'
import { missing, refusal, tooLong } from './errors.ts'

/** `tools` of both endpoints: they differ only in where a tool keeps its name and its schema. */
export function checkTools(
  body: Dict,
  inside: (tool: Dict) => { value: Dict; at: '' | 'function.' },
): PlainReply | undefined {
  if (body.tools === undefined) {
    const needsTools = ['tool_choice', 'parallel_tool_calls'].find(
      (key) => ![undefined, null, 'none'].includes(body[key] as null),
    )
    // https://github.com/openai/swarm/issues/30
    if (needsTools === 'tool_choice')
      // Unproven: no recording of these words was found.
      return refusal(
        "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
        { param: 'tool_choice' },
      )
    if (needsTools)
      return refusal(
        "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.",
        { param: 'parallel_tool_calls' },
      )
    return undefined
  }
  const tools = list(body.tools)
  if (tools.length > 128) return tooLong('tools', 128, tools.length)
  for (const [index, tool] of tools.entries()) {
    const wrong = checkTool(dict(tool), index, inside)
    if (wrong) return wrong
  }
  return undefined
}

function checkTool(
  tool: Dict,
  index: number,
  inside: (tool: Dict) => { value: Dict; at: '' | 'function.' },
): PlainReply | undefined {
  if (!text(tool.type)) return missing(`tools[${index}].type`)
  if (tool.type !== 'function') return undefined
  const { value, at } = inside(tool)
  const name = text(value.name)
  if (!name) return missing(`tools[${index}].${at}name`)
  // https://github.com/IlyaGulya/gradle-mcp-server/issues/2
  if (!/^[a-zA-Z0-9_-]+$/.test(name))
    return refusal(
      `Invalid 'tools[${index}].${at}name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      { param: `tools[${index}].${at}name`, code: 'invalid_value' },
    )
  if (name.length > 64)
    // Unproven: no recording of these words was found.
    return refusal(
      `Invalid 'tools[${index}].${at}name': string too long. Expected a string with maximum length 64, but got a string with length ${name.length} instead.`,
      { param: `tools[${index}].${at}name`, code: 'string_above_max_length' },
    )
  const schema = value.parameters
  if (schema === undefined || schema === null) return undefined
  const wrong = checkRoot(schema) ?? (value.strict === true ? checkSchema(schema) : checkItems(schema))
  if (!wrong) return undefined
  return refusal(`Invalid schema for function '${name}': ${wrong}`, {
    param: `tools[${index}].${at}parameters`,
    code: 'invalid_function_parameters',
  })
}
