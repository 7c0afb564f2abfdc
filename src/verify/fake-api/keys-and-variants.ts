/**
 * Failures that depend on the state of the service rather than on the request. A page selects one with
 * `needs: [fake-api:<name>]`; without a variant, every valid request is answered at once.
 */
export const variants = [
  // The first three requests are rejected as overloaded: OpenAI and Gemini 503, Anthropic 529.
  'overloaded',
  // The first three requests fail with status 500.
  'server-error',
  // The account has no credit left.
  'no-credit',
  // A low rate limit, with a minute of three seconds.
  'free-tier',
  // The first stream's connection breaks halfway.
  'cut-stream',
  // The first stream ends halfway with an error event.
  'error-in-stream',
  // Every reply takes six seconds; a stream starts at once and is spread over them.
  'slow',
] as const

export type Variant = (typeof variants)[number]

/** Requests that fail before the service recovers: as many as the SDKs make by default (one and two retries). */
export const failuresBeforeRecovery = 3

/** The only keys that the stand-in accepts. */
export const openaiKey = 'sk-dummy-key-for-the-stand-in'
export const anthropicKey = 'sk-ant-dummy-key-for-the-stand-in'
export const geminiKey = 'dummy-key-for-the-stand-in'
