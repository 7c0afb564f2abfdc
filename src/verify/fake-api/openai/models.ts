export interface Model {
  readonly id: string
  /** Tokens of input and output together. */
  readonly window: number
  /** Tokens of input alone, where that is less than the window. */
  readonly input?: number
  readonly output: number
  /** Reasons before it answers: always, or only when an effort is asked for. */
  readonly reasons?: 'always' | 'on request'
  /** Length of the vectors of an embedding model. */
  readonly dimensions?: number
  /** Tokens a minute of this account, where they are few. */
  readonly tokensPerMinute?: number
}

const chat = (id: string, window: number, output: number): Model => ({ id, window, output })
const reasoning = (id: string): Model => ({ id, window: 200_000, output: 100_000, reasons: 'always' })
/** 272,000 of input although the window is 400,000: https://github.com/cline/cline/issues/5474 */
const five = (id: string, reasons: 'always' | 'on request'): Model => ({
  id,
  window: 400_000,
  input: 272_000,
  output: 128_000,
  reasons,
})
const embedding = (id: string, dimensions: number): Model => ({ id, window: 8192, output: 0, dimensions })

/**
 * Windows and limits from https://platform.openai.com/docs/models, as LangChain's profiles repeat them
 * (https://github.com/langchain-ai/langchainjs, libs/providers/langchain-openai/src/chat_models/profiles.ts).
 */
const models: readonly Model[] = [
  chat('gpt-3.5-turbo', 16_385, 4096),
  chat('gpt-4', 8192, 8192),
  chat('gpt-4-turbo', 128_000, 4096),
  chat('gpt-4o', 128_000, 16_384),
  chat('gpt-4o-mini', 128_000, 16_384),
  // Tier 1 of https://platform.openai.com/docs/models/gpt-4.1: the one model of this account with few tokens a minute.
  { ...chat('gpt-4.1', 1_047_576, 32_768), tokensPerMinute: 30_000 },
  chat('gpt-4.1-mini', 1_047_576, 32_768),
  chat('gpt-4.1-nano', 1_047_576, 32_768),
  ...['o1', 'o3', 'o3-mini', 'o4-mini'].map(reasoning),
  ...['gpt-5', 'gpt-5-mini', 'gpt-5-nano'].map((id) => five(id, 'always')),
  ...['gpt-5.1', 'gpt-5.2'].map((id) => five(id, 'on request')),
  embedding('text-embedding-3-small', 1536),
  embedding('text-embedding-3-large', 3072),
  embedding('text-embedding-ada-002', 1536),
]

export const modelIds: readonly string[] = models.map(({ id }) => id)

/** By its name, with or without the date of a snapshot. */
export const modelOf = (name: string): Model | undefined =>
  models.find(({ id }) => id === name || id === name.replace(/-\d{4}-\d{2}-\d{2}$/, ''))
