import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codesOf } from '../src/client/codes.ts'
import { serveStatic } from '../src/serve/static-server.ts'
import { realCatalog, root } from './catalog.ts'

/*
 * Real errors, the real catalog, and nothing but curl and jq: the code's lookup file, then the page. The queries are
 * not part of the project; where they are missing, or curl or jq are, there is nothing to try.
 */

const queries = join(root, '../shared/queries/dev.jsonl')
const ready =
  existsSync(queries) &&
  ['curl', 'jq'].every((program) => spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0)

describe.skipIf(!ready)('an agent with curl and jq', () => {
  let origin = ''
  let site = ''
  let close = async () => {}
  let out = ''
  beforeAll(async () => {
    out = (await realCatalog()).out
    const served = await serveStatic(out, 0)
    origin = new URL(served.address).origin
    site = new URL(served.address).pathname
    close = served.close
  })
  afterAll(() => close())

  const shell = (text: string): Promise<string> =>
    new Promise((done) => {
      const child = spawn('bash', ['-c', text], { stdio: ['ignore', 'pipe', 'ignore'] })
      let printed = ''
      child.stdout.on('data', (data) => (printed += data))
      child.on('close', () => done(printed))
    })

  test('gets from at least twenty errors to the fix by their codes, most in less than 12 KB', async () => {
    const expected = JSON.parse(readFileSync(join(root, 'test/eval/expected.json'), 'utf8')) as Record<
      string,
      string[]
    >
    const found: number[] = []
    for (const line of readFileSync(queries, 'utf8').trim().split('\n')) {
      const { id, query } = JSON.parse(line) as { id: string; query: string }
      const page = expected[id]?.[0]
      let bytes = 0
      for (const code of codesOf(query)) {
        if (page === undefined) break
        const lookup = await shell(`curl -fsSL ${origin}${site}/lookup/${code}.json`)
        bytes += lookup.length
        const addresses = await shell(
          `curl -fsSL ${origin}${site}/lookup/${code}.json | jq -r '.solutions[].md'`,
        )
        const md = addresses.split('\n').find((address) => address.endsWith(`/solutions/${page}.md`))
        if (md === undefined) continue
        const twin = await shell(`curl -fsSL ${origin}${md}`)
        expect(twin).toMatch(/^---\ntitle: /)
        found.push(bytes + twin.length)
        break
      }
    }
    expect(found.length).toBeGreaterThanOrEqual(20)
    expect(found.sort((a, b) => a - b)[Math.floor(found.length / 2)]).toBeLessThan(12_000)
  })
})
