import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveStatic } from '../src/serve/static-server.ts'
import { buildCatalog, contentFolder, realCatalog, root, temporaryFolder } from './catalog.ts'
import { smallCatalog } from './valid-solution.ts'

/* What the skill says, done with the programs it names. */

let address = ''
let close = async () => {}
let out = ''
beforeAll(async () => {
  // The skill carries the address of its catalog, so the catalog is built for the port that it is then served on.
  const probe = await serveStatic((await buildCatalog(contentFolder(smallCatalog))).out, 0)
  const baseUrl = new URL(probe.address).origin
  await probe.close()
  out = (await buildCatalog(contentFolder(smallCatalog), { baseUrl })).out
  const served = await serveStatic(out, Number(new URL(baseUrl).port))
  address = served.address
  close = served.close
})
afterAll(() => close())

/** Not spawnSync: this process has to answer the requests meanwhile. */
function run(
  command: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<{ status: number | null; printed: string }> {
  return new Promise((done) => {
    const child = spawn(command, args, {
      ...options,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    child.stdout.on('data', (data) => (printed += data))
    child.stderr.on('data', (data) => (printed += data))
    child.on('close', (status) => done({ status, printed }))
  })
}

const installed = (program: string): boolean =>
  spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0

test('the skills program installs it from the site', async () => {
  const project = temporaryFolder()
  mkdirSync(join(project, '.claude'))
  const { status, printed } = await run(
    join(root, 'node_modules/.bin/skills'),
    ['add', address, '-y', '-a', 'claude-code'],
    {
      cwd: project,
      env: { HOME: project, DISABLE_TELEMETRY: '1', DO_NOT_TRACK: '1', CI: '1' },
    },
  )
  const file = join(project, '.claude/skills/error-solutions/SKILL.md')
  expect({ status, there: existsSync(file) }, printed).toEqual({ status: 0, there: true })
  expect(readFileSync(file, 'utf8')).toBe(
    readFileSync(join(out, 'catalog/.well-known/agent-skills/error-solutions/SKILL.md'), 'utf8'),
  )
})

/** The commands of the skill's fences, with one thing replaced. */
function commands(replace: (text: string) => string): string[] {
  const skill = readFileSync(join(out, 'catalog/.well-known/agent-skills/error-solutions/SKILL.md'), 'utf8')
  return [...skill.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, text = '']) => replace(text))
}

test.skipIf(!installed('curl') || !installed('jq'))(
  'its curl and jq commands lead from an error to the page',
  async () => {
    const scratch = temporaryFolder()
    const shell = (text: string, env: Record<string, string> = {}) =>
      run('bash', ['-euo', 'pipefail', '-c', text], { cwd: scratch, env: { TMPDIR: scratch, ...env } })
    const [, , byCode = '', byWords = '', page = ''] = commands((text) =>
      text.replace('telegram 409 conflict', 'econnrefused starts'),
    )
    const found = await shell(byCode)
    expect(found).toMatchObject({
      status: 0,
      printed: expect.stringContaining('/catalog/solutions/general/connect-econnrefused.md'),
    })
    expect((await shell(byWords)).printed).toContain('/catalog/solutions/general/connect-econnrefused.md')
    const md = /\S+connect-econnrefused\.md/.exec(found.printed)?.[0] ?? ''
    expect((await shell(page, { md })).printed).toContain('Start the server, then check with `ss -ltn`')
  },
)

describe('the client that it downloads', () => {
  const home = temporaryFolder()
  const shell = (text: string) =>
    run('bash', ['-c', text], { cwd: home, env: { HOME: home, XDG_CACHE_HOME: join(home, 'cache') } })

  test.skipIf(!installed('curl'))('comes with the digest that the lines and the manifest name', async () => {
    const [download = '', use = ''] = commands((text) => text)
    const client = join(home, '.fixdex/fixdex.mjs')
    const other = await shell(download.replace(/[0-9a-f]{64}/, '0'.repeat(64)))
    expect({ failed: other.status !== 0, there: existsSync(client) }).toEqual({ failed: true, there: false })
    expect(await shell(download)).toMatchObject({ status: 0 })
    const bytes = readFileSync(client)
    expect(bytes.length).toBeLessThanOrEqual(150_000)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(download).toContain(sha256)
    expect(readFileSync(join(out, 'catalog/llms.txt'), 'utf8')).toContain(sha256)
    expect(readFileSync(join(out, 'catalog/manifest.json'), 'utf8')).toContain(
      JSON.stringify({ path: 'catalog/fixdex.mjs', bytes: bytes.length, sha256 }),
    )
    writeFileSync(join(home, 'error.log'), 'Error: connect ECONNREFUSED 127.0.0.1:5432\n')
    const [match = '', show = ''] = use.trim().split('\n')
    const found = await shell(match)
    expect(found).toMatchObject({
      status: 0,
      printed: expect.stringMatching(/^Exact match: Example: connect/),
    })
    const [id = ''] = /general\/connect-econnrefused/.exec(found.printed) ?? []
    expect((await shell(show.replace('<category>/<slug>', id))).printed).toContain('## Fix')
    writeFileSync(join(home, 'error.log'), 'all is well\n')
    expect(await shell(match)).toMatchObject({ status: 3, printed: expect.stringMatching(/^Not covered/) })
    expect(await shell(`${match} --index http://127.0.0.1:9/catalog`)).toMatchObject({ status: 2 })
  })
})

test('the skill in the repository is the published one, and can be installed from there', async () => {
  const published = (await realCatalog()).text('fixdex/.well-known/agent-skills/error-solutions/SKILL.md')
  const inRepository = '.agents/skills/error-solutions/SKILL.md'
  // The digest is of the client that was published last: another one leads to the current lines.
  const timeless = (text: string) => text.replace(/[0-9a-f]{64}/, '')
  const own = readFileSync(join(root, inRepository), 'utf8')
  expect(timeless(own), `copy the published file to ${inRepository}`).toBe(timeless(published))
  const repository = temporaryFolder()
  cpSync(join(root, '.agents'), join(repository, '.agents'), { recursive: true })
  const project = temporaryFolder()
  mkdirSync(join(project, '.claude'))
  const { status, printed } = await run(
    join(root, 'node_modules/.bin/skills'),
    ['add', repository, '-y', '-a', 'claude-code'],
    {
      cwd: project,
      env: { HOME: project, DISABLE_TELEMETRY: '1', DO_NOT_TRACK: '1', CI: '1' },
    },
  )
  expect(status, printed).toBe(0)
  expect(readFileSync(join(project, '.claude/skills/error-solutions/SKILL.md'), 'utf8')).toBe(own)
})

test('every block of code ends on a line of its own', () => {
  const text = readFileSync(join(out, 'catalog/.well-known/agent-skills/error-solutions/SKILL.md'), 'utf8')
  const fences = text.match(/```/g) ?? []
  expect(text.match(/^```(bash)?$/gm)).toHaveLength(fences.length)
})
