import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { filesBelow, temporaryFolder } from '../catalog.ts'
import { start } from '../serve/process.ts'
import { validSolution } from '../valid-solution.ts'
import { type JobRun, newRepository, runJob } from './runner.ts'

/* The scripts of the workflows, run in a catalog that `fixdex init` made. Only the actions and GitHub are not there. */

const withJq = spawnSync('jq', ['--version']).status === 0
const page = 'content/solutions/general/connect-econnrefused.md'

/** A host of what the repository publishes; it shows what is built later, too. */
async function hostOf(dir: string): Promise<string> {
  const out = join(dir, 'dist')
  await start(['build', '--content', join(dir, 'content'), '--out', out]).ended
  const serve = start(['serve', '--out', out, '--port', '0'])
  const [, origin = ''] = await serve.prints(/Serving (http:\/\/127\.0\.0\.1:\d+)/)
  return origin
}

describe.skipIf(!withJq)('a pull request', () => {
  const { dir, git } = newRepository()
  const base = git('rev-parse', 'HEAD')
  let origin = ''
  const content = () =>
    runJob('pull-request.yml', 'content', {
      cwd: dir,
      expressions: {
        'github.event.pull_request.base.sha': base,
        'steps.build.outputs.address': `${origin}/elsewhere`,
      },
    })
  let checked: JobRun
  beforeAll(async () => {
    origin = await hostOf(dir)
    git('checkout', '-qb', 'topic')
    spawnSync('mkdir', ['-p', join(dir, 'content/solutions/general')])
    writeFileSync(join(dir, page), validSolution)
    // Without a coverage map, pages need not be listed in it.
    writeFileSync(join(dir, 'content/coverage.yaml'), '[]\n')
    git('add', '.')
    git('commit', '-qm', 'A solution')
    checked = content()
  })

  test('is checked, built and audited', () => {
    expect(checked.codes, checked.printed).toEqual({
      Check: 0,
      Build: 0,
      'Keep what is published': 0,
      Audit: 0,
    })
    expect(checked.outputs).toEqual({ address: 'https://acme.github.io/my-errors' })
    expect(checked.printed).toContain('::notice::Nothing is published yet.')
    expect(readdirSync(join(dir, 'dist/my-errors'))).toContain('.well-known')
  })

  test('with a mistake has an annotation', () => {
    writeFileSync(join(dir, page), validSolution.replace('attempts:', 'atempts:'))
    const { codes, printed } = content()
    writeFileSync(join(dir, page), validSolution)
    expect(codes).toEqual({ Check: 1 })
    expect(printed).toMatch(new RegExp(`^::error file=${page},line=11,`, 'm'))
  })

  /** The default branch reads what a branch changes; its code, templates and links count for nothing. */
  const commentOn = (change: () => void) => {
    git('checkout', '-qb', 'change', 'topic')
    change()
    git('add', '.')
    git('commit', '-qm', 'A change')
    const head = git('rev-parse', 'HEAD')
    git('checkout', '-q', 'main')
    git('remote', 'add', 'origin', dir)
    const { codes, printed, temp } = runJob('pull-request-comment.yml', 'text', {
      cwd: dir,
      expressions: {
        'github.server_url': 'https://github.com',
        'github.repository': 'acme/my-errors',
        'github.event.workflow_run.id': '7',
        'github.event.workflow_run.head_sha': head,
      },
    })
    git('worktree', 'remove', '--force', join(temp, 'change'))
    git('remote', 'remove', 'origin')
    git('branch', '-D', 'change')
    git('checkout', '-q', 'topic')
    expect(codes, printed).toEqual({ 'Write the comment': 0 })
    return readFileSync(join(temp, 'comment.md'), 'utf8')
  }

  test('has a comment that the default branch’s code writes from its files', () => {
    const comment = commentOn(() => {
      mkdirSync(join(dir, 'templates'), { recursive: true })
      writeFileSync(join(dir, 'templates/layout.eta'), '<% throw new Error("run") %>')
      symlinkSync('/etc/hostname', join(dir, 'content/solutions/general/link.md'))
    })
    expect(comment).toContain('#### New: `solutions/general/connect-econnrefused.md`')
    expect(comment).toContain('[this run](https://github.com/acme/my-errors/actions/runs/7)')
    expect(comment).toContain('templates/layout.eta')
    expect(comment).not.toContain(readFileSync('/etc/hostname', 'utf8').trim())
    expect(comment).not.toContain('own code')
  })

  const post = (pulls: unknown, comments: unknown) => {
    const { gh, temp, codes, printed } = runJob('pull-request-comment.yml', 'post', {
      cwd: temporaryFolder(),
      expressions: {
        'github.token': 'token',
        'github.event.workflow_run.head_repository.owner.login': 'someone',
        'github.event.workflow_run.head_branch': "topic'; $(touch pwned)",
        'github.event.workflow_run.head_sha': 'abc',
      },
      files: { 'comment/comment.md': '<!-- fixdex review -->\nText\n' },
      github: { pulls, comments },
    })
    expect(codes, printed).toEqual({ 'Post the comment': 0 })
    const sent = join(temp, 'sent')
    return {
      last: gh.at(-1),
      calls: gh.length,
      sent: existsSync(sent) && readFileSync(sent, 'utf8'),
      first: gh[0],
    }
  }
  const pulls = [
    { number: 3, head: { sha: 'older' } },
    { number: 4, head: { sha: 'abc' } },
  ]
  const bot = { login: 'github-actions[bot]' }

  test('gets the comment where GitHub says that its commit is', () => {
    const { first, last, sent } = post(pulls, [
      { id: 1, user: { login: 'x' }, body: '<!-- fixdex review -->' },
    ])
    expect(first).toContain("head=someone:topic'; $(touch pwned)")
    expect(last).toMatch(/--method POST repos\/acme\/my-errors\/issues\/4\/comments /)
    expect(sent).toBe('<!-- fixdex review -->\nText\n')
  })

  test('gets the same comment again when it changes', () => {
    const comments = [
      { id: 8, user: bot, body: 'Something else' },
      { id: 9, user: bot, body: '<!-- fixdex review -->\nOlder' },
    ]
    expect(post(pulls, comments).last).toMatch(/--method PATCH repos\/acme\/my-errors\/issues\/comments\/9 /)
  })

  test('that has gone on since gets none', () => {
    expect(post([{ number: 3, head: { sha: 'newer' } }], [])).toMatchObject({ calls: 1, sent: false })
  })
})

describe.skipIf(!withJq)('publishing', () => {
  const { dir } = newRepository()
  let origin = ''
  const build = (address: string, options: { drop?: boolean; only?: string } = {}) =>
    runJob('build.yml', 'build', {
      cwd: dir,
      expressions: {
        'steps.build.outputs.address': address,
        'inputs.allow_drop': String(options.drop ?? ''),
      },
      ...(options.only && { only: options.only }),
    })
  let built: JobRun
  beforeAll(async () => {
    origin = await hostOf(dir)
    built = build(`${origin}/elsewhere`)
  })

  test('checks, builds and audits', () => {
    expect(built.codes, built.printed).toEqual({
      Check: 0,
      Build: 0,
      'Keep what is published': 0,
      Audit: 0,
      'Choose the folder': 0,
      'Keep what is signed': 0,
    })
    expect(built.outputs).toMatchObject({
      address: 'https://acme.github.io/my-errors',
      generated: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })

  test('gives a project page the site’s own folder, and an origin all', () => {
    const folder = (address: string) => build(address, { only: 'Choose the folder' }).outputs.path
    expect(folder('https://acme.github.io/my-errors')).toBe('dist/my-errors')
    expect(folder('https://errors.example.org/my-errors')).toBe('dist')
    expect(folder('https://acme.github.io/other')).toBe('dist')
  })

  test('keeps the addresses that are published', () => {
    const file = join(dir, 'content/guides/json-from-models.md')
    const text = readFileSync(file, 'utf8')
    const only = 'Keep what is published'
    expect(build(`${origin}/my-errors`, { only }).codes).toEqual({ [only]: 0 })
    rmSync(file)
    const { codes, printed } = build(`${origin}/my-errors`, { only })
    writeFileSync(file, text)
    expect(codes).toEqual({ [only]: 1 })
    expect(printed).toMatch(
      /^::error file=content\/guides\/json-from-models\.md,.*Missing \/.*\/guide\/json-from-models:/m,
    )
    expect(build('http://127.0.0.1:9/my-errors', { only }).codes[only]).not.toBe(0)
  })

  test('asks the live site whether it is there', () => {
    const { codes, printed } = runJob('publish.yml', 'smoke', {
      cwd: dir,
      expressions: {
        'needs.build.outputs.address': `${origin}/my-errors`,
        'needs.build.outputs.generated': built.outputs.generated ?? '',
      },
    })
    expect(codes, printed).toEqual({ 'Ask the live site': 0 })
  })
})

describe.skipIf(!withJq)('the scheduled look', () => {
  const { dir } = newRepository()
  const look = (status: number) => {
    const hook = join(temporaryFolder(), 'hook.mjs')
    writeFileSync(hook, `globalThis.fetch = async () => new Response('', { status: ${status} })\n`)
    const { codes, temp, printed } = runJob('scheduled.yml', 'look', {
      cwd: dir,
      env: { NODE_OPTIONS: `--import ${hook}` },
      files: { 'report/done': '' },
    })
    expect(codes, printed).toEqual({ 'Rules and days of review': 0, Links: 0, 'New major versions': 0 })
    return Object.fromEntries(
      filesBelow(join(temp, 'report')).map((path) => [
        `report/${path}`,
        readFileSync(join(temp, 'report', path), 'utf8'),
      ]),
    )
  }
  const report = (files: Record<string, string>, open: unknown[]) => {
    const { codes, printed, gh, temp } = runJob('scheduled.yml', 'report', {
      cwd: temporaryFolder(),
      expressions: {
        'github.token': 'token',
        'github.repository': 'acme/my-errors',
        'github.server_url': 'https://github.com',
        'github.run_id': '5',
      },
      files,
      github: { list: open },
    })
    expect(codes, printed).toEqual({ 'Write the report': 0, 'Open, renew or close the issue': 0 })
    const sent = join(temp, 'sent')
    return {
      calls: gh.map((call) => call.split(' ').slice(0, 3).join(' ')),
      issue: existsSync(sent) ? readFileSync(sent, 'utf8') : undefined,
    }
  }

  test('reports nothing where nothing is found, and closes the issue of another week', () => {
    const files = look(200)
    expect(Object.keys(files)).toEqual(['report/done'])
    expect(report(files, [])).toEqual({ calls: ['issue list --label'], issue: undefined })
    expect(report(files, [{ number: 3 }]).calls).toEqual(['issue list --label', 'issue close 3'])
  })

  test('opens an issue, or renews the one that is open', () => {
    writeFileSync(join(dir, 'content/solutions/tool-failure/broken.md'), 'No frontmatter\n')
    const found = look(200)
    const first = report(found, [])
    expect(first.calls).toEqual(['issue list --label', 'label create scheduled', 'issue create --label'])
    expect(first.issue).toMatch(
      /^### Rules and days of review\n\n {4}content\/solutions\/tool-failure\/broken\.md:1:1: error: /,
    )
    expect(first.issue).toContain('From [this run](https://github.com/acme/my-errors/actions/runs/5).')
    expect(report(found, [{ number: 3 }]).calls).toEqual(['issue list --label', 'issue edit 3'])
  })

  test('tells of fixes that no longer hold', () => {
    const files = { 'report/Fixes that no longer hold.txt': 'general/x: @everyone ``` it fails\n' }
    expect(report(files, []).issue).toContain(
      '### Fixes that no longer hold\n\n    general/x: @everyone ``` it fails\n',
    )
  })
})
