import { count, type Dict, dict, isDict, list, text } from './dict.ts'

/**
 * A value that a JSON schema allows, filled with words and numbers of the prompt: what structured output and the
 * arguments of a tool call are made of. The same prompt gives the same value.
 */
export function sample(schema: unknown, prompt: string, name = 'value', root: Dict = dict(schema)): unknown {
  const wanted = resolve(dict(schema), root)
  if ('const' in wanted) return wanted.const
  const options = list(wanted.enum)
  if (options.length > 0) return options.find((option) => prompt.includes(String(option))) ?? options[0]
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const [first] = list(wanted[key])
    if (first !== undefined) return sample(first, prompt, name, root)
  }
  const type = typeOf(wanted)
  if (type === 'object') return sampleObject(wanted, prompt, root)
  if (type === 'array') {
    const length = Math.min(numberIn(prompt) ?? 2, count(wanted.maxItems) ?? 200)
    const items = Array.from({ length: Math.max(length, count(wanted.minItems) ?? 0) })
    return items.map((_, index) => numbered(sample(wanted.items, prompt, name, root), index))
  }
  if (type === 'integer' || type === 'number')
    return Math.max(numberIn(prompt) ?? 1, count(wanted.minimum) ?? 0)
  if (type === 'boolean') return true
  if (type === 'null') return null
  return wordFor(name, prompt)
}

function sampleObject(schema: Dict, prompt: string, root: Dict): Dict {
  const properties = Object.entries(dict(schema.properties))
  return Object.fromEntries(properties.map(([key, value]) => [key, sample(value, prompt, key, root)]))
}

/** Gemini writes its types in capitals; a list of types is a nullable one. */
function typeOf(schema: Dict): string {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const type = text(types.find((each) => each !== 'null')).toLowerCase()
  return type || (isDict(schema.properties) ? 'object' : 'string')
}

function resolve(schema: Dict, root: Dict): Dict {
  const [, section, name] = /^#\/(\$defs|definitions)\/(.+)$/.exec(text(schema.$ref)) ?? []
  return section && name ? dict(dict(root[section])[name]) : schema
}

export function numberIn(prompt: string): number | undefined {
  const [number] = /\d+/.exec(prompt) ?? []
  return number === undefined ? undefined : Number(number)
}

/** Lists of the same text over and over look broken: their entries are numbered. */
const numbered = (value: unknown, index: number): unknown =>
  typeof value === 'string' ? `${value} ${index + 1}` : value

/** What the prompt puts in quotes or calls by a capital letter, or the name of the field itself. */
function wordFor(name: string, prompt: string): string {
  const [, quoted] = /["'`“]([^"'`”\n]{1,80})["'`”]/.exec(prompt) ?? []
  const [, capital] = /\s((?:[A-Z][\w-]+)(?: [A-Z][\w-]+)*)/.exec(prompt) ?? []
  return quoted ?? capital ?? name
}
