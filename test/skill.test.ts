import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
    const [, byCode = '', byWords = '', page = ''] = commands((text) =>
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

test('its command finds the page', async () => {
  const scratch = temporaryFolder()
  writeFileSync(join(scratch, 'error.log'), 'Error: connect ECONNREFUSED 127.0.0.1:5432\n')
  const [first = ''] = commands(
    (text) =>
      text
        .split('\n')[0]
        ?.replace('npx -y fixdex', `"${process.execPath}" "${join(root, 'lib/cli/main.js')}"`) ?? '',
  )
  const { status, printed } = await run('bash', ['-c', first], {
    cwd: scratch,
    env: { XDG_CACHE_HOME: scratch },
  })
  expect(status, printed).toBe(0)
  expect(printed).toContain('Exact match: Example: connect ECONNREFUSED')
})

test('the skill in the repository is the published one, and can be installed from there', async () => {
  const published = (await realCatalog()).text('fixdex/.well-known/agent-skills/error-solutions/SKILL.md')
  const inRepository = '.agents/skills/error-solutions/SKILL.md'
  expect(readFileSync(join(root, inRepository), 'utf8'), `copy the published file to ${inRepository}`).toBe(
    published,
  )
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
  expect(readFileSync(join(project, '.claude/skills/error-solutions/SKILL.md'), 'utf8')).toBe(published)
})

test('every block of code ends on a line of its own', () => {
  const text = readFileSync(join(out, 'catalog/.well-known/agent-skills/error-solutions/SKILL.md'), 'utf8')
  const fences = text.match(/```/g) ?? []
  expect(text.match(/^```(bash)?$/gm)).toHaveLength(fences.length)
})
