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

/** The sections of a solution, in the contract's order. */
export const sectionKinds = [
  'symptom',
  'root-cause',
  'fix',
  'checklist',
  'token-savings',
  'environment',
] as const

export type SectionKind = (typeof sectionKinds)[number]

/** The checklist is optional; the savings are computed unless the author wrote them. */
export const requiredSections: readonly SectionKind[] = ['symptom', 'root-cause', 'fix', 'environment']

/* Frontmatter values that commands use too. This file imports no schemas, because zod takes a while to load. */

export const evidenceGrades = ['reproduced', 'confirmed', 'documented', 'reported'] as const
export const retryAdvice = ['no', 'after-fix', 'backoff'] as const
/** Where no release has fixed the error: a known bug, intended behaviour, or a bug for which the vendor only names a way around. */
export const upstreamStates = ['open', 'by-design', 'workaround'] as const
