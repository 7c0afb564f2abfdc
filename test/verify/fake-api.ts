import type { AddressInfo } from 'node:net'
import { fakeApi } from '../../src/verify/fake-api/server.ts'
import { services } from '../../src/verify/services.ts'

export type VendorName = 'openai' | 'anthropic' | 'gemini'

const env = services.find(({ name }) => name === 'fake-api')?.env ?? {}
const keys = {
  openai: { authorization: `Bearer ${env.OPENAI_API_KEY}` },
  anthropic: { 'x-api-key': env.ANTHROPIC_API_KEY ?? '', 'anthropic-version': '2023-06-01' },
  gemini: { 'x-goog-api-key': env.GEMINI_API_KEY ?? '' },
}

/** A stand-in of its own on a free port, and a way to ask it with the right key. */
export async function startFakeApi(variant?: string) {
  const server = fakeApi(variant, env)
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    close: () => server.close(),
    ask: (vendor: VendorName, path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${address}/${vendor}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...keys[vendor], ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}
