import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { preparation, prepare } from '../../src/client/prepare.ts'

const entries = [
  {
    id: 'auth/a',
    title: 'Gateway closed: pairing required',
    errors: [
      'gateway closed (1008): pairing required',
      'Error: … is not paired with … (code …)',
      '配对已过期',
    ],
    signs: ['the gateway asks for pairing again after each restart'],
    codes: ['code-1008'],
    products: ['openclaw'],
  },
  { id: 'auth/b', title: 'Token expired', errors: ['TOKEN_EXPIRED: …'], signs: [], codes: [], products: [] },
]

/** All numbers of the tables, by their names. */
function digestOf(value: unknown, hash = createHash('sha256')): string {
  const feed = (part: unknown, name: string): void => {
    if (ArrayBuffer.isView(part)) hash.update(name).update(part as NodeJS.ArrayBufferView)
    else for (const [key, inner] of Object.entries(part as object).sort()) feed(inner, `${name}.${key}`)
  }
  feed(value, '')
  return hash.digest('hex').slice(0, 16)
}

test('tables that differ from those of the last version have a new number, because users keep them on disk', () => {
  expect({ preparation, tables: digestOf(prepare(entries)) }).toEqual({
    preparation: 2,
    tables: 'a23f09468094bbe7',
  })
})
