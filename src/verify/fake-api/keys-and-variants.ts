/**
 * Failures that depend on the state of the service and not on the request. A page asks for one as `needs: [fake-api:<name>]`;
 * without a variant the service answers every correct request at once.
 */
export const variants = [
  // The first three requests are turned away as overloaded: OpenAI and Gemini 503, Anthropic 529.
  'overloaded',
  // The first three requests fail with status 500.
  'server-error',
  // A proxy in front answers the first three requests with a 502 page in HTML.
  'bad-gateway',
  // The account has no credit left.
  'no-credit',
  // Few requests a minute, and the minute lasts three seconds.
  'free-tier',
  // The connection of the first stream breaks half-way.
  'cut-stream',
  // The first stream ends half-way in an error event.
  'error-in-stream',
  // Every answer takes six seconds; a stream begins at once and is spread over them.
  'slow',
] as const

export type Variant = (typeof variants)[number]

/** Requests that fail before the service recovers: as many as the SDKs make by default, two of them retries. */
export const failuresBeforeRecovery = 3

/** The keys that the stand-in takes. Any other one is wrong. */
export const openaiKey = 'sk-dummy-key-for-the-stand-in'
export const anthropicKey = 'sk-ant-dummy-key-for-the-stand-in'
export const geminiKey = 'dummy-key-for-the-stand-in'
