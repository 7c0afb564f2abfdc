import { dict, isDict, list, text } from '../dict.ts'

/**
 * What strict mode asks of a JSON schema, as https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 * says, and the words it is refused with: https://github.com/lastmile-ai/openai-agents-mcp/issues/2,
 * https://github.com/nspady/google-calendar-mcp/issues/39, https://github.com/sigoden/aichat/pull/1049.
 */
export function checkSchema(schema: unknown): string | undefined {
  const root = dict(schema)
  const rootWrong = checkRoot(root)
  if (rootWrong) return rootWrong
  return walk(root, [])
}

/** Asked of the parameters of every function, strict or not. */
export function checkRoot(schema: unknown): string | undefined {
  const root = dict(schema)
  const type = root.type === undefined ? 'None' : text(root.type)
  if (type !== 'object') return `schema must be a JSON Schema of 'type: "object"', got 'type: "${type}"'.`
  const combined = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'].some((key) => key in root)
  if (combined)
    return "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level."
  return undefined
}

/**
 * Refused in every mode: an array without `items`, an object without `properties`.
 * https://github.com/nspady/google-calendar-mcp/issues/39, https://github.com/kevinwatt/mysql-mcp/issues/5
 */
export function checkItems(schema: unknown, at: readonly string[] = []): string | undefined {
  const here = dict(schema)
  if (at.length === 0 && here.properties === undefined)
    return `${place(at)}, object schema missing properties.`
  if (here.type === 'array' && here.items === undefined) return `${place(at)}, array schema missing items.`
  for (const [step, inner] of parts(here)) {
    const wrong = checkItems(inner, [...at, ...step])
    if (wrong) return wrong
  }
  return undefined
}

function walk(schema: unknown, at: readonly string[]): string | undefined {
  const here = dict(schema)
  if (here.type === 'array' && here.items === undefined) return `${place(at)}, array schema missing items.`
  if (here.type === 'object' || isDict(here.properties)) {
    if (here.additionalProperties !== false)
      return `${place(at)}, 'additionalProperties' is required to be supplied and to be false.`
    const keys = Object.keys(dict(here.properties))
    const required = list(here.required)
    const missed = keys.find((key) => !required.includes(key))
    if (missed)
      return `${place(at)}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missed}'.`
    const extra = required.find((key) => !keys.includes(String(key)))
    if (extra)
      return `${place(at)}, 'required' is required to be supplied and to be an array including every key in properties. Extra required key '${String(extra)}' supplied.`
  }
  const refused = ['default', 'oneOf', 'allOf', 'not', 'if', 'patternProperties'].find((key) => key in here)
  if (refused) return `${place(at)}, '${refused}' is not permitted.`
  for (const [step, inner] of parts(here)) {
    const wrong = walk(inner, [...at, ...step])
    if (wrong) return wrong
  }
  return undefined
}

function parts(schema: ReturnType<typeof dict>): [string[], unknown][] {
  const named = ['properties', '$defs', 'definitions'].flatMap((key) =>
    Object.entries(dict(schema[key])).map(([name, inner]): [string[], unknown] => [[key, name], inner]),
  )
  const options = list(schema.anyOf).map((inner, index): [string[], unknown] => [
    ['anyOf', String(index)],
    inner,
  ])
  const items: [string[], unknown][] = isDict(schema.items) ? [[['items'], schema.items]] : []
  return [...named, ...options, ...items]
}

/** A Python tuple, as the API prints it: `()`, `('properties', 'city')`, `('items',)`. */
const place = (at: readonly string[]): string =>
  `In context=(${at.map((step) => `'${step}'`).join(', ')}${at.length === 1 ? ',' : ''})`
