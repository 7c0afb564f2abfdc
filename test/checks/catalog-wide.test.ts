import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { check } from '../../src/pipeline/check.ts'
import { examplePage } from './example-page.ts'

const own = fileURLToPath(new URL('../../content', import.meta.url))
let content = ''

beforeEach(() => {
  content = mkdtempSync(join(tmpdir(), 'fixdex-catalog-'))
  cpSync(join(own, 'site.yaml'), join(content, 'site.yaml'))
  cpSync(join(own, 'labels'), join(content, 'labels'), { recursive: true })
})
afterEach(() => rmSync(content, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(content, path)), { recursive: true })
  writeFileSync(join(content, path), text)
}
/** That pages of these tests share a message and a fix is not what they are about. */
const codes = async (today?: string) =>
  (await check(content, { today })).problems
    .filter(({ code, message }) => !code.startsWith('match/') && !/^Unexpected fix that shares/.test(message))
    .map(({ code, path }) => `${code} ${path}`)

describe('the index cut', () => {
  it('may not make a command a worse one', async () => {
    // Character 200 of the fix falls behind `rm -rf /`.
    const filler =
      'The cache of the application has grown until nothing else fits on the disk of the machine, '
    const start = `${filler}${'and '.repeat(50)}`.slice(0, 199 - 'rm -rf /'.length).replace(/ $/, 's')
    write('solutions/auth/cut.md', examplePage({ fix: `${start} \`rm -rf /srv/app/cache\` frees it.` }))
    write(
      'solutions/auth/deeper.md',
      examplePage({ title: 'Another title', fix: `${start.slice(8)} \`rm -rf /data/app/cache\` frees it.` }),
    )
    expect(await codes()).toContain('command/delete solutions/auth/cut.md')
    expect(await codes()).toContain('command/delete solutions/auth/deeper.md')
  })

  it('shows no command that only its caution makes legitimate', async () => {
    const block = '```bash caution="Drops the commits of others."\ngit push --force origin topic\n```'
    write('solutions/auth/early.md', examplePage({ fix: `Push it again.\n\n${block}` }))
    write(
      'solutions/auth/late.md',
      examplePage({
        title: 'Another title',
        fix: `Push it again.\n\n${'It waits for the remote. '.repeat(12)}\n\n${block}`,
      }),
    )
    expect(await codes()).toContain('command/data-loss solutions/auth/early.md')
    expect(await codes()).not.toContain('command/data-loss solutions/auth/late.md')
  })
})

describe('exceptions', () => {
  const page = () => examplePage({ fix: 'Run `chmod 777 data` once.' })
  const entry = (code: string) =>
    `- path: solutions/auth/x.md\n  code: ${code}\n  reason: The vendor’s own tool needs it, see the thread.\n`

  it('let one finding of one file stand', async () => {
    write('solutions/auth/x.md', page())
    expect(await codes()).toEqual(['command/permission solutions/auth/x.md'])
    write('lint-exceptions.yaml', entry('command/permission'))
    expect(await codes()).toEqual([])
  })

  it('that nothing needs are a problem themselves', async () => {
    write('solutions/auth/x.md', examplePage())
    write('lint-exceptions.yaml', entry('command/permission'))
    expect((await check(content)).problems).toMatchObject([
      { code: 'exception/unused', path: 'lint-exceptions.yaml', line: 1 },
    ])
  })

  it('need a reason', async () => {
    write('lint-exceptions.yaml', '- path: solutions/auth/x.md\n  code: text/secret\n')
    await expect(check(content)).rejects.toThrow(/reason/)
  })
})

describe('copies', () => {
  /** A cause of a hundred words, of which the first ones are those of every other such cause. */
  const sharing = (words: number, own: string) =>
    Array.from({ length: 100 }, (_, at) => (at < words ? `shared${at}` : `${own}${at}`)).join(' ')

  it.each([
    [50, false],
    [60, true],
  ])(
    'are texts that share half of their runs of words: %i of a hundred words the same',
    async (words, found) => {
      write('solutions/auth/a.md', examplePage({ title: 'First', cause: sharing(words, 'this') }))
      write('solutions/auth/b.md', examplePage({ title: 'Second', cause: sharing(words, 'that') }))
      const expected = found ? ['catalog/near-duplicate solutions/auth/b.md'] : []
      expect((await codes()).filter((code) => code.startsWith('catalog/'))).toEqual(expected)
    },
  )

  const text =
    'The desktop app starts with the environment of the launcher, which has neither the folder of the version manager nor the one of the package manager, so every server that is started by name is not found until the full path is written into its configuration.'

  it('of a cause are found', async () => {
    write('solutions/auth/a.md', examplePage({ title: 'First', cause: text }))
    write('solutions/auth/b.md', examplePage({ title: 'Second', cause: `${text} It is so on macOS.` }))
    expect(await codes()).toEqual(['catalog/near-duplicate solutions/auth/b.md'])
  })

  it('need more than a common phrase', async () => {
    write('solutions/auth/a.md', examplePage({ title: 'First', cause: text }))
    write(
      'solutions/auth/b.md',
      examplePage({
        title: 'Second',
        cause: `The gateway closes the socket after a minute. ${text.slice(0, 60)} Then it waits for the next heartbeat, which never comes because the proxy in between has dropped the connection and tells neither side of it, and so both of them wait.`,
      }),
    )
    expect(await codes()).toEqual([])
  })
})

describe('days of review', () => {
  it('are judged against the day that is handed in', async () => {
    write('solutions/auth/a.md', examplePage({ title: 'First', frontmatter: 'reviewed: 2025-01-01' }))
    write('solutions/auth/b.md', examplePage({ title: 'Second', frontmatter: 'reviewed: 2026-03-01' }))
    expect(await codes('2025-02-01')).toEqual(['quality/reviewed solutions/auth/b.md'])
    expect(await codes('2026-03-01')).toEqual(['quality/reviewed solutions/auth/a.md'])
    expect(await codes()).toEqual(['quality/reviewed solutions/auth/a.md'])
  })
})

it('a page beside the two folders is refused', async () => {
  write('outside.md', examplePage())
  expect(await codes()).toEqual(['file/path outside.md'])
})

describe('a package that nobody has approved', () => {
  const block = (opening: string, text: string) =>
    examplePage({ fix: `Install it again.\n\n\`\`\`${opening}\n${text}\n\`\`\`` })

  it.each([
    ['text file=requirements.txt', 'requests\nunknown-pack-x'],
    ['text file=requirements-dev.txt', 'unknown-pack-x # for tests'],
    ['text file=requirements.in', 'unknown-pack-x'],
    ['text file=constraints.txt', 'unknown-pack-x<3'],
    ['requirements', 'unknown-pack-x'],
    ['pip-requirements', 'unknown-pack-x'],
    ['text', 'unknown-pack-x==3.1.0'],
  ])('is found in a block of %s', async (opening, text) => {
    write('solutions/auth/x.md', block(opening, text))
    expect(await codes()).toContain('command/package solutions/auth/x.md')
  })

  it('is not suspected in the words of another file', async () => {
    write('solutions/auth/x.md', block('text file=notes.txt', 'unknown-pack-x'))
    expect((await codes()).filter((code) => code.startsWith('command/package'))).toEqual([])
  })
})

describe('a page that is superseded by', () => {
  const successor = async (id: string) => {
    write('solutions/auth/old.md', examplePage({ title: 'Old', frontmatter: `superseded_by: ${id}` }))
    const { problems } = await check(content)
    return problems.flatMap(({ code, message, hint }) =>
      code === 'address/successor' ? `${message} | ${hint}` : [],
    )
  }

  it('one that has moved, is told where to', async () => {
    write('solutions/auth/new.md', examplePage({ frontmatter: 'aliases: [auth/former]' }))
    expect(await successor('auth/former')).toEqual([
      expect.stringMatching(/it has moved.*\| Write `superseded_by: auth\/new`\./),
    ])
    expect(await successor('auth/new')).toEqual([])
  })

  it('none, is told of the one that is spelled alike', async () => {
    write('solutions/auth/token-expired.md', examplePage())
    expect(await successor('auth/token-expird')).toEqual([
      expect.stringMatching(
        /no such page.*auth\/token-expired.*\| Write the `<category>\/<slug>` of the page\./,
      ),
    ])
  })

  it('itself, is a circle', async () => {
    expect(await successor('auth/old')).toEqual([expect.stringMatching(/the chain is a circle/)])
  })
})
