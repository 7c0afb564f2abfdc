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

/**
 * Services that an executed page may ask for with `needs`; `src/verify/data/services.yaml` says how each one is
 * started. The part after a colon is the state of the service.
 */
export const serviceNames = [
  // Every valid request is answered at once.
  'fake-api',
  // The first three requests are rejected as overloaded: OpenAI and Gemini 503, Anthropic 529.
  'fake-api:overloaded',
  // The first three requests fail with status 500.
  'fake-api:server-error',
  // The account has no credit left.
  'fake-api:no-credit',
  // A low rate limit, with a minute of three seconds.
  'fake-api:free-tier',
  // The first stream's connection breaks halfway.
  'fake-api:cut-stream',
  // The first stream ends halfway with an error event.
  'fake-api:error-in-stream',
  // Every reply takes six seconds; a stream starts at once and is spread over them.
  'fake-api:slow',
  'postgres',
  'redis',
] as const

export type ServiceName = (typeof serviceNames)[number]

const real: ReadonlySet<ServiceName> = new Set(['postgres', 'redis'])

/** Is it an imitation of the real service? A page that needs one says so. */
export const isStandIn = (name: ServiceName): boolean => !real.has(name)
