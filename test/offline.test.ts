import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import sirv from 'sirv'
import { describe, expect, test } from 'vitest'
import { buildCatalog, contentFolder, realCatalog, root, temporaryFolder } from './catalog.ts'
import { smallCatalog } from './valid-solution.ts'

/* The client with nothing but the packed catalog. */

const { out } = await buildCatalog(contentFolder(smallCatalog))
const site = join(out, 'catalog')
const error = 'Error: connect ECONNREFUSED 127.0.0.1:5432\n'
// Nothing listens there: a machine without a network.
const offline = { HTTP_PROXY: '', NODE_OPTIONS: '' }

function run(
  args: string[],
  { client = join(site, 'fixdex.mjs'), home = temporaryFolder(), input = '' } = {},
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  return new Promise((done) => {
    const child: ChildProcess = spawn(process.execPath, [client, ...args], {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, ...offline },
    })
    let stdout = ''
    let stderr = ''
    child.stdout?.on('data', (data) => (stdout += data))
    child.stderr?.on('data', (data) => (stderr += data))
    child.on('close', (status) => done({ status, stdout, stderr }))
    child.stdin?.end(input)
  })
}

const pack = join(site, 'catalog.tgz')

describe('with --pack', () => {
  test('match, show and search answer as from the folder', async () => {
    for (const [args, input] of [
      [['match'], error],
      [['match', '--json'], error],
      [['show', 'general/connect-econnrefused'], ''],
    ] as const) {
      const fromPack = await run([...args, '--pack', pack], { input })
      const fromFolder = await run([...args, '--index', site], { input })
      const alike = (text: string) =>
        text
          .replace(/\b[0-9a-f]{8}(?=: (?:data|end))|up to the next \w{8}/g, '')
          .replace(/^Page: .*\/solutions/m, '')
      expect(fromPack).toMatchObject({ status: 0, stderr: '' })
      expect(alike(fromPack.stdout)).toBe(alike(fromFolder.stdout))
    }
    const found = await run(['search', 'econnrefused', 'starts', '--pack', pack])
    expect(found).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('\n  general/connect-econnrefused\n'),
    })
    const input = 'deploy: Error: PASSWORD=hunter42 is refused for bob@example.com by the moon\n'
    const miss = await run(['match', '--pack', pack], { input })
    expect(miss.status).toBe(3)
    const form = new URL(/https:\S+/.exec(miss.stdout)?.[0] ?? '')
    expect(form.searchParams.get('template')).toBe('solution.yml')
    expect(form.searchParams.get('error')).toBe('deploy: Error: PASSWORD=… is refused for … by the moon')
  })

  test('the MCP server answers, skill included', async () => {
    const args = [join(site, 'fixdex.mjs'), 'mcp', '--pack', pack]
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' }))
    const matched = await client.callTool({ name: 'match_error', arguments: { text: error } })
    expect(matched.structuredContent).toMatchObject({ covered: true })
    const found = await client.callTool({ name: 'search_solutions', arguments: { query: 'ECONNREFUSED' } })
    expect(found.structuredContent).toMatchObject({ count: 2 })
    const skill = await client.readResource({ uri: 'skill://error-solutions/SKILL.md' })
    expect(skill.contents[0]).toMatchObject({
      text: readFileSync(join(site, '.well-known/agent-skills/error-solutions/SKILL.md'), 'utf8'),
    })
    await client.close()
  })

  test('the hook answers a failed command once, and nothing else', async () => {
    const home = temporaryFolder()
    const failed = JSON.stringify({
      session_id: '1',
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      error: error.trim(),
    })
    const hook = () => run(['hook', 'claude-code', '--pack', pack], { home, input: failed })
    const { status, stdout, stderr } = await hook()
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain('ss -ltn')
    expect((await hook()).stdout).toBe('')
  })

  test('tar opens it into a folder that --index reads', async () => {
    const dir = temporaryFolder()
    execFileSync('tar', ['-xzf', pack, '-C', dir])
    expect(await run(['match', '--index', dir], { input: error })).toMatchObject({ status: 0, stderr: '' })
  })

  test('a file that is no pack is refused', async () => {
    const torn = join(temporaryFolder(), 'torn.tgz')
    writeFileSync(torn, readFileSync(pack).subarray(0, 500))
    expect(await run(['match', '--pack', torn], { input: error })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('truncated or no packed catalog'),
    })
    expect((await run(['match', '--pack', '/no/such.tgz'], { input: error })).status).toBe(2)
  })
})

test('without a network the copy beside the client answers; without a copy the message says what to do', async () => {
  const home = temporaryFolder()
  const client = join(home, 'fixdex.mjs')
  copyFileSync(join(site, 'fixdex.mjs'), client)
  expect(await run(['match'], { client, home, input: error })).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/--pack catalog\.tgz, or --index .* fixdex update/),
  })
  copyFileSync(pack, join(home, 'catalog.tgz'))
  expect(await run(['match'], { client, home, input: error })).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Exact match/),
    stderr: expect.stringContaining('the answer is from the copy'),
  })
})

test('update takes a newer catalog, and nothing that is torn, tampered with or mixed', async () => {
  const served = temporaryFolder()
  cpSync(site, served, { recursive: true })
  const server = createServer(sirv(served, { dev: true, etag: true }))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const home = temporaryFolder()
  const update = () => run(['update', 'copy.tgz', '--index', `http://127.0.0.1:${port}`], { home })
  const copy = () => readFileSync(join(home, 'copy.tgz'))
  expect(await update()).toMatchObject({ status: 0, stdout: expect.stringContaining(': 2 solutions of ') })
  expect(copy()).toEqual(readFileSync(pack))
  expect((await update()).stdout).toMatch(/is up to date/)

  const version = readFileSync(join(served, 'version.json'), 'utf8')
  const newer = version.replace(/"generated":"\d+/, '"generated":"2030')
  const breakages: [string, string | Buffer][] = [
    ['version.json', newer],
    ['catalog.tgz', readFileSync(pack).subarray(0, 900)],
    ['catalog.tgz', Buffer.concat([readFileSync(pack), Buffer.from('more')])],
  ]
  for (const [name, body] of breakages) {
    writeFileSync(join(served, 'version.json'), newer)
    writeFileSync(join(served, name), body)
    expect(await update()).toMatchObject({ status: 2, stderr: expect.stringContaining('left as it was') })
    expect(copy()).toEqual(readFileSync(pack))
  }
  server.close()
})

test('the whole catalog fits: 1,300 pages within two megabytes', async () => {
  const { bytes } = (await realCatalog())
    .json('fixdex/manifest.json')
    .files.find(({ path }: { path: string }) => path === 'fixdex/catalog.tgz')
  const { count } = (await realCatalog()).json('fixdex/version.json')
  expect((bytes / count) * 1300).toBeLessThan(2_000_000)
  expect(readFileSync(join(root, 'lib/fixdex.mjs')).length).toBeLessThan(150_000)
})
