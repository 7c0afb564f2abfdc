import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codesOf } from '../src/client/codes.ts'
import { serveStatic } from '../src/serve/static-server.ts'
import { realCatalog, root } from './catalog.ts'

/*
 * Real errors, the real catalog, and nothing but curl and jq. The many queries are not part of the project; where they
 * are missing, only the ten below are tried.
 */

const queries = join(root, '../shared/queries/dev.jsonl')
const tools = ['curl', 'jq'].every(
  (program) => spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0,
)

/** Raw errors: what the skill makes of each, a code or words, and the page with its fix. */
const errors: readonly (readonly [raw: string, by: 'code' | 'words', key: string, page: string])[] = [
  [
    'Error: listen EADDRINUSE: address already in use :::3000',
    'code',
    'eaddrinuse',
    'concurrency/eaddrinuse-address-already-in-use',
  ],
  [
    'npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree',
    'code',
    'eresolve',
    'general/npm-eresolve-unable-to-resolve-dependency-tree',
  ],
  [
    'The command was terminated with exit code 137',
    'code',
    'exit-137',
    'container/exit-code-137-143-container-memory-limit',
  ],
  [
    "BadRequestError: 400 {'code': 'context_length_exceeded'}",
    'code',
    'context-length-exceeded',
    'context-window/maximum-context-length-reduce-the-length-of-the-messages',
  ],
  [
    'GraphRecursionError: Recursion limit of 25 reached without hitting a stop condition.',
    'code',
    'graphrecursionerror',
    'loop-stuck/langgraph-graph-recursion-limit-reached',
  ],
  [
    'McpError: MCP error -32001: Request timed out',
    'code',
    'mcp-32001',
    'tool-failure/mcp-error-32001-request-timed-out',
  ],
  [
    'ETELEGRAM: 409 Conflict: terminated by other getUpdates request',
    'words',
    'telegram 409 conflict',
    'messaging/telegram-409-terminated-by-other-getupdates',
  ],
  [
    'error: externally-managed-environment',
    'words',
    'externally managed',
    'general/pip-externally-managed-environment',
  ],
  [
    ' ! [rejected]        main -> main (non-fast-forward)',
    'words',
    'non-fast-forward',
    'general/git-failed-to-push-some-refs-fetch-first',
  ],
  [
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    'words',
    'heap out of memory',
    'performance/node-javascript-heap-out-of-memory-max-old-space-size',
  ],
]

describe.skipIf(!tools)('an agent with curl and jq', () => {
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

  test.each(errors)('follows the steps of the skill from %j to its fix', async (raw, by, key, page) => {
    const skill = readFileSync(join(out, site, '.well-known/agent-skills/error-solutions/SKILL.md'), 'utf8')
    const steps = [...skill.matchAll(/^## (.*)\n[\s\S]*?```bash\n([\s\S]*?)```/gm)]
    const step = (heading: string) => {
      const [, , text = ''] = steps.find(([, name]) => name === heading) ?? []
      // The same catalog, served here.
      return text.replaceAll('https://fixdex.github.io', origin)
    }
    // The keys are in the error as it is, so nothing has to be guessed.
    if (by === 'code') expect(codesOf(raw)).toContain(key)
    else for (const word of key.split(' ')) expect(raw.toLowerCase()).toContain(word)
    const look =
      by === 'code'
        ? step('With curl, by error code').replace(/^code=.*$/m, `code=${key}`)
        : step('With curl, by words').replace('"telegram 409 conflict"', `"${key}"`)
    const found = await shell(look)
    expect(found).toContain(`/solutions/${page}.md`)
    const twin = await shell(`md=${site}/solutions/${page}.md\n${step('Then')}`)
    expect(twin).toMatch(/^---\ntitle: [\s\S]*\n## Fix\n\n\S/)
  })

  test.skipIf(!existsSync(queries))(
    'gets from at least twenty errors to the fix by their codes, most in less than 12 KB',
    async () => {
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
    },
  )
})
