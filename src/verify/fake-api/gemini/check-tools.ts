import { type Dict, dict, isDict, list, text } from '../dict.ts'
import type { PlainReply } from '../exchange.ts'
import { invalid, violations } from './errors.ts'

/** https://ai.google.dev/api/caching#FunctionDeclaration */
export function checkTools(body: Dict): PlainReply | undefined {
  const found = list(body.tools).flatMap((tool, index) =>
    list(dict(tool).functionDeclarations).flatMap((declared, place) =>
      checkFunction(dict(declared), `GenerateContentRequest.tools[${index}].function_declarations[${place}]`),
    ),
  )
  if (found.length > 0) return violations(found)
  const names = list(body.tools).flatMap((tool) =>
    list(dict(tool).functionDeclarations).map((declared) => text(dict(declared).name)),
  )
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  // Unproven: no recording of these words was found.
  return twice ? invalid(`Duplicate function declaration found: ${twice}`) : undefined
}

/** https://github.com/agno-agi/agno/issues/2112 (no properties), https://github.com/cline/cline/issues/7339 (name, items) */
function checkFunction(declared: Dict, at: string): string[] {
  const legal = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(text(declared.name))
  const name = legal
    ? []
    : [
        `${at}.name: Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.`,
      ]
  return [...name, ...checkSchema(declared.parameters, `${at}.parameters`)]
}

function checkSchema(schema: unknown, at: string): string[] {
  if (!isDict(schema)) return []
  const type = text(schema.type).toUpperCase()
  const properties = Object.entries(dict(schema.properties))
  const own: string[] = []
  if (type === 'OBJECT' && properties.length === 0)
    own.push(`${at}.properties: should be non-empty for OBJECT type`)
  if (type === 'ARRAY' && schema.items === undefined) own.push(`${at}.items: missing field.`)
  // https://github.com/decolua/9router/issues/359
  if (schema.enum !== undefined && type !== 'STRING') own.push(`${at}.enum: only allowed for STRING type`)
  const inner = properties.flatMap(([name, value]) => checkSchema(value, `${at}.properties[${name}]`))
  return [...own, ...inner, ...checkSchema(schema.items, `${at}.items`)]
}
