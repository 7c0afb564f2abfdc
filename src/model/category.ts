/** The sixteen categories of the contract, in its order. */
export const categories = [
  'agentplatform',
  'auth',
  'rate-limit',
  'token-cost',
  'context-window',
  'loop-stuck',
  'memory',
  'messaging',
  'container',
  'tool-failure',
  'performance',
  'hallucination',
  'config',
  'concurrency',
  'general',
  'prompt-engineering',
] as const

export type Category = (typeof categories)[number]

export const isCategory = (value: string): value is Category =>
  (categories as readonly string[]).includes(value)
