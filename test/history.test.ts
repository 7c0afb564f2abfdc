import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '../src/audit/audit.ts'
import { readConfig } from '../src/content/read-config.ts'
import { feeds } from '../src/emit/feeds.ts'
import { join as joinPages } from '../src/model/catalog.ts'
import { build } from '../src/pipeline/build.ts'
import { contentFolder, filesBelow, root, temporaryFolder } from './catalog.ts'
import { solutionNamed as page } from './valid-solution.ts'

/* The change feed of a real repository: as it is, in a shallow clone, in a tarball. */

const repository = join(temporaryFolder(), 'repository')
const content = join(repository, 'content')

function write(id: string, text: string): void {
  const file = join(content, 'solutions', `${id}.md`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Git that knows no settings but these, on a given day. */
function git(dir: string, args: readonly string[], day = '2026-03-01'): string {
  const date = `${day}T12:00:00Z`
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
  }
  const user = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'protocol.file.allow=always']
  return execFileSync('git', ['-C', dir, ...user, ...args], { encoding: 'utf8', env, stdio: 'pipe' })
}

function commit(day: string): void {
  git(repository, ['add', '-A'])
  git(repository, ['commit', '-qm', day], day)
}

interface Told {
  readonly id: string
  readonly kind: string
  readonly date: string
  readonly to?: string
}

async function publish(from: string, epoch?: string) {
  const out = join(temporaryFolder(), 'dist')
  const report = await build({ content: from, out, epoch })
  expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([])
  const text = (name: string) => readFileSync(join(out, 'catalog', name), 'utf8')
  const { changes, ...head } = JSON.parse(text('changes.json')) as { changes: Told[]; [key: string]: unknown }
  const told = changes.map(({ id, kind, date, to }) => [date, kind, id, ...(to ? [to] : [])].join(' '))
  return { out, report, text, head, told }
}

beforeAll(() => {
  mkdirSync(repository)
  cpSync(contentFolder({}), content, { recursive: true })
  git(repository, ['init', '-q', '-b', 'main'])
  for (const name of ['first', 'edited', 'renamed', 'wrong', 'gone', 'former'])
    write(`general/${name}`, page(name))
  commit('2026-03-01')
  write('general/edited', page('edited').replace('port 5432.', 'port 5433.'))
  commit('2026-03-02')
  rmSync(join(content, 'solutions/general/renamed.md'))
  write('auth/renamed', page('renamed', 'aliases: [general/renamed]'))
  commit('2026-03-03')
  write('general/wrong', page('wrong', 'withdrawn: The flag never existed.'))
  commit('2026-03-04')
  rmSync(join(content, 'solutions/general/gone.md'))
  commit('2026-03-05')
  // Written long before it was merged: readers got it on the day of the merge.
  git(repository, ['checkout', '-qb', 'proposal', 'HEAD~4'])
  write('general/merged', page('merged'))
  commit('2026-02-01')
  git(repository, ['checkout', '-q', 'main'])
  git(repository, ['merge', '-q', '--no-ff', '-m', 'merge', 'proposal'], '2026-03-06')
  write('general/former', page('former', 'superseded_by: general/first'))
  commit('2026-03-07')
})

const whole = [
  '2026-03-07 superseded general/former general/first',
  '2026-03-06 added general/merged',
  '2026-03-05 removed general/gone',
  '2026-03-04 withdrawn general/wrong',
  '2026-03-03 renamed general/renamed auth/renamed',
  '2026-03-02 changed general/edited',
  '2026-03-01 added auth/renamed',
  '2026-03-01 added general/first',
]

const days = [
  '2026-11-01 reviewed auth/renamed',
  '2026-11-01 reviewed general/edited',
  '2026-11-01 reviewed general/first',
  '2026-11-01 superseded general/former general/first',
  '2026-11-01 reviewed general/merged',
  '2026-11-01 renamed general/renamed auth/renamed',
  '2026-11-01 withdrawn general/wrong',
]

describe('with its whole history', () => {
  test('each address with its newest change, newest first', async () => {
    const { told, head, report, out } = await publish(content)
    expect(told).toEqual(whole)
    expect(head).toEqual({ generated: '2026-03-07T12:00:00.000Z', basis: 'git', total: 8, count: 8 })
    expect(report.missingHistory).toBeUndefined()
    expect(audit(out).findings).toEqual([])
  })

  test('the feeds tell the same; what was removed has a tombstone', async () => {
    const { text } = await publish(content)
    const atom = text('feed.xml')
    expect(
      [...atom.matchAll(/<id>https:\/\/catalog\.example\.org\/catalog\/solutions\/(\S+?)<\/id>/g)].map(
        ([, id]) => id,
      ),
    ).toEqual(whole.filter((line) => !line.includes('removed ')).map((line) => line.split(' ')[2]))
    expect(atom).toContain(
      '<at:deleted-entry ref="https://catalog.example.org/catalog/solutions/general/gone" when="2026-03-05T12:00:00.000Z"/>',
    )
    expect(atom).toMatch(
      /<title>wrong: [^<]*<\/title>.*<category term="withdrawn"\/>.*The flag never existed\./,
    )
    expect(atom).toMatch(/general\/renamed<\/id><link href="[^"]*\/auth\/renamed"\/>/)
    const items: { id: string }[] = JSON.parse(text('feed.json')).items
    expect(items.map(({ id }) => id.split('/solutions/')[1])).toEqual(
      whole.filter((line) => !line.includes('removed ')).map((line) => line.split(' ')[2]),
    )
  })

  test('what no commit has says nothing of a commit, and the dates of the others stay', async () => {
    const copy = clone()
    const file = join(copy, 'content/solutions/general/first.md')
    writeFileSync(file, page('first').replace('port 5432.', 'port 1.'))
    writeFileSync(join(copy, 'content/solutions/general/draft.md'), page('draft'))
    renameSync(
      join(copy, 'content/solutions/general/merged.md'),
      join(copy, 'content/solutions/auth/merged.md'),
    )
    const { told } = await publish(join(copy, 'content'))
    expect(told).toEqual([
      '2026-11-01 reviewed auth/merged',
      '2026-11-01 reviewed general/draft',
      ...whole.filter((line) => !line.endsWith('general/merged')),
    ])
  })

  test('a page that is edited after it moved is changed, and the rename is still told', async () => {
    const copy = clone()
    writeFileSync(
      join(copy, 'content/solutions/auth/renamed.md'),
      page('renamed', 'aliases: [general/renamed]').replace('port 5432.', 'port 5433.'),
    )
    git(copy, ['commit', '-qam', 'edit'], '2026-03-08')
    const { told } = await publish(join(copy, 'content'))
    expect(told[0]).toBe('2026-03-08 changed auth/renamed')
    expect(told).toContain('2026-03-03 renamed general/renamed auth/renamed')
  })

  test('a page that comes back is no longer removed', async () => {
    const copy = clone()
    writeFileSync(join(copy, 'content/solutions/general/gone.md'), page('gone'))
    git(copy, ['add', '-A'])
    git(copy, ['commit', '-qm', 'back'], '2026-03-08')
    expect((await publish(join(copy, 'content'))).told[0]).toBe('2026-03-08 added general/gone')
  })

  test('two builds of one commit are the same, whatever the settings of git are', async () => {
    const settings = join(temporaryFolder(), 'gitconfig')
    writeFileSync(
      settings,
      '[diff]\n\trenames = copies\n\tnoprefix = true\n\trelative = false\n[color]\n\tui = always\n[core]\n\tquotePath = false\n[log]\n\tshowSignature = true\n\tdecorate = full\n\tdiffMerges = combined\n',
    )
    const out = join(temporaryFolder(), 'dist')
    const args = ['build', '--content', join(clone(), 'content'), '--out', out]
    const { status } = spawnSync(process.execPath, [join(root, 'lib/cli/main.js'), ...args], {
      env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: settings, TZ: 'Asia/Tokyo', LC_ALL: 'C' },
    })
    expect(status).toBe(0)
    const here = (await publish(content)).out
    expect(filesBelow(out)).toEqual(filesBelow(here))
    for (const file of filesBelow(out))
      expect(readFileSync(join(out, file), 'utf8'), file).toBe(readFileSync(join(here, file), 'utf8'))
  })

  test('nothing is newer than SOURCE_DATE_EPOCH', async () => {
    const { told, head } = await publish(content, String(Date.parse('2026-03-03T00:00:00Z') / 1000))
    expect(head.generated).toBe('2026-03-03T00:00:00.000Z')
    expect(told.slice(0, 5).every((line) => line.startsWith('2026-03-03 '))).toBe(true)
    expect(told.at(-1)).toBe('2026-03-01 added general/first')
  })
})

describe('without its history', () => {
  test('a shallow clone tells days of review, and what is missing', async () => {
    const copy = join(temporaryFolder(), 'shallow')
    git(repository, ['clone', '-q', '--depth', '1', `file://${repository}`, copy])
    const { told, head, report, out } = await publish(join(copy, 'content'))
    expect(told).toEqual(days)
    expect(head).toMatchObject({ basis: 'reviewed', note: expect.stringContaining('shallow clone') })
    expect(report.missingHistory).toBe(head.note)
    expect(audit(out).findings).toEqual([])
  })

  test('so does a tarball, and the command says it', async () => {
    const copy = temporaryFolder()
    const tar = execFileSync('git', ['-C', repository, 'archive', 'HEAD'])
    execFileSync('tar', ['-x', '-C', copy], { input: tar })
    const { told, head } = await publish(join(copy, 'content'))
    expect(told).toEqual(days)
    expect(head).toMatchObject({ basis: 'reviewed', note: expect.stringContaining('no git repository') })
    const args = ['build', '--content', join(copy, 'content'), '--out', join(temporaryFolder(), 'dist')]
    expect(
      spawnSync(process.execPath, [join(root, 'lib/cli/main.js'), ...args], { encoding: 'utf8' }).stdout,
    ).toContain(`Change feed without history. ${head.note}`)
  })

  test('so does a folder of a repository that does not know it', async () => {
    const copy = clone()
    cpSync(join(copy, 'content'), join(copy, 'other'), { recursive: true })
    expect(await publish(join(copy, 'other'))).toMatchObject({
      told: days,
      head: { note: expect.stringContaining('No commit') },
    })
  })
})

test('changes.json lists every address that ever changed, and fits its schema', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 5100 }, (_, at) => [
      `auth/gone-${at}`,
      [{ kind: 'removed' as const, commit: at, time: 1_772_000_000 - at * 86_400 }],
    ]),
  )
  const catalog = joinPages([], '2026-03-07T12:00:00.000Z', { newest: 1_772_000_000, files })
  const [changes] = feeds(catalog, readConfig(content)).filter(({ path }) => path.endsWith('changes.json'))
  const data = JSON.parse(changes?.body ?? '')
  expect(data).toMatchObject({ basis: 'git', total: 5100, count: 5100 })
  expect(data.changes).toHaveLength(5100)
  expect(data.changes[0].id).toBe('auth/gone-0')
  const { text } = await publish(content)
  const valid = new Ajv2020({
    strict: true,
    formats: { 'date-time': true, date: /^\d{4}-\d{2}-\d{2}$/ },
  }).compile(JSON.parse(text('schema/v1/changes.schema.json')))
  expect(valid(data)).toBe(true)
  expect(valid(JSON.parse(text('changes.json')))).toBe(true)
  expect(valid({ ...data, more: 1 })).toBe(false)
})

function clone(): string {
  const copy = join(temporaryFolder(), 'clone')
  git(repository, ['clone', '-q', repository, copy])
  return copy
}
