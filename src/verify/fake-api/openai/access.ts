import { type Dict, isDict } from '../dict.ts'
import { type Account, type Call, type Judged, type PlainReply, passed, refused } from '../exchange.ts'
import { refusal } from './errors.ts'
import { type Model, modelOf } from './models.ts'

/** The key that the stand-in takes. Any other one is wrong. */
export const openaiKey = 'sk-dummy-key-for-the-stand-in'

/** Recorded at https://github.com/crmne/ruby_llm, spec/fixtures/vcr_cassettes/chat_error_handling_with_openai_gpt-5-nano_raises_appropriate_auth_error.yml */
export function checkKey({ headers }: Call, { variant }: Account): PlainReply | undefined {
  const key = /^Bearer\s+(.*)/i.exec(headers.authorization ?? '')?.[1]?.trim()
  const denied = { status: 401, headers: { 'www-authenticate': 'Bearer realm="OpenAI API"' } }
  if (!key)
    // https://github.com/openai/openai-python/issues/1434
    return refusal(
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY), or as the password field (with blank username) if you're accessing the API from your browser and are prompted for a username and password. You can obtain an API key from https://platform.openai.com/account/api-keys.",
      denied,
    )
  if (key !== openaiKey)
    return refusal(
      `Incorrect API key provided: ${masked(key)}. You can find your API key at https://platform.openai.com/account/api-keys.`,
      { ...denied, code: 'invalid_api_key' },
    )
  if (variant !== 'no-credit') return undefined
  // https://platform.openai.com/docs/guides/error-codes/api-errors
  return refusal(
    'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
    { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  )
}

/** Short keys are shown whole, as in the recording above; of others the middle is hidden. */
const masked = (key: string): string =>
  key.length <= 12 ? key : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`

/** https://github.com/ChatGPTNextWeb/NextChat/issues/4064 */
export function readBody({ headers, body }: Call): Judged<Dict, PlainReply> {
  // A form or plain text holds no parameters, so that the model is the first one missed: `curl -d` sends a form.
  if (!/\bjson\b/i.test(headers['content-type'] ?? '')) return passed({})
  try {
    const value: unknown = JSON.parse(body)
    if (isDict(value)) return passed(value)
  } catch {}
  return refused(
    refusal(
      "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have trouble figuring out how to fix this, please contact us through our help center at help.openai.com.)",
    ),
  )
}

/** Two wordings of two endpoints: https://github.com/pydantic/pydantic-ai/tree/main/tests/cassettes/test_model_name_suggestions */
export function findModel(
  name: unknown,
  kind: 'chat' | 'responses' | 'embeddings',
): Judged<Model, PlainReply> {
  // https://github.com/chain-ml/council/issues/45
  if (typeof name !== 'string' || name === '') return refused(refusal('you must provide a model parameter'))
  const model = modelOf(name)
  if (model && (model.dimensions !== undefined) === (kind === 'embeddings')) return passed(model)
  if (kind === 'responses')
    return refused(
      refusal(`The requested model '${name}' does not exist.`, { param: 'model', code: 'model_not_found' }),
    )
  if (model && kind === 'chat')
    // https://github.com/SciSharp/BotSharp/pull/959
    return refused(
      refusal(
        'This is not a chat model and thus not supported in the v1/chat/completions endpoint. Did you mean to use v1/completions?',
        { status: 404, param: 'model' },
      ),
    )
  return refused(
    refusal(`The model \`${name}\` does not exist or you do not have access to it.`, {
      status: 404,
      code: 'model_not_found',
    }),
  )
}
