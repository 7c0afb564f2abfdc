import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { check } from '../../src/pipeline/check.ts'
import { buildCatalog, contentFolder, temporaryFolder } from '../catalog.ts'
import { recordOf } from '../record.ts'
import { smallCatalog, validSolution } from '../valid-solution.ts'
import { run } from './command.ts'
import { sandboxHere } from './sandbox.ts'

const it = test.skipIf((await sandboxHere()) === undefined)

const path = 'solutions/general/a.md'
const blocks =
  'starts.\n\n```js file=app.mjs\nimport net from "node:net"\nnet.connect(1)\n```\n\n```bash run=reproduce\nnode app.mjs\n```\n'
const page = validSolution
  .replace('evidence: documented\n', 'evidence: reproduced\n')
  .replace('starts.\n', blocks)
  .replace('port 5432.\n', 'port 5432.\n\n```bash run=fix\nnode --version\n```\n')

/** What the check and the built site say of the page. */
async function sayings(files: Readonly<Record<string, string>>) {
  const content = contentFolder(files)
  const site = await buildCatalog(content)
  const problems = (await check(content)).problems.filter(({ code }) => code === 'evidence/not-run')
  const html = site.text('catalog/solutions/general/a.html')
  return {
    problems: problems.map(({ line, hint }) => `${line}: ${hint}`),
    badge: /<strong class="badge[^>]*>(.*?)<\/strong>/.exec(html)?.[1],
    ran: /<dd>((?:Run on|Not run).*?)<\/dd>/.exec(html)?.[1],
    twin: /^verified: (.*)$/m.exec(site.text('catalog/solutions/general/a.md'))?.[1],
    matched: site.json('catalog/match.json').entries[0].evidence,
  }
}

const record = recordOf({ [path]: page })

describe('a page whose blocks ran', async () => {
  const reproduced = {
    problems: [],
    badge: 'Reproduced',
    ran: 'Run on 2026-11-01 with Node 20.20.2',
    twin: '2026-11-01 with Node 20.20.2',
    matched: 'reproduced',
  }
  const lost = {
    problems: ['8: Run fixdex verify general/a and commit content/verified.json.'],
    badge: undefined,
    ran: 'Not run since its code last changed',
    twin: undefined,
    matched: undefined,
  }
  const withRecord = (text: string) => sayings({ [path]: text, 'verified.json': record })

  test('says so, with date and versions, wherever it is published', async () => {
    expect(await withRecord(page)).toEqual(reproduced)
  })

  test.each([
    ['its prose', page.replace('Nothing listens', 'Nothing at all listens')],
    ['a block that is not run', page.replace('## Environment\n', '## Environment\n\n```text\nx\n```\n')],
    ['a caution', page.replace('bash run=fix', 'bash run=fix caution="Talks."')],
  ])('still says so when %s changes', async (_, text) => {
    expect(await withRecord(text)).toEqual(reproduced)
  })

  test.each([
    ['a block', page.replace('node --version', 'node --help')],
    ['a file', page.replace('net.connect(1)', 'net.connect(2)')],
    ['a language', page.replace('bash run=fix', 'sh run=fix')],
    ['the name of a file', page.replaceAll('app.mjs', 'main.mjs')],
    ['the order of its blocks', page.replace(/(```js file[\s\S]*?```)\n\n(```bash[\s\S]*?```)/, '$2\n\n$1')],
    ['a message', page.replace('127.0.0.1:…"', '127.0.0.2:…"')],
    ['a package', page.replace('retry:', 'packages: ["ms@2.1.3"]\nretry:')],
    ['a service', page.replace('retry:', 'needs: [redis]\nretry:')],
  ])('no longer says so when %s changes, and the check says what to do', async (_, text) => {
    expect(text).not.toBe(page)
    expect(await withRecord(text)).toEqual(lost)
  })

  test('does not say so without a record', async () => {
    expect(await sayings({ [path]: page })).toEqual(lost)
  })

  test('keeps another grade of evidence, and says that it ran', async () => {
    const confirmed = page.replace('evidence: reproduced', 'evidence: confirmed')
    expect(await sayings({ [path]: confirmed, 'verified.json': record })).toMatchObject({
      badge: 'Confirmed',
      ran: reproduced.ran,
      matched: 'confirmed',
    })
    expect(await sayings({ [path]: confirmed })).toMatchObject({
      problems: [expect.stringContaining('24: Run fixdex verify')],
      badge: 'Confirmed',
      ran: undefined,
    })
  })

  test('names a server that the page brings, the messages that were printed and the parts that ran', async () => {
    const text = page
      .replace('net.connect(1)', 'net.connect(1) // createServer() elsewhere')
      .replace('bash run=fix', 'bash run=verify\ntrue\n```\n\n```bash run=fix')
    const counted = recordOf({ [path]: text }).replace('}},', '},"messages":1},')
    const { ran, twin } = await sayings({ [path]: text, 'verified.json': counted })
    expect(ran).toMatch(
      /against a server from the page\. 1 of \d messages? reproduced; steps run: Fix and Verify$/,
    )
    expect(twin).toMatch(/against a server of the page; 1 of \d messages reproduced, fix, verify ran$/)
  })

  test('names no parts where only the error was run', async () => {
    const text = page
      .replace('evidence: reproduced', 'evidence: confirmed')
      .replace('bash run=fix', 'bash norun="needs a GPU"')
    const counted = recordOf({ [path]: text }).replace('}},', '},"messages":1},')
    const { ran, twin } = await sayings({ [path]: text, 'verified.json': counted })
    expect(ran).toMatch(/ 1 of \d messages? reproduced$/)
    expect(twin).toMatch(/; 1 of \d messages reproduced$/)
  })

  test('names its packages, and a stand-in where there was one', async () => {
    const text = page.replace('retry:', 'packages: ["@scope/sdk@6.1.0"]\nneeds: ["fake-api:slow"]\nretry:')
    const { ran, twin } = await sayings({ [path]: text, 'verified.json': recordOf({ [path]: text }) })
    expect(ran).toBe(
      'Run on 2026-11-01 with Node 20.20.2, @scope/sdk 6.1.0, against a local stand-in for the service',
    )
    expect(twin).toBe('2026-11-01 with Node 20.20.2, @scope/sdk 6.1.0, against a local stand-in')
  })
})

describe('verified.json', () => {
  const recordIn = (content: string) => readFileSync(join(content, 'verified.json'), 'utf8')
  const failing = page.replace('node --version', 'exit 1')

  it('is written by a run that proves a page: one line a page, sorted', async () => {
    const content = contentFolder({ [path]: page, 'solutions/auth/b.md': page })
    expect(run(['verify', 'general/a', '--content', content]).status).toBe(0)
    expect(run(['verify', 'auth/b', '--content', content]).status).toBe(0)
    const entry = `\\{"date":"\\d{4}-\\d\\d-\\d\\d","blocks":"[0-9a-f]{16}","sandbox":"bubblewrap","runtimes":\\{"Node":"${process.versions.node}"\\},"messages":1\\}`
    expect(recordIn(content)).toMatch(
      new RegExp(
        `^\\{\n"auth/b": ${entry},\n"general/a": ${entry},\n"generated": "by fixdex verify"\n\\}\n$`,
      ),
    )
    expect((await check(content)).problems.filter(({ code }) => code.startsWith('evidence'))).toEqual([])
    // A second run that finds the same is no news.
    const yesterday = recordIn(content).replaceAll(/"date":"[^"]*"/g, '"date":"2026-11-01"')
    writeFileSync(join(content, 'verified.json'), yesterday)
    expect(run(['verify', 'general/a', '--content', content]).status).toBe(0)
    expect(recordIn(content)).toBe(yesterday)
  })

  it('loses a page that fails or is gone, and keeps what was not run', () => {
    const content = contentFolder({ [path]: page, 'solutions/auth/b.md': page, 'solutions/auth/c.md': page })
    expect(run(['verify', '--all', '--content', content]).status).toBe(0)
    writeFileSync(join(content, path), failing)
    rmSync(join(content, 'solutions/auth/c.md'))
    expect(run(['verify', 'general/a', '--content', content]).status).toBe(1)
    expect(Object.keys(JSON.parse(recordIn(content)))).toEqual(['auth/b', 'generated'])
  })

  it('keeps a page that could not be run here', () => {
    const text = page.replace('retry:', 'packages: ["@fixdex/none@99.0.0"]\nretry:')
    const content = contentFolder({ [path]: text, 'verified.json': recordOf({ [path]: text }) })
    expect(run(['verify', '--all', '--content', content]).status).toBe(1)
    expect(Object.keys(JSON.parse(recordIn(content)))).toContain('general/a')
  })

  it('stays as it is when told so', () => {
    const content = contentFolder({ [path]: page, 'verified.json': record })
    for (const flag of ['--no-record', '--newest'])
      expect(run(['verify', '--all', flag, '--content', content]).status).toBe(0)
    expect(run(['verify', '--sample', '1', '--content', content]).status).toBe(0)
    expect(recordIn(content)).toBe(record)
  })

  it('tells which pages have changed', () => {
    const content = contentFolder({ [path]: page, 'verified.json': record })
    const changed = () => run(['verify', '--changed', '--no-record', '--content', content])
    expect(changed()).toMatchObject({ status: 0, stdout: '0 pages run, 0 failed\n' })
    writeFileSync(join(content, path), failing)
    expect(changed()).toMatchObject({ status: 1 })
  })

  it('a page or a record that differs from a commit is run again', () => {
    const content = contentFolder({ [path]: page, 'solutions/auth/b.md': page, 'verified.json': record })
    const git = (...args: string[]) =>
      spawnSync('git', ['-C', content, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args])
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-qm', 'First'],
    ])
      git(...args)
    const since = () =>
      JSON.parse(
        run(['verify', '--since', 'HEAD', '--json', '--no-record', '--content', content]).stdout,
      ).map((result: { id: string }) => result.id)
    expect(since()).toEqual([])
    writeFileSync(join(content, 'solutions/auth/b.md'), `${page}\n`)
    mkdirSync(join(content, 'solutions/memory'))
    writeFileSync(join(content, 'solutions/memory/new.md'), page)
    expect(since()).toEqual(['auth/b', 'memory/new'])
    writeFileSync(join(content, 'verified.json'), record.replace('2026-11-01', '2026-11-02'))
    expect(since()).toEqual(['auth/b', 'general/a', 'memory/new'])
  })

  test('of two branches is put together line by line', () => {
    const [base, ours, theirs] = [['m'], ['m', 'a'], ['m', 'z']].map((names) => {
      const file = join(temporaryFolder(), 'verified.json')
      writeFileSync(
        file,
        recordOf(Object.fromEntries(names.map((name) => [`solutions/auth/${name}.md`, page]))),
      )
      return file
    })
    const { stdout } = spawnSync(
      'git',
      ['merge-file', '--union', '-p', ours ?? '', base ?? '', theirs ?? ''],
      {
        encoding: 'utf8',
      },
    )
    expect(Object.keys(JSON.parse(stdout))).toEqual(['auth/a', 'auth/m', 'auth/z', 'generated'])
  })

  test.each([
    ['{"a": 1', /verified\.json: .*JSON/],
    ['{"general/a": {"date": "today"}}', /general\/a/],
  ])('that is broken is a fault: %s', (text, message) => {
    const { status, stderr } = run([
      'check',
      '--content',
      contentFolder({ ...smallCatalog, 'verified.json': text }),
    ])
    expect(status).toBe(2)
    expect(stderr).toMatch(message)
    expect(stderr).toContain('fixdex verify')
  })
})
