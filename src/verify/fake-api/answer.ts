import type { Dict } from './dict.ts'
import { sample } from './sample.ts'
import { firstTokens, tokensOf } from './tokens.ts'

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
