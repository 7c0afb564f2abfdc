/**
 * Failures that hang on the service's state and not on the request. A page asks for one as `needs: [fake-api:<name>]`;
 * without a variant the service answers every correct request at once.
 */
export const variants = {
  overloaded: 'the first three requests are turned away as overloaded (OpenAI and Gemini 503, Anthropic 529)',
  'server-error': 'the first three requests fail with status 500',
  'bad-gateway': 'a proxy in front answers the first three requests with a 502 page in HTML',
  'no-credit': 'the account has no credit left',
  'free-tier': 'the account is on the free tier: few requests a minute, and the minute lasts three seconds',
  'cut-stream': 'the connection of the first stream breaks half-way',
  'error-in-stream': 'the first stream ends half-way in an error event',
  slow: 'every answer takes six seconds; a stream begins at once and is spread over them',
} as const

export type Variant = keyof typeof variants

export const isVariant = (name: string): name is Variant => Object.hasOwn(variants, name)

/** Requests that fail before the service recovers: as many as the SDKs make by default, two of them retries. */
export const failuresBeforeRecovery = 3

/** The keys that the stand-in takes. Any other one is wrong. */
export const openaiKey = 'sk-dummy-key-for-the-stand-in'
export const anthropicKey = 'sk-ant-dummy-key-for-the-stand-in'
export const geminiKey = 'dummy-key-for-the-stand-in'
