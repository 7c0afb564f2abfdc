export interface Model {
  readonly id: string
  readonly input: number
  readonly output: number
  /** Thinks always, thinks unless its budget is 0, or not at all. */
  readonly thinks: 'always' | 'by default' | 'no'
  /** Gemini 3 asks for its signatures back: https://ai.google.dev/gemini-api/docs/thought-signatures */
  readonly signs?: boolean
  /** Requests a minute of the free tier. */
  readonly free: number
  readonly embeds?: boolean
}

const model = (id: string, output: number, thinks: Model['thinks'], free: number): Model => ({
  id,
  input: 1_048_576,
  output,
  thinks,
  free,
})

/**
 * https://ai.google.dev/gemini-api/docs/models, as LangChain's profiles repeat them; the free tier as threads show it:
 * models of the Pro line have none (https://github.com/continuedev/continue/issues/9662).
 */
const models: readonly Model[] = [
  model('gemini-2.0-flash', 8192, 'no', 15),
  model('gemini-2.5-flash-lite', 65_536, 'by default', 15),
  model('gemini-2.5-flash', 65_536, 'by default', 10),
  model('gemini-2.5-pro', 65_536, 'always', 0),
  { ...model('gemini-3-flash-preview', 65_536, 'always', 10), signs: true },
  { ...model('gemini-3-pro-preview', 65_536, 'always', 0), signs: true },
  { id: 'gemini-embedding-001', input: 2048, output: 1, thinks: 'no', free: 100, embeds: true },
]

export const modelIds: readonly string[] = models.map(({ id }) => id)

export const modelOf = (name: string): Model | undefined => models.find(({ id }) => id === name)
