import { createHash } from 'node:crypto'
import { count, type Dict, dict, isDict, list, type NextId, text } from './values.ts'

/** A request to a model, in terms common to all three vendors. */
export interface Question {
  /** The last user message. */
  readonly prompt: string
  /** Everything sent, for counting tokens. */
  readonly inputTokens: number
  readonly tools: readonly { readonly name: string; readonly schema: unknown }[]
  readonly choice: 'auto' | 'none' | 'required' | { readonly name: string }
  /** Tool results, if they come last: then the model answers. */
  readonly results: readonly string[]
  readonly format: 'text' | 'json' | { readonly schema: unknown }
  readonly maxTokens: number
  /** Reasoning tokens, which count as output. */
  readonly thinking: number
}

/** A plausible, deterministic reply, which the limit of output tokens may cut off. No model is involved. */
export function answer(question: Question) {
  const thinking = Math.min(question.thinking, question.maxTokens)
  const calls = callsFor(question)
  const whole = calls.length > 0 ? '' : reply(question)
  const said = firstTokens(whole, question.maxTokens - thinking)
  const cut = said.length < whole.length
  const spoken = tokensOf(said || JSON.stringify(calls.map(({ name, args }) => ({ name, args }))))
  const outputTokens = cut ? question.maxTokens : thinking + spoken
  return { text: said, calls, thinking, textTokens: outputTokens - thinking, outputTokens, cut }
}

/**
 * Calls a tool when the request forces one, or when the user mentions it and there is no result yet. Of parallel calls the
 * first one is signed.
 */
function callsFor({ prompt, tools, choice, results }: Question) {
  if (choice === 'none' || results.length > 0) return []
  const forced = typeof choice === 'object' ? tools.filter(({ name }) => name === choice.name) : []
  const mentioned = tools.filter(({ name }) => speaksOf(prompt, name))
  const chosen = forced.length > 0 ? forced : mentioned.length > 0 ? mentioned : tools.slice(0, 1)
  if (choice === 'auto' && mentioned.length === 0) return []
  return chosen.map(({ name, schema }, index) => {
    const signed = index === 0 ? { signature: signatureOf(name) } : {}
    return { name, args: dict(sample(schema, prompt)), ...signed }
  })
}

/** Whether the prompt contains a longer word of the tool's name, such as `get_weather` and "the weather in Oslo". */
function speaksOf(prompt: string, name: string): boolean {
  const said = prompt.toLowerCase()
  const words = name.split(/[_.:-]|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase())
  const verbs = ['get', 'set', 'find', 'make', 'call', 'tool', 'list', 'with', 'from', 'read']
  return words.some((word) => word.length > 3 && !verbs.includes(word) && said.includes(word))
}

function reply({ prompt, results, format }: Question): string {
  if (typeof format === 'object') return JSON.stringify(sample(format.schema, prompt))
  const value = { answer: sample({ type: 'string' }, prompt, 'ok') }
  if (format === 'json') return JSON.stringify(value)
  if (results.length > 0) return `According to the tool: ${results.join('; ')}`
  if (/\bjson\b/i.test(prompt)) return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
  const [, amount] =
    /(?<!\d)(\d+)[- ](?:words?|lines?|items?|sentences?|bullet|paragraphs?|pages?)/i.exec(prompt) ?? []
  if (amount) return words(Math.min(Number(amount), 20_000))
  return `You said: ${prompt.slice(0, 400)}`
}

function words(amount: number): string {
  const filler = 'the report covers every open ticket and names its owner so that nothing is left behind '
  return filler.repeat(amount).split(' ', amount).join(' ')
}

/**
 * A value that satisfies a JSON schema, filled with words and numbers from the prompt, for structured output and tool
 * arguments. Deterministic.
 */
function sample(schema: unknown, prompt: string, name = 'value', root: Dict = dict(schema)): unknown {
  const wanted = resolve(dict(schema), root)
  if ('const' in wanted) return wanted.const
  const options = list(wanted.enum)
  if (options.length > 0) return options.find((option) => prompt.includes(String(option))) ?? options[0]
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const [first] = list(wanted[key])
    if (first !== undefined) return sample(first, prompt, name, root)
  }
  const type = typeOf(wanted)
  if (type === 'object') {
    const properties = Object.entries(dict(wanted.properties))
    return Object.fromEntries(properties.map(([key, value]) => [key, sample(value, prompt, key, root)]))
  }
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

/** Gemini writes types in capitals; a list of types means nullable. */
function typeOf(schema: Dict): string {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const type = text(types.find((each) => each !== 'null')).toLowerCase()
  return type || (isDict(schema.properties) ? 'object' : 'string')
}

function resolve(schema: Dict, root: Dict): Dict {
  const [, section, name] = /^#\/(\$defs|definitions)\/(.+)$/.exec(text(schema.$ref)) ?? []
  return section && name ? dict(dict(root[section])[name]) : schema
}

const numberIn = (prompt: string): number | undefined => /\d+/.exec(prompt)?.map(Number)[0]

/** Numbers list entries, because repeated text looks broken. */
const numbered = (value: unknown, index: number): unknown =>
  typeof value === 'string' ? `${value} ${index + 1}` : value

/** A quoted or capitalised phrase from the prompt, or else the field name. */
function wordFor(name: string, prompt: string): string {
  const [, quoted] = /["'`“]([^"'`”\n]{1,80})["'`”]/.exec(prompt) ?? []
  const [, capital] = /\s((?:[A-Z][\w-]+)(?: [A-Z][\w-]+)*)/.exec(prompt) ?? []
  return quoted ?? capital ?? name
}

/**
 * Four characters per token, the vendors' rule of thumb for English
 * (https://help.openai.com/en/articles/4936856-what-are-tokens-and-how-to-count-them). No failure depends on
 * the exact number.
 */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4)

/** The start of a text, at most this many tokens long. */
const firstTokens = (text: string, tokens: number): string => text.slice(0, Math.max(0, tokens) * 4)

const hash = (text: string): string =>
  createHash('sha512').update(text).digest('base64').replaceAll(/[+/=]/g, '')

/** Makes ids that look like the vendor's and are the same in every run. */
export function idMaker(): NextId {
  let made = 0
  return (prefix, length) => prefix + hash(`${prefix}${++made}`).slice(0, length)
}

/** Signature of a thinking block, which can't be invented or moved to another text. */
export const signatureOf = (text: string): string => hash(`thought ${text}`).repeat(2)

/** A deterministic unit vector without meaning. */
export function vectorOf(text: string, length: number): number[] {
  const seed = createHash('sha256').update(text).digest()
  const values = Array.from({ length }, (_, index) => Math.sin((seed[index % 32] ?? 0) + index))
  const norm = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
  return values.map((value) => Math.round((value / norm) * 1e6) / 1e6)
}
