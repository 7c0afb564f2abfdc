import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../catalog.ts'
import { start } from '../serve/process.ts'
import { validSolution } from '../valid-solution.ts'
import { type JobRun, newRepository, runJob } from './runner.ts'

/* The scripts of the workflows, run in a catalog that `fixdex init` made. Only the actions and GitHub are not there. */

const withJq = spawnSync('jq', ['--version']).status === 0
const page = 'content/solutions/general/connect-econnrefused.md'

describe.skipIf(!withJq)('a pull request', () => {
  const { dir, git } = newRepository()
  const base = git('rev-parse', 'HEAD')
  let checked: JobRun
  beforeAll(() => {
    git('checkout', '-qb', 'topic')
    spawnSync('mkdir', ['-p', join(dir, 'content/solutions/general')])
    writeFileSync(join(dir, page), validSolution)
    git('add', '.')
    git('commit', '-qm', 'A solution')
    checked = runJob('pull-request.yml', 'content', {
      cwd: dir,
      expressions: { 'github.event.pull_request.base.sha': base },
    })
  })
  const review = () => readFileSync(join(checked.temp, 'review.json'), 'utf8')

  test('is checked, built and audited', () => {
    expect(checked.codes, checked.printed).toEqual({ 'Say what changes': 0, Check: 0, Build: 0, Audit: 0 })
    expect(JSON.parse(review()).pages[0].path).toBe('solutions/general/connect-econnrefused.md')
    expect(readdirSync(join(dir, 'dist/my-errors'))).toContain('.well-known')
  })

  test('with a mistake has an annotation, and its review all the same', () => {
    writeFileSync(join(dir, page), validSolution.replace('attempts:', 'atempts:'))
    const { codes, printed, temp } = runJob('pull-request.yml', 'content', {
      cwd: dir,
      expressions: { 'github.event.pull_request.base.sha': base },
    })
    writeFileSync(join(dir, page), validSolution)
    expect(codes).toEqual({ 'Say what changes': 0, Check: 1 })
    expect(printed).toMatch(new RegExp(`^::error file=${page},line=11,`, 'm'))
    expect(readFileSync(join(temp, 'review.json'), 'utf8')).toContain('frontmatter/unknown-key')
  })

  const run = (text: string) =>
    runJob('pull-request-comment.yml', 'text', {
      cwd: dir,
      expressions: {
        'github.server_url': 'https://github.com',
        'github.repository': 'acme/my-errors',
        'github.event.workflow_run.id': '7',
      },
      files: { 'review/review.json': text },
    })

  test('has a comment that is written from its review', () => {
    const { codes, temp } = run(review())
    expect(codes).toEqual({ 'Write the comment': 0 })
    const comment = readFileSync(join(temp, 'comment.md'), 'utf8')
    expect(comment).toContain('#### New: `solutions/general/connect-econnrefused.md`')
    expect(comment).toContain('[this run](https://github.com/acme/my-errors/actions/runs/7)')
  })

  test('that hands on something else has none', () => {
    expect(run('{"format":1,"html":"<b>"}').codes).toEqual({ 'Write the comment': 2 })
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
  const build = (address: string, only?: string) =>
    runJob('publish.yml', 'build', {
      cwd: dir,
      expressions: { 'steps.build.outputs.address': address },
      ...(only && { only }),
    })
  let built: JobRun
  beforeAll(() => {
    built = build('https://acme.github.io/my-errors')
  })

  test('builds, and gives a project page the site’s own folder', () => {
    const { codes, outputs, printed } = built
    expect(codes, printed).toEqual({ Check: 0, Build: 0, Audit: 0, 'Choose the folder': 0 })
    expect(outputs).toEqual({
      address: 'https://acme.github.io/my-errors',
      generated: expect.stringMatching(/^\d{4}-.*Z$/),
      path: 'dist/my-errors',
    })
    const elsewhere = build('https://errors.example.org/my-errors', 'Choose the folder')
    expect(elsewhere.outputs).toEqual({ path: 'dist' })
  })

  test('asks the live site whether it is there', async () => {
    const { generated = '' } = built.outputs
    const serve = start(['serve', '--out', join(dir, 'dist'), '--port', '0'])
    const [, origin = ''] = await serve.prints(/Serving (http:\S+?)\/my-errors/)
    const { codes, printed } = runJob('publish.yml', 'smoke', {
      cwd: dir,
      expressions: {
        'needs.build.outputs.address': `${origin}/my-errors`,
        'needs.build.outputs.generated': generated,
      },
    })
    expect(codes, printed).toEqual({ 'Ask the live site': 0 })
    await serve.end()
  })
})

describe.skipIf(!withJq)('the scheduled look', () => {
  const { dir } = newRepository()
  const look = (status: number) => {
    const hook = join(temporaryFolder(), 'hook.mjs')
    writeFileSync(hook, `globalThis.fetch = async () => new Response('', { status: ${status} })\n`)
    const run = runJob('scheduled.yml', 'look', {
      cwd: dir,
      expressions: {
        'github.server_url': 'https://github.com',
        'github.repository': 'acme/my-errors',
        'github.run_id': '5',
      },
      env: { NODE_OPTIONS: `--import ${hook}` },
      files: { 'report/.keep': '' },
    })
    return { ...run, issue: readFileSync(join(run.temp, 'report/issue.md'), 'utf8') }
  }
  const report = (issue: string, open: unknown[]) =>
    runJob('scheduled.yml', 'report', {
      cwd: temporaryFolder(),
      expressions: { 'github.token': 'token', 'github.repository': 'acme/my-errors' },
      files: { 'report/issue.md': issue },
      github: { list: open },
    }).gh.map((call) => call.split(' ').slice(0, 3).join(' '))

  test('writes nothing where nothing is found', () => {
    const { codes, issue, printed } = look(200)
    expect(codes, printed).toEqual({ 'Rules and days of review': 0, Links: 0, 'Write the report': 0 })
    expect(issue).toBe('')
  })

  test('writes down what is', () => {
    writeFileSync(join(dir, 'content/solutions/tool-failure/broken.md'), 'No frontmatter\n')
    const { codes, issue } = look(404)
    expect(codes).toEqual({ 'Rules and days of review': 0, Links: 0, 'Write the report': 0 })
    expect(issue).toMatch(
      /^### Rules and days of review\n\n {4}content\/solutions\/tool-failure\/broken\.md:1:1: error: /m,
    )
    expect(issue).toContain('From [this run](https://github.com/acme/my-errors/actions/runs/5).')
  })

  test('opens an issue, renews it, and closes it', () => {
    expect(report('Text\n', [])).toEqual([
      'issue list --label',
      'label create scheduled',
      'issue create --label',
    ])
    expect(report('Text\n', [{ number: 3 }])).toEqual(['issue list --label', 'issue edit 3'])
    expect(report('', [{ number: 3 }])).toEqual(['issue list --label', 'issue close 3'])
    expect(report('', [])).toEqual(['issue list --label'])
  })
})
