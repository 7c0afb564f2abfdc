import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Published, published } from '../../src/emit/emit.ts'
import type { OutputPath } from '../../src/model/site.ts'
import { recover, writeOutput } from '../../src/pipeline/write-output.ts'
import { contentFolder, filesBelow, root, temporaryFolder } from '../catalog.ts'
import { smallCatalog, validSolution } from '../valid-solution.ts'

const output = (path: string, body: string): Published =>
  [...published([{ path: path as OutputPath, body }])][0] as Published
const marker = output('.nojekyll', '')
const cli = join(root, 'lib/cli/main.js')

test('holds exactly the given files, and says what it did', () => {
  const dir = join(temporaryFolder(), 'dist')
  expect(writeOutput(dir, [marker, output('a/b.txt', 'one'), output('a/c.txt', 'é')])).toMatchObject({
    written: 3,
    unchanged: 0,
    removed: 0,
    bytes: 5,
  })
  utimesSync(join(dir, 'a/b.txt'), 1000, 1000)
  expect(writeOutput(dir, [marker, output('a/b.txt', 'one'), output('a/d.txt', 'x')])).toMatchObject({
    written: 1,
    unchanged: 2,
    removed: 1,
    bytes: 4,
  })
  expect(filesBelow(dir)).toEqual(['.nojekyll', 'a/b.txt', 'a/d.txt'])
  expect(statSync(join(dir, 'a/b.txt')).mtimeMs).toBe(1_000_000)
  expect(filesBelow(join(dir, '..')).filter((file) => !file.startsWith('dist/'))).toEqual([])
})

test('what somebody put beside the site is not deleted without a word', () => {
  const dir = join(temporaryFolder(), 'dist')
  const old = [marker, output('old/manifest.json', '{}'), output('_redirects', '')]
  writeOutput(dir, old)
  mkdirSync(join(dir, '.git'))
  writeFileSync(join(dir, 'CNAME'), 'catalog.example')
  expect(() => writeOutput(dir, [marker, output('new/manifest.json', '{}')])).toThrow(/: \.git, CNAME$/)
  expect(readdirSync(dir).sort()).toEqual(['.git', '.nojekyll', 'CNAME', '_redirects', 'old'])
  rmSync(join(dir, 'CNAME'))
  rmSync(join(dir, '.git'), { recursive: true })
  writeOutput(dir, [marker, output('new/manifest.json', '{}')])
  expect(readdirSync(dir).sort()).toEqual(['.nojekyll', 'new'])
})

test('a link to the folder stays, and what it leads to is written', () => {
  const folder = temporaryFolder()
  const link = join(folder, 'link')
  mkdirSync(join(folder, 'real'))
  symlinkSync(join(folder, 'real'), link)
  writeOutput(link, [marker])
  writeOutput(link, [marker, output('a/b.txt', 'one')])
  expect(readlinkSync(link)).toBe(join(folder, 'real'))
  expect(filesBelow(join(folder, 'real'))).toEqual(['.nojekyll', 'a/b.txt'])
})

test('touches nothing when nothing differs', () => {
  const dir = join(temporaryFolder(), 'dist')
  writeOutput(dir, [marker])
  const before = statSync(dir)
  expect(writeOutput(dir, [marker]).unchanged).toBe(1)
  expect(statSync(dir).ino).toBe(before.ino)
})

test('a file that was tampered with is written anew', () => {
  const dir = join(temporaryFolder(), 'dist')
  writeOutput(dir, [marker, output('a.txt', 'one')])
  writeFileSync(join(dir, 'a.txt'), 'two')
  expect(writeOutput(dir, [marker, output('a.txt', 'one')]).written).toBe(1)
  expect(readFileSync(join(dir, 'a.txt'), 'utf8')).toBe('one')
})

test('a build that was killed between the two renames is undone by the next one', () => {
  const dir = join(temporaryFolder(), 'dist')
  writeOutput(dir, [marker, output('a.txt', 'one')])
  renameSync(dir, `${dir}.old`)
  expect(writeOutput(dir, [marker, output('a.txt', 'one')])).toMatchObject({ written: 0, unchanged: 2 })
  expect(existsSync(`${dir}.old`)).toBe(false)
})

describe('what a killed build leaves', () => {
  test('is removed by whatever reads the folder next', () => {
    const dir = join(temporaryFolder(), 'dist')
    writeOutput(dir, [marker, output('a.txt', 'one')])
    mkdirSync(`${dir}.next`)
    writeFileSync(join(`${dir}.next`, 'a.txt'), 'two')
    renameSync(dir, `${dir}.old`)
    recover(dir)
    expect(readFileSync(join(dir, 'a.txt'), 'utf8')).toBe('one')
    expect(filesBelow(join(dir, '..')).filter((file) => !file.startsWith('dist/'))).toEqual([])
  })

  test('is left to a build that is still running', () => {
    const dir = join(temporaryFolder(), 'dist')
    writeOutput(dir, [marker])
    renameSync(dir, `${dir}.old`)
    writeFileSync(`${dir}.lock`, String(process.pid))
    recover(dir)
    expect(existsSync(dir)).toBe(false)
  })
})

describe('two builds at once', () => {
  test('the second is refused while the first one lives', () => {
    const dir = join(temporaryFolder(), 'dist')
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
    try {
      writeFileSync(`${dir}.lock`, String(other.pid))
      expect(() => writeOutput(dir, [marker])).toThrow(`process ${other.pid}`)
      expect(existsSync(dir)).toBe(false)
    } finally {
      other.kill('SIGKILL')
    }
  })

  test('the lock of a process that is gone is taken over', () => {
    const dir = join(temporaryFolder(), 'dist')
    const gone = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(`${dir}.lock`, String(gone.pid))
    expect(writeOutput(dir, [marker]).written).toBe(1)
    expect(existsSync(`${dir}.lock`)).toBe(false)
  })
})

const pageCount = 5
const pages = (version: string) =>
  Object.fromEntries(
    Array.from({ length: pageCount }, (_, index) => [
      `solutions/auth/page-${index}.md`,
      validSolution
        .replace(/^title: .*$/m, `title: "Page ${index}"`)
        .replace('Any client', `Version ${version} of`),
    ]),
  )

/** The version that every page of a built site shows; fails when they differ or one is missing. */
function versionOf(out: string): string {
  const { solutions } = JSON.parse(readFileSync(join(out, 'catalog/solutions.json'), 'utf8'))
  const shown = new Set<string | undefined>()
  for (const { url } of solutions as { url: string }[]) {
    for (const file of [`${url}/index.html`, `${url}.html`, `${url}.md`]) {
      shown.add(/Version (\w+) of/.exec(readFileSync(join(out, file), 'utf8'))?.[1])
    }
  }
  expect(solutions).toHaveLength(pageCount)
  expect(shown.size).toBe(1)
  return [...shown][0] ?? 'none'
}

/** Runs in a process of its own: writes a site of version `b`, and kills itself before it changes the disk for the nth time. */
const writeAndDie = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
let [dir, left] = process.argv.slice(1)
for (const name of ['mkdirSync', 'writeFileSync', 'linkSync', 'renameSync', 'rmSync']) {
  const real = fs[name]
  fs[name] = (...args) => {
    if (left-- <= 0) process.kill(process.pid, 'SIGKILL')
    return real(...args)
  }
}
syncBuiltinESMExports()
const { writeOutput } = await import(${JSON.stringify(pathToFileURL(join(root, 'lib/pipeline/write-output.js')).href)})
const files = ['.nojekyll', 'site/a/1.txt', 'site/a/new.txt', 'site/manifest.json', 'site/same.txt']
writeOutput(dir, files.map((path) => ({ path, content: Buffer.from(path.endsWith('same.txt') ? '' : 'b') })))
`

test('a write that is killed before any of its steps leaves a whole site', () => {
  const before = ['.nojekyll', 'site/a/1.txt', 'site/manifest.json', 'site/old.txt', 'site/same.txt']
  const sites = new Set<string>()
  let steps = 0
  for (let killed = true; killed; steps++) {
    const dir = join(temporaryFolder(), 'dist')
    writeOutput(
      dir,
      before.map((path) => output(path, path.endsWith('same.txt') ? '' : 'a')),
    )
    const child = spawnSync(process.execPath, [
      '--input-type=module',
      '-e',
      writeAndDie,
      '--',
      dir,
      String(steps),
    ])
    killed = child.signal === 'SIGKILL'
    expect({ signal: child.signal, status: child.status }).toEqual(
      killed ? { signal: 'SIGKILL', status: null } : { signal: null, status: 0 },
    )
    recover(dir)
    sites.add(
      filesBelow(dir)
        .map((path) => `${path} ${readFileSync(join(dir, path), 'utf8')}`)
        .join('\n'),
    )
    expect(writeOutput(dir, [marker, output('site/manifest.json', 'c')]).written).toBeGreaterThan(0)
    expect(filesBelow(join(dir, '..'))).toEqual(['dist/.nojekyll', 'dist/site/manifest.json'])
  }
  expect(steps).toBeGreaterThan(10)
  expect([...sites]).toEqual([
    '.nojekyll a\nsite/a/1.txt a\nsite/manifest.json a\nsite/old.txt a\nsite/same.txt ',
    '.nojekyll b\nsite/a/1.txt b\nsite/a/new.txt b\nsite/manifest.json b\nsite/same.txt ',
  ])
})

test.each([
  ['of the site', '--no-cache', /Can’t write .*\n.*untouched/],
  ['of the cache', '--cache', /Can’t write the cache .*\n.*--no-cache/],
])('a write %s that fails half-way leaves the old site whole', (_, flag, told) => {
  const out = join(temporaryFolder(), 'dist')
  const flags = flag === '--cache' ? ['--cache-dir', join(temporaryFolder(), 'cache')] : [flag]
  const run = (content: string, limit: string) =>
    spawnSync(
      'bash',
      [
        '-c',
        `trap '' XFSZ; ulimit -f ${limit}; exec "$0" "$@"`,
        process.execPath,
        cli,
        'build',
        '--content',
        content,
        '--out',
        out,
        ...flags,
      ],
      { encoding: 'utf8' },
    )
  expect(run(contentFolder(pages('a')), 'unlimited').status).toBe(0)
  // No file may grow beyond 2 KiB: the first page does not fit, as on a full disk.
  const { status, stderr } = run(contentFolder(pages('b')), '2')
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(told),
  })
  expect(versionOf(out)).toBe('a')
  expect(run(contentFolder(pages('b')), 'unlimited').status).toBe(0)
  expect(versionOf(out)).toBe('b')
})

test('one commit gives the same bytes on another day, in another time zone and locale', () => {
  const content = contentFolder(smallCatalog)
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', content, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        GIT_COMMITTER_DATE: '2026-03-04T05:06:07Z',
        GIT_AUTHOR_DATE: '2020-01-01T00:00:00Z',
      },
    })
  git('init', '-q')
  git('add', '.')
  expect(git('commit', '-qm', 'x').status).toBe(0)
  const build = (env: Record<string, string>) => {
    const out = join(temporaryFolder(), 'dist')
    const { status, stderr } = spawnSync(
      process.execPath,
      [cli, 'build', '--content', content, '--out', out],
      { encoding: 'utf8', env: { PATH: process.env.PATH, ...env } },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return filesBelow(out).map((file) => `${file}\n${readFileSync(join(out, file), 'utf8')}`)
  }
  const here = build({ TZ: 'UTC', LANG: 'C' })
  expect(build({ TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' })).toEqual(here)
  expect(here.join('')).toContain('"generated":"2026-03-04T05:06:07.000Z"')
  expect(build({ SOURCE_DATE_EPOCH: '86400' }).join('')).toContain('"generated":"1970-01-02T00:00:00.000Z"')
  rmSync(join(content, '.git'), { recursive: true })
  expect(build({}).join('')).toContain('"generated":"2026-11-01T00:00:00.000Z"')
})
