export interface Model {
  readonly id: string
  readonly window: number
  readonly output: number
  /**
   * Claude 4.6 takes no prefilled answer any more; 4.7 and later take no sampling parameters and no budget of thinking
   * either: https://github.com/srtab/daiv/pull/1429, https://github.com/UKGovernmentBEIS/inspect_ai/issues/3721,
   * https://github.com/anthropics/skills/blob/main/skills/claude-api/shared/model-migration.md
   */
  readonly generation: '4.5' | '4.6' | '4.7'
  /** Input tokens a minute of this account, where they are few. */
  readonly tokensPerMinute?: number
}

const model = (id: string, window: number, output: number, generation: Model['generation']): Model => ({
  id,
  window,
  output,
  generation,
})

/** https://platform.claude.com/docs/en/about-claude/models/overview; Sonnet 4.5 without the header for a longer window. */
const models: readonly Model[] = [
  model('claude-haiku-4-5', 200_000, 64_000, '4.5'),
  model('claude-sonnet-4-5', 200_000, 64_000, '4.5'),
  // The one model of this account with few tokens a minute: https://platform.claude.com/docs/en/api/rate-limits
  { ...model('claude-opus-4-5', 200_000, 64_000, '4.5'), tokensPerMinute: 30_000 },
  model('claude-sonnet-4-6', 1_000_000, 128_000, '4.6'),
  model('claude-opus-4-6', 1_000_000, 128_000, '4.6'),
  model('claude-opus-4-7', 1_000_000, 128_000, '4.7'),
  model('claude-opus-4-8', 1_000_000, 128_000, '4.7'),
  model('claude-sonnet-5', 1_000_000, 128_000, '4.7'),
  model('claude-opus-5', 1_000_000, 128_000, '4.7'),
]

export const modelIds: readonly string[] = models.map(({ id }) => id)

/** By its name, with or without the date of a snapshot. */
export const modelOf = (name: string): Model | undefined =>
  models.find(({ id }) => id === name || id === name.replace(/-\d{8}$/, ''))
