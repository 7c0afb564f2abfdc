import { type Dict, dict, isDict, list, text } from '../dict.ts'
import { invalid, type Refusal, required } from './errors.ts'

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use */
export function checkTools(body: Dict): Refusal | undefined {
  const tools = list(body.tools).map(dict)
  for (const [index, tool] of tools.entries()) {
    const wrong = checkTool(tool, index)
    if (wrong) return wrong
  }
  const names = tools.map(({ name }) => text(name))
  // https://github.com/danny-avila/LibreChat/issues/13162
  if (new Set(names).size < names.length) return invalid('tools: Tool names must be unique.')
  const choice = dict(body.tool_choice)
  if (tools.length === 0 && isDict(body.tool_choice) && choice.type !== 'none')
    // Unproven: no recording of these words was found.
    return invalid('tool_choice may only be specified while providing tools.')
  if (choice.type === 'tool' && !names.includes(text(choice.name)))
    // Unproven: no recording of these words was found.
    return invalid(`Tool '${text(choice.name)}' not found in provided tools`)
  return undefined
}

function checkTool(tool: Dict, index: number): Refusal | undefined {
  const type = tool.type === undefined ? 'custom' : text(tool.type)
  // The form of OpenAI's tools, which many histories bring along.
  if (type === 'function')
    // Unproven: no recording of these words was found.
    return invalid(
      `tools.${index}: Input tag 'function' found using 'type' does not match any of the expected tags: 'bash_20250124', 'custom', 'text_editor_20250124', 'text_editor_20250429', 'text_editor_20250728', 'web_search_20250305'`,
    )
  if (type !== 'custom') return undefined
  const at = `tools.${index}.custom`
  if (!text(tool.name)) return required(`${at}.name`)
  // https://github.com/danny-avila/LibreChat/issues/12678
  if (!/^[a-zA-Z0-9_-]{1,128}$/.test(text(tool.name)))
    return invalid(`${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`)
  const schema = tool.input_schema
  if (!isDict(schema)) return required(`${at}.input_schema`)
  if (schema.type === undefined) return required(`${at}.input_schema.type`)
  // Unproven: no recording of these words was found.
  if (schema.type !== 'object') return invalid(`${at}.input_schema.type: Input should be 'object'`)
  if (['oneOf', 'allOf', 'anyOf'].some((key) => key in schema))
    // Unproven: no recording of these words was found.
    return invalid(
      `${at}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`,
    )
  if (isValid(schema)) return undefined
  return invalid(
    `${at}.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.`,
  )
}

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

/** What agents get wrong most: a type that is none, `required` on a property, an enum that is no list. */
function isValid(schema: unknown): boolean {
  if (typeof schema === 'boolean') return true
  const { type, required: needed, enum: options, properties, items, anyOf } = dict(schema)
  const kinds = type === undefined ? [] : Array.isArray(type) ? type : [type]
  return (
    isDict(schema) &&
    kinds.every((kind) => types.includes(kind)) &&
    (needed === undefined || Array.isArray(needed)) &&
    (options === undefined || Array.isArray(options)) &&
    Object.values(dict(properties)).every(isValid) &&
    (items === undefined || isValid(items)) &&
    list(anyOf).every(isValid)
  )
}
