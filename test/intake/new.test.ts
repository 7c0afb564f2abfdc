import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/content/read-config.ts'
import { readSources } from '../../src/content/read-sources.ts'
import { draftText, newDraft } from '../../src/intake/draft.ts'
import { judgeDraft, knownPages, nearPages } from '../../src/intake/known-pages.ts'
import { slugOf } from '../../src/intake/pasted-text.ts'
import { check } from '../../src/pipeline/check.ts'
import { contentFolder, filesBelow, root } from '../catalog.ts'
import { inProcess } from '../in-process.ts'
import { keys, terminal } from '../terminal.ts'
import { smallCatalog } from '../valid-solution.ts'

const site = readConfig(contentFolder({}))
const emptyAccount = { paste: '', signs: [], products: [] }

/** The command without a terminal, and the files that it wrote. */
async function fixdex(dir: string, args: readonly string[]) {
  const before = filesBelow(dir)
  const ran = await inProcess(['new', '--content', dir, ...args], { cwd: dir })
  return { ...ran, written: filesBelow(dir).filter((file) => !before.includes(file)) }
}

/** The same as a process of its own. */
function fixdexProcess(dir: string, args: readonly string[], input = '') {
  const before = filesBelow(dir)
  const command = [join(root, 'lib/cli/main.js'), 'new', '--content', dir, ...args]
  const { stdout, stderr, status } = spawnSync(process.execPath, command, {
    input,
    encoding: 'utf8',
    cwd: dir,
    env: { PATH: process.env.PATH },
  })
  return { stdout, stderr, status, written: filesBelow(dir).filter((file) => !before.includes(file)) }
}

const problemsOf = async (dir: string, path: string) =>
  (await check(dir)).problems
    .filter((problem) => problem.path === path)
    .map(({ severity, code }) => `${severity} ${code}`)

describe('the skeleton', () => {
  test.each(Object.keys(site.labels))('in %s is a page whose gaps the check reports', (lang) => {
    const errors = ['EACMEFULL: the queue is full']
    const account = { ...emptyAccount, errors, title: 'Acme: EACMEFULL', category: 'memory', lang } as const
    const labels = site.labels[lang]
    if (labels === undefined) throw new Error('asked for a language that is there')
    const text = draftText(newDraft(account, '2026-11-20'), site)
    const problems = judgeDraft({ path: 'solutions/memory/acme.md', text }, site)
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    const { sections } = labels
    expect(text.match(/^## .*$/gm)).toEqual(
      ['symptom', 'root-cause', 'fix', 'environment'].map((kind) => `## ${sections[kind as 'fix']}`),
    )
    const lines = problems.filter(({ code }) => code === 'quality/boilerplate').map(({ line }) => line)
    const gaps = text.split('\n').flatMap((line, index) => (line.includes('TODO: ') ? [index + 1] : []))
    expect(lines).toEqual(gaps)
    expect(gaps).toHaveLength(7)
    expect(problems.filter(({ code }) => code === 'text/language')).toEqual([])
  })

  test('filled in is a page without a problem', async () => {
    const dir = contentFolder({})
    const { status, stdout, written } = fixdexProcess(dir, [
      ...[
        '--error',
        'EACMEFULL: the queue holds … items',
        '--title',
        'Acme: EACMEFULL',
        '--category',
        'memory',
      ],
      ...['--product', 'acme', '--source', 'https://example.org/acme/1', '--evidence', 'confirmed'],
      ...['--retry', 'after-fix', '--attempts', '3'],
    ])
    expect(status).toBe(0)
    expect(written).toEqual(['solutions/memory/acme-eacmefull.md'])
    const [path = ''] = written
    const file = join(dir, path)
    expect(stdout).toContain(`Written: ${path}, with 8 gaps`)
    expect(stdout).toContain(
      `\nNext:\n  npx fixdex dev --open --content .\n  npx fixdex check ${path} --content .\n`,
    )
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(`reviewed: ${new Date().toISOString().slice(0, 10)}\n`)
    writeFileSync(
      file,
      text
        .replace(/TODO: the fix in .*/, 'Raise the limit with `ACME_QUEUE_SIZE=10000` in `worker.env`.')
        .replace(/TODO: the component, .*/, 'The queue of the worker has a fixed size of 1000 items.')
        .replace(/TODO: .*/g, 'Seen with version 1.2.3 of the worker, on every start.'),
    )
    expect(await problemsOf(dir, path)).toEqual([])
  })

  test('a pasted log brings its messages, without what a page does not show', () => {
    const dir = contentFolder({})
    const token = `${'ghp_'}${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'}`
    const log = `$ acme run\nEACMEAUTH: token ${token} was refused\n    at run (/home/alice/acme/run.js:1:1)\n`
    const { status, stdout, written } = fixdexProcess(
      dir,
      ['--from', '-', '--title', 'Acme: EACMEAUTH', '--category', 'auth'],
      log,
    )
    expect(status).toBe(0)
    const text = readFileSync(join(dir, written[0] ?? ''), 'utf8')
    expect(text).toContain('errors:\n  - "EACMEAUTH: token … was refused"\n')
    expect(text).toContain(
      'EACMEAUTH: token <redacted> was refused\n    at run (/home/…/acme/run.js:1:1)\n```',
    )
    expect(stdout).toContain('GitHub token')
    expect(stdout + text).not.toContain(token.slice(0, 12))
  })

  test('a failure that prints nothing has signs', async () => {
    const { status, written } = await fixdex(contentFolder({}), [
      ...[
        '--sign',
        'the reply is empty',
        '--title',
        'Acme: empty reply',
        '--category',
        'general',
        '--lang',
        'de',
      ],
    ])
    expect({ status, written }).toEqual({ status: 0, written: ['solutions/general/acme-empty-reply.md'] })
  })
})

describe('refusals write nothing', () => {
  const content = () => contentFolder({ ...smallCatalog, 'solutions/memory/taken.md': 'mine' })
  const refused = async (...args: string[]) => {
    const dir = content()
    const { stdout, stderr, status, written } = await fixdex(dir, args)
    expect(written).toEqual([])
    expect(readFileSync(join(dir, 'solutions/memory/taken.md'), 'utf8')).toBe('mine')
    return { status, told: stdout + stderr }
  }
  const told = (status: number, words: string | RegExp) => ({
    status,
    told: expect.stringMatching(words),
  })
  const message = ['--error', 'EACMEFULL: the queue is full']
  const page = ['--title', 'Acme: EACMEFULL', '--category', 'memory']

  test('without a terminal the missing flags are named', async () => {
    expect(await refused()).toEqual(told(2, 'Missing --error .or --from, or --sign., --title, --category,'))
    expect(await refused(...message, '--title', 'x')).toEqual(told(2, 'Missing --category,'))
  })

  test('a message that a page has, or one like it', async () => {
    const same = ['--error', 'Error: connect ECONNREFUSED 127.0.0.1:9999', ...page]
    const like = ['--error', 'connect ECONNREFUSED on 127.0.0.1', ...page]
    const shown = /Similar pages:\n- Example: .*\n[\s\S]*has this message\n.*--allow-similar/
    expect(await refused(...same)).toEqual(told(1, shown))
    expect(await refused(...like)).toEqual(told(1, 'has a message like it'))
    const { status, written } = await fixdex(content(), [
      ...same,
      '--allow-similar',
      '--slug',
      'another-cause',
    ])
    expect({ status, written }).toEqual({ status: 0, written: ['solutions/memory/another-cause.md'] })
  })

  test('a title that a page has, however much is allowed', async () => {
    const title = ['--title', 'example: connect econnrefused 127.0.0.1:5432', '--category', 'auth']
    expect(await refused(...message, ...title, '--allow-similar')).toEqual(told(1, 'has this title'))
  })

  test('a name that is taken, or that is none', async () => {
    expect(await refused(...message, ...page, '--slug', 'taken')).toEqual(told(2, 'already exists'))
    for (const slug of ['../x', 'A', 'con', 'x'.repeat(81), 'a/b']) {
      expect(await refused(...message, ...page, '--slug', slug)).toEqual(told(2, 'Unexpected'))
    }
    const nameless = ['--sign', '没有回复', '--title', '队列已满', '--category', 'memory']
    expect(await refused(...nameless)).toEqual(told(2, 'Name it with --slug'))
  })

  test('what the gate refuses', async () => {
    const hidden = await refused(...message, '--title', 'Acme\u202e full', '--category', 'memory')
    expect(hidden).toEqual(told(1, 'text/hidden-character'))
    expect(hidden.told).not.toContain('\u202e')
    expect(await refused(...message, ...page, '--source', 'http://example.org/')).toEqual(told(1, 'https'))
    expect(await refused(...message, ...page, '--attempts', '99')).toEqual(told(1, 'at most 20'))
    expect(await refused(...message, ...page, '--lang', 'xx')).toEqual(told(2, 'There are de, en'))
  })
})

test.each([
  [
    'Telegram 409 Conflict: terminated by other getUpdates request',
    'telegram-409-conflict-terminated-by-other-getupdates-request',
  ],
  ['Ошибка ECONNREFUSED при запуске', 'econnrefused'],
  ['L’agent n’a pas démarré', 'lagent-na-pas-demarre'],
  ['网关重启后消息全部丢失', ''],
  ['AI 网关', ''],
  ['x'.repeat(300), 'x'.repeat(64)],
  [`${'word '.repeat(12)}wordandmore`, 'word-'.repeat(12).slice(0, -1)],
])('the name for %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('a page with a title like it is near', () => {
  const dir = contentFolder(smallCatalog)
  const near = nearPages(
    { title: 'Example: connect ECONNREFUSED 127.0.0.1:5432, firewall', message: '' },
    knownPages(readSources(dir).sources, site.labels),
  )
  expect(near.map(({ page, nearness }) => [page.path, nearness])).toEqual([
    ['solutions/general/connect-econnrefused.md', 'like title'],
  ])
})

describe('on a terminal', () => {
  test('asks for message, title and category, and explains each category', async () => {
    const dir = contentFolder(smallCatalog)
    const { at, screen, ended } = terminal(['new', '--content', dir])
    const stack = '    at run (/srv/acme/node_modules/acme/run.js:1:1)\r'.repeat(60)
    await at(
      /then an empty line/,
      `\r\rEACMEFULL: the queue holds 1000 items\r${stack}\r\rcaused by: y n k j failed\r\r`,
    )
    await at(/No page has this message/)
    await at(/Title/, `${keys.clear}Acme: EACMEFULL${keys.enter}`)
    await at(/auth {3,}\S/)
    await at(/Category/, `none${keys.enter}`)
    await at(/one of these names/, `${keys.clear}auth${keys.enter}`)
    expect(await ended).toBe(0)
    const file = join(dir, 'solutions/auth/acme-eacmefull.md')
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(
      'title: "Acme: EACMEFULL"\nerrors:\n  - "EACMEFULL: the queue holds 1000 items"\n  - "caused by: y n k j failed"\n',
    )
    expect(screen()).toContain('Written: ')
    expect(
      (await problemsOf(dir, 'solutions/auth/acme-eacmefull.md')).filter((each) => each.startsWith('error')),
    ).toEqual([])
  })

  test('whoever sees that the message is known needs no page', async () => {
    const dir = contentFolder(smallCatalog)
    const before = filesBelow(dir)
    const { at, screen, ended } = terminal(['new', '--content', dir])
    await at(/then an empty line/, 'Error: connect ECONNREFUSED 127.0.0.1:5432\r\r')
    await at(/connect-econnrefused\.md/)
    await at(/another cause/, keys.enter)
    expect(await ended).toBe(1)
    expect(screen()).toContain('Nothing was written')
    expect(filesBelow(dir)).toEqual(before)
  })

  test('goes on when there is another cause, and proposes its category; no second page of one title', async () => {
    const dir = contentFolder(smallCatalog)
    const { at, ended } = terminal([
      'new',
      '--content',
      dir,
      '--slug',
      'other-cause',
      '--source',
      'https://example.org/2',
    ])
    await at(/then an empty line/, 'Error: connect ECONNREFUSED 127.0.0.1:5432\r\r')
    await at(/another cause/, `y${keys.enter}`)
    await at(/Title/, `${keys.clear}Example: connect ECONNREFUSED 127.0.0.1:5432${keys.enter}`)
    await at(/Another page has this title/, `, firewall${keys.enter}`)
    await at(/Titles like it/)
    await at(/Category/, keys.enter)
    expect(await ended).toBe(0)
    expect(filesBelow(dir)).toContain('solutions/general/other-cause.md')
  })

  test.each([
    ['message', []],
    ['title', ['--error', 'EACMEFULL: the queue is full']],
    ['category', ['--error', 'EACMEFULL: the queue is full', '--title', 'Acme: EACMEFULL']],
  ])('Ctrl+C at the %s leaves nothing', async (_, flags) => {
    const dir = contentFolder(smallCatalog)
    const before = filesBelow(dir)
    const { at, screen, ended } = terminal(['new', '--content', dir, ...flags])
    await at(/then an empty line|Title:|Category/, keys.interrupt)
    expect(await ended).toBe(2)
    expect(screen()).toContain('Nothing was written.')
    expect(filesBelow(dir)).toEqual(before)
  })
})
