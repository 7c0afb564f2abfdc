import { anthropicKey, geminiKey, openaiKey, type Variant, variants } from './fake-api/keys-and-variants.ts'
import { programInside, type Service } from './service.ts'

const port = 4010
const address = `http://127.0.0.1:${port}`

/** Addresses and keys under the names that the vendors' SDKs read, so that pages' code says nothing of the stand-in. */
const env = {
  OPENAI_BASE_URL: `${address}/openai/v1`,
  OPENAI_API_KEY: openaiKey,
  ANTHROPIC_BASE_URL: `${address}/anthropic`,
  ANTHROPIC_API_KEY: anthropicKey,
  // Read by @google/genai alone; others are given it in code, with `/v1beta` behind it where they want a version.
  GOOGLE_GEMINI_BASE_URL: `${address}/gemini`,
  GEMINI_API_KEY: geminiKey,
  GOOGLE_GENERATIVE_AI_API_KEY: geminiKey,
}

const what = 'stand-in for the OpenAI, Anthropic and Gemini APIs'

const service = (name: Service['name'], describe: string, variant: readonly string[]): Service => ({
  name,
  describe,
  available: () => undefined,
  start: ['node', `${programInside}/lib/verify/fake-api/main.js`, String(port), ...variant],
  env,
  ready: port,
})

/** The stand-in, and one service for each state in which it fails whatever it is asked. */
export const fakeApiServices: readonly Service[] = [
  service('fake-api', what, []),
  ...(Object.entries(variants) as [Variant, string][]).map(([name, says]) =>
    service(`fake-api:${name}`, `${what}: ${says}`, [name]),
  ),
]
