import { createHash } from 'node:crypto'
import { count, type Dict, dict, isDict, list, text } from './values.ts'

/** What all three vendors ask a model, whatever they call it. */
export interface Question {
  /** What the user said last. */
  readonly prompt: string
  /** Everything that is sent, for the count of tokens. */
  readonly inputTokens: number
  readonly tools: readonly Tool[]
  readonly choice: 'auto' | 'none' | 'required' | { readonly name: string }
  /** Results of tools, when they are the last thing said: then it is time to answer. */
  readonly results: readonly string[]
  readonly format: 'text' | 'json' | { readonly schema: unknown }
  readonly maxTokens: number
  /** Tokens that the model thinks before it says anything; they count as output. */
  readonly thinking: number
}

export interface Tool {
  readonly name: string
  readonly description: string
  readonly schema: unknown
}

export interface Answer {
  readonly text: string
  readonly calls: readonly { readonly name: string; readonly args: Dict }[]
  readonly thinking: number
  readonly outputTokens: number
  /** Did the limit of output tokens end it? */
  readonly cut: boolean
}

/** A plausible reply that is the same for the same question: no model is asked. */
export function answer(question: Question): Answer {
  const thinking = Math.min(question.thinking, question.maxTokens)
  const calls = callsFor(question)
  const whole = calls.length > 0 ? '' : reply(question)
  const said = firstTokens(whole, question.maxTokens - thinking)
  const outputTokens = thinking + tokensOf(said || JSON.stringify(calls))
  const cut = said.length < whole.length
  return { text: said, calls, thinking, outputTokens: cut ? question.maxTokens : outputTokens, cut }
}

/** A tool is called when the request forces one, or when the user speaks of it and no result is there yet. */
function callsFor({ prompt, tools, choice, results }: Question): Answer['calls'] {
  if (choice === 'none' || results.length > 0) return []
  const forced = typeof choice === 'object' ? tools.filter(({ name }) => name === choice.name) : []
  const mentioned = tools.filter((tool) => speaksOf(prompt, tool))
  const chosen = forced.length > 0 ? forced : mentioned.length > 0 ? mentioned : tools.slice(0, 1)
  if (choice === 'auto' && mentioned.length === 0) return []
  return chosen.map(({ name, schema }) => {
    const args = sample(schema, prompt)
    return { name, args: typeof args === 'object' && args !== null ? (args as Dict) : {} }
  })
}

/** Does the prompt hold a longer word of the tool's name, as in `get_weather` and "the weather in Oslo"? */
function speaksOf(prompt: string, { name }: Tool): boolean {
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

const filler = 'the report covers every open ticket and names its owner so that nothing is left behind'.split(
  ' ',
)

const words = (amount: number): string =>
  Array.from({ length: amount }, (_, index) => filler[index % filler.length]).join(' ')

/**
 * A value that a JSON schema allows, filled with words and numbers of the prompt: what structured output and the
 * arguments of a tool call are made of. The same prompt gives the same value.
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

function numberIn(prompt: string): number | undefined {
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

/**
 * Four characters a token, the vendors' own rule of thumb for English
 * (https://help.openai.com/en/articles/4936856-what-are-tokens-and-how-to-count-them). A tokenizer would be a
 * dependency and slow on prompts of a million tokens, and no failure hangs on the exact number.
 */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4)

/** The beginning of a text that has at most this many tokens. */
const firstTokens = (text: string, tokens: number): string => text.slice(0, Math.max(0, tokens) * 4)

/** A text in pieces as a stream brings them: about three tokens each. */
export const pieces = (text: string): string[] => text.match(/[\s\S]{1,12}/g) ?? []

const hash = (text: string): string =>
  createHash('sha512').update(text).digest('base64').replaceAll(/[+/=]/g, '')

/** Ids that look like the vendor's and are the same in every run: the third id of a run is always the third id. */
export function idMaker(): (prefix: string, length: number) => string {
  let made = 0
  return (prefix, length) => {
    made += 1
    return prefix + hash(`${prefix}${made}`).slice(0, length)
  }
}

/** What proves that a text was ours: signatures of thoughts can't be made up or moved to another text. */
export const signatureOf = (text: string): string => hash(`thought ${text}`).repeat(2)

/** A vector of length one that is the same for the same text. It means nothing. */
export function vectorOf(text: string, length: number): number[] {
  const seed = createHash('sha256').update(text).digest()
  const values = Array.from({ length }, (_, index) => Math.sin((seed[index % 32] ?? 0) + index))
  const norm = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
  return values.map((value) => Math.round((value / norm) * 1e6) / 1e6)
}
