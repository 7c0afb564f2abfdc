import type { AddressInfo } from 'node:net'
import {
  anthropicKey,
  geminiKey,
  openaiKey,
  type Variant,
} from '../../src/verify/fake-api/keys-and-variants.ts'
import { fakeApi } from '../../src/verify/fake-api/server.ts'

export type VendorName = 'openai' | 'anthropic' | 'gemini'

const keys = {
  openai: { authorization: `Bearer ${openaiKey}` },
  anthropic: { 'x-api-key': anthropicKey, 'anthropic-version': '2023-06-01' },
  gemini: { 'x-goog-api-key': geminiKey },
}

/** A stand-in of its own on a free port, and a way to ask it with the right key. */
export async function startFakeApi(variant?: Variant) {
  const server = fakeApi(variant)
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
