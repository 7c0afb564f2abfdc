import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { build } from '../../src/pipeline/build.ts'
import { openPageStore, saveAndClose, writeSegment } from '../../src/pipeline/page-store.ts'
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

const run = (content: string, cache: string | undefined, out = join(temporaryFolder(), 'dist')) => {
  const report = build({ content, out, cache, epoch })
  expect(report.output, JSON.stringify(report.problems)).toBeDefined()
  return { out, problems: report.problems, ...(report.output as NonNullable<typeof report.output>) }
}

const bytesOf = (out: string): Record<string, string> =>
  Object.fromEntries(filesBelow(out).map((path) => [path, readFileSync(join(out, path)).toString('base64')]))

const pagesFolder = (cache: string): string => {
  const name = readdirSync(cache).find((name) => name.startsWith('pages-')) ?? ''
  return join(cache, name)
}

test('a build with a cache, cold or warm, gives the bytes and problems of one without', () => {
  const content = contentFolder(files())
  const plain = run(content, undefined)
  const cache = join(temporaryFolder(), 'cache')
  const cold = run(content, cache)
  const warm = run(content, cache)
  for (const built of [cold, warm]) {
    expect(bytesOf(built.out)).toEqual(bytesOf(plain.out))
    expect(built.problems).toEqual(plain.problems)
  }
  expect(plain.problems.map(({ code }) => code)).toContain('frontmatter/expected')
  expect(readFileSync(join(cache, '.gitignore'), 'utf8')).toBe('*\n')
})

test('what was compiled is not compiled again, and a changed file is', () => {
  const content = contentFolder(files())
  const cache = join(temporaryFolder(), 'cache')
  run(content, cache)
  const segments = () => readdirSync(pagesFolder(cache)).filter((name) => name.endsWith('.pages'))
  const before = segments()
  run(content, cache)
  expect(segments()).toEqual(before)
  writeFileSync(join(content, 'solutions/auth/a.md'), page('First of all'))
  run(content, cache)
  const added = segments().filter((name) => !before.includes(name))
  expect(added).toHaveLength(1)
  const text = readFileSync(join(pagesFolder(cache), added[0] as string), 'utf8')
  expect(text).toContain('First of all')
  expect(text).not.toContain('Second of the shelf')
})

describe('a cache that is not as it was left', () => {
  const content = contentFolder(files())
  const cache = join(temporaryFolder(), 'cache')
  run(content, cache)
  const expected = bytesOf(run(content, undefined).out)
  const segment = (dir: string) =>
    join(pagesFolder(dir), readdirSync(pagesFolder(dir)).find((name) => name.endsWith('.pages')) ?? '')
  const list = (dir: string) => join(pagesFolder(dir), 'pages.json')
  const change = (file: string, edit: (text: Buffer) => Buffer | string) =>
    writeFileSync(file, edit(readFileSync(file)))
  const flip = (at: (length: number) => number) => (bytes: Buffer) => {
    const index = at(bytes.length)
    bytes[index] = (bytes[index] as number) ^ 1
    return bytes
  }
  const places = (edit: (place: unknown[]) => unknown) => (text: Buffer) => {
    const read = JSON.parse(text.toString())
    for (const key of Object.keys(read.places)) read.places[key] = edit(read.places[key])
    return JSON.stringify(read)
  }

  const damages: Record<string, (dir: string) => void> = {
    'the segment is gone': (dir) => rmSync(segment(dir)),
    'the segment is empty': (dir) => writeFileSync(segment(dir), ''),
    'the segment is cut off': (dir) => change(segment(dir), (bytes) => bytes.subarray(0, bytes.length / 2)),
    'a bit of the first record is another': (dir) =>
      change(
        segment(dir),
        flip(() => 40),
      ),
    'a bit of the last text is another': (dir) =>
      change(
        segment(dir),
        flip((length) => length - 40),
      ),
    'the list is no JSON': (dir) => writeFileSync(list(dir), '{"format":1,"places":{'),
    'the list is of another shape': (dir) =>
      writeFileSync(list(dir), '{"format":1,"places":{"x":7,"y":["a"]}}'),
    'the list is of another format': (dir) => change(list(dir), (text) => text.toString().replace('1', '9')),
    'the list leads out of the folder': (dir) =>
      change(
        list(dir),
        places(([, ...rest]) => ['../../x.pages', ...rest]),
      ),
    'the list names huge records': (dir) =>
      change(
        list(dir),
        places(([name, at, , ...rest]) => [name, at, 1e15, ...rest]),
      ),
    'every file has the record of one': (dir) =>
      change(list(dir), (text) => {
        const read = JSON.parse(text.toString())
        const [only] = Object.values(read.places)
        for (const key of Object.keys(read.places)) read.places[key] = only
        return JSON.stringify(read)
      }),
  }

  test.each(Object.entries(damages))('%s: the site is the same all the same', (_, damage) => {
    const copy = join(temporaryFolder(), 'cache')
    cpSync(cache, copy, { recursive: true })
    damage(copy)
    expect(bytesOf(run(content, copy).out)).toEqual(expected)
    expect(bytesOf(run(content, copy).out)).toEqual(expected)
    expect(unreadable(copy)).toEqual([])
  })

  /** Digests in the list whose records can't be read, or too few of them to be all files. */
  const unreadable = (dir: string): string[] => {
    const digests = Object.keys(JSON.parse(readFileSync(list(dir), 'utf8')).places)
    expect(digests).toHaveLength(Object.keys(files()).length)
    const store = openPageStore(pagesFolder(dir))
    return digests.filter((digest) => JSON.stringify(store.read(digest)?.page) === undefined)
  }
})

test('what another build has moved meanwhile stays where that one has put it', () => {
  const cache = join(temporaryFolder(), 'cache')
  run(contentFolder(files()), cache)
  const dir = pagesFolder(cache)
  const [segment = ''] = readdirSync(dir).filter((name) => name.endsWith('.pages'))
  const store = openPageStore(dir)
  renameSync(join(dir, segment), join(dir, 'moved.pages'))
  const list = join(dir, 'pages.json')
  writeFileSync(list, readFileSync(list, 'utf8').replaceAll(segment, 'moved.pages'))
  const own = writeSegment(dir)
  own.write('digest', { problems: [], excepted: [] })
  store.add(own.end())
  saveAndClose(store)
  const after = openPageStore(dir)
  const digests = Object.keys(JSON.parse(readFileSync(list, 'utf8')).places)
  expect(digests).toHaveLength(Object.keys(files()).length + 1)
  expect(digests.filter((digest) => after.read(digest) === undefined)).toEqual([])
  after.close()
})

test('what cannot be a folder for a cache is told in one line', () => {
  const content = contentFolder(files())
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(() => build({ content, out: join(temporaryFolder(), 'dist'), cache: join(file, 'cache') })).toThrow(
    /Can’t write the cache/,
  )
})

describe('one edit', () => {
  const stampsOf = (out: string) =>
    Object.fromEntries(
      filesBelow(out).map((path) => {
        const { mtimeMs, ino } = statSync(join(out, path))
        return [path, `${mtimeMs} ${ino}`]
      }),
    )
  const edited = (edit: (content: string) => void) => {
    // Enough pages that an edit is a small part of the site.
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [
        `solutions/container/p${index}.md`,
        page(`Page ${String.fromCharCode(97 + index)}`, `EPAGE${String.fromCharCode(65 + index)}`),
      ]),
    )
    const content = contentFolder({ ...files(), ...many })
    const cache = join(temporaryFolder(), 'cache')
    const { out } = run(content, cache)
    const before = stampsOf(out)
    edit(content)
    const report = run(content, cache, out)
    const after = stampsOf(out)
    const touched = Object.keys(after).filter((path) => after[path] !== before[path])
    expect(report.written).toBe(touched.length)
    expect(bytesOf(out)).toEqual(bytesOf(run(content, undefined).out))
    return { ...report, touched, gone: Object.keys(before).filter((path) => !(path in after)) }
  }
  const formsOf = (path: string) => [`${path}.html`, `${path}.md`, `${path}/index.html`]

  test('of a text rewrites its page and what is about the whole catalog, and nothing else', () => {
    const { touched } = edited((content) =>
      writeFileSync(
        join(content, 'solutions/auth/b.md'),
        page('Second of the shelf', 'ETIMEDOUT').replace(
          '## Root Cause\n\n',
          '## Root Cause\n\nAnother word of it. ',
        ),
      ),
    )
    expect(touched).toEqual([
      'catalog/changes.json',
      'catalog/manifest.json',
      ...formsOf('catalog/solutions/auth/b'),
    ])
  })

  test('of a title also rewrites the pages that name it', () => {
    const { touched } = edited((content) =>
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

  test('that removes a page removes its files and their folder', () => {
    const { gone, out } = edited((content) => rmSync(join(content, 'solutions/memory/d.md')))
    expect(gone).toEqual(expect.arrayContaining(formsOf('catalog/solutions/memory/d')))
    expect(existsSync(join(out, 'catalog/solutions/memory/d'))).toBe(false)
  })

  test('of the configuration rewrites every page', () => {
    const { touched } = edited((content) => {
      const file = join(content, 'site.yaml')
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*$/m, 'title: Another name'))
    })
    expect(touched).toEqual(
      expect.arrayContaining([...formsOf('catalog/solutions/auth/a'), ...formsOf('catalog/guide/which')]),
    )
  })
})

test('a file of the site that was changed, added or removed by hand is set right', () => {
  const content = contentFolder(files())
  const cache = join(temporaryFolder(), 'cache')
  const { out } = run(content, cache)
  const expected = bytesOf(out)
  const page = join(out, 'catalog/solutions/auth/a.html')
  writeFileSync(page, readFileSync(page, 'utf8').replace('First', 'Worst'))
  rmSync(join(out, 'catalog/solutions/auth/b.md'))
  mkdirSync(join(out, 'catalog/extra'))
  writeFileSync(join(out, 'catalog/extra/file.txt'), 'x')
  const { written, removed } = run(content, cache, out)
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
  const [alone, one, two] = ['alone', 'one', 'two'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const cache = join(folder, 'cache')
  expect(await ended(start(content, alone, '--no-cache', '--threads', '1'))).toBe(0)
  const both = [
    start(content, one, '--cache-dir', cache, '--threads', '2'),
    start(content, two, '--cache-dir', cache, '--threads', '1'),
  ]
  expect(await Promise.all(both.map(ended))).toEqual([0, 0])
  const expected = bytesOf(alone)
  expect(bytesOf(one)).toEqual(expected)
  expect(bytesOf(two)).toEqual(expected)
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
