import { type Dict, isDict } from '../dict.ts'
import { type Account, type Call, type Judged, passed, refused } from '../exchange.ts'
import { invalid, type Refusal } from './errors.ts'

/** The key that the stand-in takes. Any other one is wrong. */
export const anthropicKey = 'sk-ant-dummy-key-for-the-stand-in'

/** https://github.com/continuedev/continue/issues/9399 and the recording named in errors.ts */
export function checkKey({ headers }: Call, { variant }: Account): Refusal | undefined {
  const denied = (message: string): Refusal => ({ type: 'authentication_error', message })
  const key = headers['x-api-key']
  // The TypeScript SDK sends the key as a bearer token since 1.0:
  // https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/client.ts
  const bearer = /^Bearer\s+(.*)/i.exec(headers.authorization ?? '')?.[1]
  if (!key && !bearer) return denied('x-api-key header is required')
  if (key ? key !== anthropicKey : bearer !== anthropicKey)
    // https://code.claude.com/docs/en/errors
    return denied(key ? 'invalid x-api-key' : 'Invalid bearer token')
  // https://platform.claude.com/docs/en/api/versioning
  if (!headers['anthropic-version']) return invalid('anthropic-version: header is required')
  if (variant !== 'no-credit') return undefined
  // https://github.com/TauricResearch/TradingAgents/issues/501
  return invalid(
    'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
  )
}

/** https://github.com/anthropics/claude-code/issues/8165, https://github.com/promptfoo/promptfoo/issues/4489 */
export function readBody({ body }: Call): Judged<Dict, Refusal> {
  // 32 MB: https://platform.claude.com/docs/en/api/errors#request-size-limits
  if (body.length > 32 * 1024 * 1024)
    return refused<Refusal>({ type: 'request_too_large', message: 'Request exceeds the maximum size' })
  // JavaScript's parser takes half of a pair, the API's parser does not.
  const lone = /\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})/.exec(body)
  if (lone) return notJson(`no low surrogate in string: ${placeOf(body, lone.index)}`)
  try {
    const value: unknown = JSON.parse(body)
    return isDict(value) ? passed(value) : notJson('expected an object: line 1 column 1 (char 0)')
  } catch (error) {
    const [, at = body.length] = /position (\d+)/.exec(String(error)) ?? []
    return notJson(`unexpected character: ${placeOf(body, Number(at))}`)
  }
}

const notJson = (reason: string) => refused(invalid(`The request body is not valid JSON: ${reason}`))

function placeOf(body: string, at: number): string {
  const before = body.slice(0, at).split('\n')
  return `line ${before.length} column ${(before.at(-1)?.length ?? 0) + 1} (char ${at})`
}
