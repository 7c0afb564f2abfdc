import { type Dict, isDict } from '../dict.ts'
import { type Call, type Judged, type PlainReply, passed, refused } from '../exchange.ts'
import { invalid, refusal } from './errors.ts'

/** The key that the stand-in takes. Any other one is wrong. */
export const geminiKey = 'dummy-key-for-the-stand-in'

const type = (name: string): string => `type.googleapis.com/google.rpc.${name}`

/** Recorded at https://github.com/crmne/ruby_llm, spec/fixtures/vcr_cassettes/chat_error_handling_with_gemini_gemini-2_5-flash_raises_appropriate_auth_error.yml */
export function checkKey({ headers, query }: Call): PlainReply | undefined {
  const key = headers['x-goog-api-key'] ?? query.get('key')
  if (!key)
    // https://github.com/PublicAffairs/openai-gemini/issues/92
    return refusal(
      'PERMISSION_DENIED',
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    )
  if (key === geminiKey) return undefined
  const message = 'API key not valid. Please pass a valid API key.'
  return refusal('INVALID_ARGUMENT', message, [
    {
      '@type': type('ErrorInfo'),
      reason: 'API_KEY_INVALID',
      domain: 'googleapis.com',
      metadata: { service: 'generativelanguage.googleapis.com' },
    },
    { '@type': type('LocalizedMessage'), locale: 'en-US', message },
  ])
}

/** Both spellings are taken, as protocol buffers do: `responseMimeType` and `response_mime_type`. */
export function readBody({ body }: Call): Judged<Dict, PlainReply> {
  try {
    const value: unknown = JSON.parse(body)
    if (isDict(value)) return passed(camel(value) as Dict)
  } catch {}
  // Unproven: no recording of these words was found.
  return refused(invalid('Invalid JSON payload received. Unexpected token.'))
}

/** Names of properties in a schema and arguments of a call are the user's own. */
const free = new Set(['args', 'response', 'properties', 'responseJsonSchema', 'parametersJsonSchema'])

function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camel)
  if (!isDict(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = key.startsWith('$')
        ? key
        : key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      if (name === 'properties' && isDict(inner))
        return [name, Object.fromEntries(Object.entries(inner).map(([own, schema]) => [own, camel(schema)]))]
      return [name, free.has(name) ? inner : camel(inner)]
    }),
  )
}
