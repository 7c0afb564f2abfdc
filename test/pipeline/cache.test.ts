import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { build } from '../../src/pipeline/build.ts'
import { contentFolder, filesBelow, root, temporaryFolder } from '../catalog.ts'
import { validSolution } from '../valid-solution.ts'

const cli = join(root, 'lib/cli/main.js')
const epoch = '1763596800'

const page = (title: string, code = 'ECONNREFUSED') =>
  validSolution.replace(/^title: .*$/m, `title: "${title}"`).replaceAll('ECONNREFUSED', code)

/** Three pages of one shelf, one of another, two of which share a code; a guide; one page with a warning. */
const files = (): Record<string, string> => ({
  'solutions/auth/a.md': page('First of the shelf'),
  'solutions/auth/b.md': page('Second of the shelf', 'ETIMEDOUT'),
  'solutions/auth/c.md': page('Third of the shelf', 'EPIPE').replace(/^attempts: .*\n/m, ''),
  'solutions/memory/d.md': page('Of another shelf', 'EPIPE'),
  'guides/which.md':
    '---\ntitle: Which one\nsummary: Tells them apart.\ncategories: [auth]\n---\n\n## Look\n\nSee [the first](../solutions/auth/a.md).\n',
})

const run = async (content: string, cache: string | undefined, out = join(temporaryFolder(), 'dist')) => {
  const report = await build({ content, out, cache, epoch })
  expect(report.output, JSON.stringify(report.problems)).toBeDefined()
  return { ...report, out, ...(report.output as NonNullable<typeof report.output>) }
}

const bytesOf = (out: string): Record<string, string> =>
  Object.fromEntries(filesBelow(out).map((path) => [path, readFileSync(join(out, path)).toString('base64')]))

/** The cache's file of compiled pages. */
const pagesOf = (cache: string): string => {
  const names = readdirSync(cache).filter((name) => name.startsWith('pages-'))
  expect(names).toHaveLength(1)
  return join(cache, names[0] ?? '')
}

/** Files that were changed a moment ago are not trusted to stay as they are. */
const aWhile = () => setTimeout(100)

test('a build with a cache, cold or warm, gives the bytes and problems of one without', async () => {
  const content = contentFolder(files())
  const plain = await run(content, undefined)
  const cache = join(temporaryFolder(), 'cache')
  const cold = await run(content, cache)
  const warm = await run(content, cache)
  for (const built of [cold, warm]) {
    expect(bytesOf(built.out)).toEqual(bytesOf(plain.out))
    expect(built.problems).toEqual(plain.problems)
  }
  expect(plain.problems.map(({ code }) => code)).toContain('frontmatter/expected')
  expect(readFileSync(join(cache, '.gitignore'), 'utf8')).toBe('*\n')
})

test('what was compiled is not compiled again, and a changed file is', async () => {
  const content = contentFolder(files())
  const cache = join(temporaryFolder(), 'cache')
  expect((await run(content, cache)).compiled).toBe(5)
  expect((await run(content, cache)).compiled).toBe(0)
  writeFileSync(join(content, 'solutions/auth/a.md'), page('First of all'))
  expect((await run(content, cache)).compiled).toBe(1)
  rmSync(join(content, 'solutions/auth/a.md'))
  rmSync(join(content, 'guides/which.md'))
  expect((await run(content, cache)).compiled).toBe(0)
})

test('the cache keeps the pages of the last build, for a few settings and versions', async () => {
  const content = contentFolder(files())
  const cache = join(temporaryFolder(), 'cache')
  const file = join(content, 'solutions/auth/a.md')
  await run(content, cache)
  const { size } = statSync(pagesOf(cache))
  for (const title of ['First of all', 'First of some', 'First of them']) {
    writeFileSync(file, page(title))
    await run(content, cache)
  }
  expect(statSync(pagesOf(cache)).size).toBeLessThan(size * 1.1)
  const out = join(temporaryFolder(), 'dist')
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six'])
    await build({ content, out, cache, epoch, baseUrl: `https://${name}.example` })
  const kept = readdirSync(cache).filter((name) => name.startsWith('pages-'))
  expect(kept).toHaveLength(4)
  expect((await build({ content, out, cache, epoch, baseUrl: 'https://five.example' })).compiled).toBe(0)
})

describe('a build without changes', () => {
  const built = async (content: string) => {
    const cache = join(temporaryFolder(), 'cache')
    const out = join(temporaryFolder(), 'dist')
    const again = () => run(content, cache, out)
    await aWhile()
    const first = await again()
    // Compiles everything again unless the report of the last build is repeated.
    const compiledWithoutPages = async () => {
      rmSync(pagesOf(cache))
      return (await again()).compiled
    }
    return { out, cache, again, first, compiledWithoutPages }
  }

  test('repeats the report', async () => {
    const { again, first, compiledWithoutPages } = await built(contentFolder(files()))
    const { written, unchanged, removed, compiled, ...second } = await again()
    expect({ written, unchanged, removed, compiled }).toEqual({
      written: 0,
      unchanged: first.written,
      removed: 0,
      compiled: 0,
    })
    expect(second).toMatchObject({ problems: first.problems, sizes: first.sizes, bytes: first.bytes })
    expect(await compiledWithoutPages()).toBe(0)
  })

  test.each<[string, (content: string, out: string) => void]>([
    ['an input was touched', (content) => utimesSync(join(content, 'site.yaml'), 1000, 1000)],
    [
      'an approved list was edited in place',
      (content) => writeFileSync(join(content, 'approved/hosts.yaml'), 'hosts: example.org example.net\n'),
    ],
    ['an input is new', (content) => writeFileSync(join(content, 'lint-exceptions.yaml'), '[]\n')],
    ['an output was touched', (_, out) => utimesSync(join(out, 'robots.txt'), 1000, 1000)],
    ['an output is gone', (_, out) => rmSync(join(out, 'robots.txt'))],
    ['an output is not from the build', (_, out) => writeFileSync(join(out, 'catalog/more.txt'), '')],
  ])('is none when %s', async (_, change) => {
    const content = contentFolder({ ...files(), 'approved/hosts.yaml': 'hosts: example.org\n' })
    const { out, compiledWithoutPages } = await built(content)
    change(content, out)
    expect(await compiledWithoutPages()).toBe(5)
  })

  test('is none when an input may have changed within the same tick of the clock', async () => {
    const content = contentFolder(files())
    const soon = Date.now() / 1000 + 600
    utimesSync(join(content, 'solutions/auth/a.md'), soon, soon)
    const { compiledWithoutPages } = await built(content)
    expect(await compiledWithoutPages()).toBe(5)
  })

  test('is none for another day, address or folder', async () => {
    const content = contentFolder(files())
    const { out, cache } = await built(content)
    for (const other of [{ today: '2030-01-01' }, { baseUrl: 'https://two.example' }, { out: `${out}2` }]) {
      for (const name of readdirSync(cache)) if (name.startsWith('pages-')) rmSync(join(cache, name))
      expect((await build({ content, out, cache, epoch, ...other })).compiled).toBe(5)
    }
  })

  test('is none after a build of other settings into the same folder', async () => {
    const content = contentFolder(files())
    const { out, cache, again } = await built(content)
    const expected = bytesOf(out)
    await build({ content, out, cache, epoch, baseUrl: 'https://two.example' })
    await again()
    expect(bytesOf(out)).toEqual(expected)
  })
})

describe('a cache that is not as it was left', async () => {
  const content = contentFolder(files())
  const cache = join(temporaryFolder(), 'cache')
  await run(content, cache)
  const expected = bytesOf((await run(content, undefined)).out)
  const flip = (at: (length: number) => number) => (bytes: Buffer) => {
    const index = at(bytes.length)
    bytes[index] = (bytes[index] as number) ^ 1
    return bytes
  }
  const swapped = (bytes: Buffer) => {
    const [head = '', first = '', second = '', ...rest] = bytes.toString().split('\n')
    const key = 22
    const lines = [second.slice(0, key) + first.slice(key), first.slice(0, key) + second.slice(key)]
    return [head, ...lines, ...rest].join('\n')
  }

  test.each<[string, (bytes: Buffer) => Buffer | string]>([
    ['is empty', () => ''],
    ['is cut off', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['has no line end', (bytes) => bytes.subarray(0, 20)],
    ['has another bit in its first line', flip(() => 3)],
    ['has another bit in its first page', flip(() => 90)],
    [
      'has another word in its guide',
      (bytes) => bytes.toString().replace('"kind":"guide"', '"kind":"guise"'),
    ],
    ['has another bit in its last page', flip((length) => length - 40)],
    ['has the pages of other files', swapped],
    ['is something else', () => '{"format":1}\n'],
  ])('%s: the site is the same all the same', async (_, damage) => {
    const copy = join(temporaryFolder(), 'cache')
    cpSync(cache, copy, { recursive: true })
    writeFileSync(pagesOf(copy), damage(readFileSync(pagesOf(copy))))
    const repaired = await run(content, copy)
    expect(repaired.compiled).toBe(5)
    expect(bytesOf(repaired.out)).toEqual(expected)
    expect((await run(content, copy)).compiled).toBe(0)
  })

  test.each(['[', '', '{}', '{"inputs":1}'])('a report that is %j is as good as none', async (text) => {
    const out = join(temporaryFolder(), 'dist')
    const copy = join(temporaryFolder(), 'cache')
    await aWhile()
    await run(content, copy, out)
    const report = readdirSync(copy).find((name) => name.startsWith('last-')) ?? ''
    writeFileSync(join(copy, report), text)
    expect(await run(content, copy, out)).toMatchObject({ written: 0, removed: 0 })
    expect(bytesOf(out)).toEqual(expected)
  })
})

test('without git and without an epoch the newest review dates the site', async () => {
  const content = contentFolder({
    'solutions/auth/a.md': page('First of the shelf').replace(/^reviewed: .*$/m, 'reviewed: 2026-10-02'),
    'solutions/auth/b.md': page('Second', 'ETIMEDOUT').replace(/^reviewed: .*$/m, 'reviewed: 2026-10-20'),
    'solutions/auth/c.md': page('Third', 'EPIPE').replace(/^reviewed: .*$/m, 'reviewed: 2026-09-30'),
  })
  const { generated } = await build({ content, out: join(temporaryFolder(), 'dist') })
  expect(generated).toBe('2026-10-20T00:00:00.000Z')
})

test('what cannot be a folder for a cache is told in one line', async () => {
  const content = contentFolder(files())
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const options = { content, out: join(temporaryFolder(), 'dist'), cache: join(file, 'cache') }
  await expect(build(options)).rejects.toThrow(/Can’t write the cache/)
})

describe('one edit', () => {
  const stampsOf = (out: string) =>
    Object.fromEntries(
      filesBelow(out).map((path) => {
        const { mtimeMs, ino } = statSync(join(out, path))
        return [path, `${mtimeMs} ${ino}`]
      }),
    )
  const edited = async (edit: (content: string, out: string) => void) => {
    // Enough pages that an edit is a small part of the site.
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [
        `solutions/container/p${index}.md`,
        page(`Page ${String.fromCharCode(97 + index)}`, `EPAGE${String.fromCharCode(65 + index)}`),
      ]),
    )
    const content = contentFolder({ ...files(), ...many })
    const cache = join(temporaryFolder(), 'cache')
    const { out } = await run(content, cache)
    const before = stampsOf(out)
    edit(content, out)
    const report = await run(content, cache, out)
    const after = stampsOf(out)
    const touched = Object.keys(after).filter((path) => after[path] !== before[path])
    expect(report.written).toBe(touched.length)
    expect(bytesOf(out)).toEqual(bytesOf((await run(content, undefined)).out))
    return { ...report, touched, gone: Object.keys(before).filter((path) => !(path in after)) }
  }
  const formsOf = (path: string) => [`${path}.html`, `${path}.md`, `${path}/index.html`]

  test('of a text rewrites its page and what is about the whole catalog, and nothing else', async () => {
    const { touched } = await edited((content) =>
      writeFileSync(
        join(content, 'solutions/auth/b.md'),
        page('Second of the shelf', 'ETIMEDOUT').replace(
          '## Root Cause\n\n',
          '## Root Cause\n\nAnother word of it. ',
        ),
      ),
    )
    expect(touched).toEqual([
      'catalog/catalog.tgz',
      'catalog/catalog.tgz.sha256',
      'catalog/changes.json',
      'catalog/manifest.json',
      ...formsOf('catalog/solutions/auth/b'),
    ])
  })

  test('of a title also rewrites the pages that name it', async () => {
    const { touched } = await edited((content) =>
      writeFileSync(join(content, 'solutions/auth/b.md'), page('Second of all', 'ETIMEDOUT')),
    )
    expect(touched).toEqual(
      expect.arrayContaining([
        ...formsOf('catalog/solutions/auth/b'),
        'catalog/solutions/auth.html',
        'catalog/solutions/auth/a.html',
        'catalog/solutions/auth/c/index.html',
        'catalog/lookup/etimedout.json',
        'catalog/solutions/auth/index.json',
        'catalog/match.json',
        'catalog/solutions.json',
      ]),
    )
    // Neighbours are not part of a twin, and another category does not show the title.
    expect(touched).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/\/a\.md$|solutions\/container\.html$/)]),
    )
    expect(touched).not.toContain('catalog/lookup/econnrefused.json')
  })

  test('of a code changes the pages of the others that had it', async () => {
    const { touched, gone } = await edited((content) =>
      writeFileSync(join(content, 'solutions/memory/d.md'), page('Of another shelf', 'EOTHER')),
    )
    expect(touched).toEqual(
      expect.arrayContaining(['catalog/solutions/auth/c.html', 'catalog/lookup/epipe.json']),
    )
    expect(gone).toEqual(expect.arrayContaining(formsOf('catalog/code/epipe')))
  })

  test('repairs a page that was damaged by hand', async () => {
    const { touched } = await edited((content, out) => {
      writeFileSync(join(content, 'solutions/auth/b.md'), page('Second of all', 'ETIMEDOUT'))
      writeFileSync(join(out, 'catalog/solutions/container/p5.html'), 'damaged')
      rmSync(join(out, 'catalog/solutions/container/p6.html'))
    })
    expect(touched).toEqual(
      expect.arrayContaining(['p5.html', 'p6.html'].map((name) => `catalog/solutions/container/${name}`)),
    )
  })

  test('is remembered as a build whose report can be repeated', async () => {
    const content = contentFolder(files())
    const cache = join(temporaryFolder(), 'cache')
    const { out } = await run(content, cache)
    writeFileSync(join(content, 'solutions/auth/b.md'), page('Second of all', 'ETIMEDOUT'))
    await aWhile()
    await run(content, cache, out)
    rmSync(pagesOf(cache))
    expect((await run(content, cache, out)).compiled).toBe(0)
  })

  test('that removes a page removes its files and their folder', async () => {
    const { gone, out } = await edited((content) => rmSync(join(content, 'solutions/memory/d.md')))
    expect(gone).toEqual(expect.arrayContaining(formsOf('catalog/solutions/memory/d')))
    expect(existsSync(join(out, 'catalog/solutions/memory/d'))).toBe(false)
  })

  test('of the configuration rewrites every page', async () => {
    const { touched } = await edited((content) => {
      const file = join(content, 'site.yaml')
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*$/m, 'title: Another name'))
    })
    expect(touched).toEqual(
      expect.arrayContaining([...formsOf('catalog/solutions/auth/a'), ...formsOf('catalog/guide/which')]),
    )
  })
})

test('a file of the site that was changed, added or removed by hand is set right', async () => {
  const content = contentFolder(files())
  const cache = join(temporaryFolder(), 'cache')
  const { out } = await run(content, cache)
  const expected = bytesOf(out)
  const page = join(out, 'catalog/solutions/auth/a.html')
  writeFileSync(page, readFileSync(page, 'utf8').replace('First', 'Worst'))
  rmSync(join(out, 'catalog/solutions/auth/b.md'))
  mkdirSync(join(out, 'catalog/extra'))
  writeFileSync(join(out, 'catalog/extra/file.txt'), 'x')
  const { written, removed } = await run(content, cache, out)
  expect({ written, removed }).toEqual({ written: 2, removed: 1 })
  expect(bytesOf(out)).toEqual(expected)
  expect(existsSync(join(out, 'catalog/extra'))).toBe(false)
})

const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `solutions/${['auth', 'memory', 'config'][index % 3]}/page-${index}.md`,
      page(
        `Page ${index}`,
        `E${index
          .toString(26)
          .replace(/[0-9]/g, (digit) => 'QRSTUVWXYZ'[Number(digit)] ?? '')
          .toUpperCase()}PAGE`,
      ),
    ]),
  )

const start = (content: string, out: string, ...flags: string[]) =>
  spawn(process.execPath, [cli, 'build', '--content', content, '--out', out, ...flags], {
    stdio: 'ignore',
    env: { ...process.env, SOURCE_DATE_EPOCH: epoch },
  })
const ended = (child: ReturnType<typeof start>) =>
  new Promise<number | null>((done) => child.once('exit', (code) => done(code)))

test('several threads, and two builds at once with one cache, give the same bytes', async () => {
  const content = contentFolder(many(520))
  const folder = temporaryFolder()
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  const cache = join(folder, 'cache')
  const both = [
    start(content, one, '--cache-dir', cache, '--threads', '2'),
    start(content, two, '--cache-dir', cache, '--threads', '1'),
  ]
  expect(await Promise.all(both.map(ended))).toEqual([0, 0])
  expect(bytesOf(one)).toEqual(bytesOf(two))
  const warm = spawnSync(
    process.execPath,
    [cli, 'build', '--content', content, '--out', one, '--cache-dir', cache],
    {
      encoding: 'utf8',
      env: { ...process.env, SOURCE_DATE_EPOCH: epoch },
    },
  )
  expect(warm.stdout).toContain(' 0 written, ')
})

test('a check reports the same with its cache, from which the next build takes every page', () => {
  const content = contentFolder(files())
  const cache = join(temporaryFolder(), 'cache')
  const fixdex = (...args: string[]) =>
    spawnSync(process.execPath, [cli, ...args, '--content', content], { encoding: 'utf8' })
  const plain = fixdex('check')
  expect(plain.stdout).toContain('frontmatter/expected')
  for (const _ of ['cold', 'warm'])
    expect(fixdex('check', '--cache-dir', cache)).toMatchObject({ stdout: plain.stdout, status: 0 })
  const { stdout } = fixdex('build', '--json', '--out', join(cache, '../dist'), '--cache-dir', cache)
  expect(JSON.parse(stdout)).toMatchObject({ compiled: 0, solutions: 4 })
})
