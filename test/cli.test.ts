import { execFileSync, type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rules } from '../src/checks/rules.ts'
import { readConfig } from '../src/content/read-config.ts'
import { tryCanary } from '../src/pipeline/check.ts'
import { contentFolder, root, temporaryFolder } from './catalog.ts'
import { inProcess } from './in-process.ts'
import { smallCatalog, validSolution } from './valid-solution.ts'

const fixdex = (args: string[], { env = {} }: { env?: Record<string, string> } = {}) =>
  inProcess(args, { cwd: root, env })

/** The compiled command as a process of its own, with a pipe for a terminal; `by` is a program that starts it. */
const spawned = (args: string[], options: SpawnSyncOptions = {}, by: readonly string[] = []) => {
  const [program = '', ...words] = [...by, process.execPath, join(root, 'lib/cli/main.js'), ...args]
  return spawnSync(program, words, {
    cwd: root,
    ...options,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...options.env },
  })
}

const faulty = {
  ...smallCatalog,
  'solutions/general/faulty.md': validSolution
    .replace('127.0.0.1:…', '127.0.0.1:… (another one)')
    .replace('title: "Example: connect', 'title: "Another: connect')
    .replace('attempts: 3', 'atempts: 3'),
}

describe('build', () => {
  test('says what it did, and nothing on standard error', async () => {
    const out = join(temporaryFolder(), 'dist')
    const content = contentFolder(smallCatalog)
    const first = spawned(['build', '--content', content, '--out', out])
    expect(first).toMatchObject({ status: 0, stderr: '' })
    expect(first.stdout).toMatch(
      /^2 solutions, 1 guide -> .*: \d+ written, 0 unchanged, 0 removed, [\d.]+ MB, \d+ ms\nindex [\d.]+ KB, match file [\d.]+ KB, \d+ lookup files? up to [\d.]+ KB, Markdown pages up to [\d.]+ KB\nChange feed without history\. [^\n]*\n$/,
    )
    expect((await fixdex(['build', '--content', content, '--out', out])).stdout).toMatch(
      /: 0 written, \d+ unchanged, 0 removed/,
    )
  })

  test('--json is one JSON value', async () => {
    const out = join(temporaryFolder(), 'dist')
    const { stdout, status } = await fixdex([
      'build',
      '--json',
      '--content',
      contentFolder(smallCatalog),
      '--out',
      out,
    ])
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      solutions: 2,
      guides: 1,
      unchanged: 0,
      removed: 0,
      problems: [],
    })
  })

  test('writes nothing when a file has an error', async () => {
    const out = join(temporaryFolder(), 'dist')
    const { stderr, stdout, status } = await fixdex([
      'build',
      '--content',
      contentFolder(faulty),
      '--out',
      out,
    ])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('frontmatter/unknown-key')
    expect(() => readFileSync(join(out, '.nojekyll'))).toThrow()
  })

  test('faults of the input are one line and a hint', () => {
    const content = contentFolder(smallCatalog)
    const closed = join(content, 'solutions/closed')
    const fault = (args: string[], options: SpawnSyncOptions = {}, by: string[] = []) => {
      const { status, stderr } = spawned(args, options, by)
      expect(stderr).toMatch(/^fixdex: [^\n]*\n( {2}[^\n]*\n)?$/)
      expect(status).toBe(2)
    }
    for (const epoch of ['8640000000001', '9'.repeat(20), 'x'])
      fault(['build', '--content', content, '--out', closed], { env: { SOURCE_DATE_EPOCH: epoch } })
    mkdirSync(closed, { mode: 0 })
    // Root may read everything, unless it gives that up.
    const caps = '-dac_override,-dac_read_search'
    const withoutThem = ['setpriv', '--bounding-set', caps, '--inh-caps', caps]
    fault(['check', '--content', content], {}, process.getuid?.() === 0 ? withoutThem : [])
    rmdirSync(closed)
  })

  test('takes address and name from flags, then from the environment, then from the configuration', async () => {
    const content = contentFolder(smallCatalog)
    const address = async (args: string[], env = {}) =>
      JSON.parse(
        (
          await fixdex(
            ['build', '--json', '--content', content, '--out', join(temporaryFolder(), 'dist'), ...args],
            {
              env,
            },
          )
        ).stdout,
      ).address
    const env = { CATALOG_BASE_URL: 'https://env.example', CATALOG_SITE: 'env' }
    expect(await address([])).toBe('https://catalog.example.org/catalog')
    expect(await address([], env)).toBe('https://env.example/env')
    expect(await address(['--base-url', 'https://flag.example', '--site', 'flag'], env)).toBe(
      'https://flag.example/flag',
    )
  })
})

describe('check', () => {
  const content = contentFolder(faulty)
  const where = (file: string) => relative(root, join(content, file))

  test('pretty shows place, line and hint', () => {
    const { stdout, status } = spawned(['check', '--content', content])
    expect(status).toBe(1)
    expect(stdout).toContain(`${where('solutions/general/faulty.md')}:11:1 error frontmatter/unknown-key`)
    expect(stdout).toContain('did you mean `attempts`?')
    expect(stdout).toContain('11 | atempts: 3\n')
    expect(stdout).toContain('1 error, 0 warnings in 1 file')
  })

  test('a line that holds a secret is not repeated', async () => {
    // In two halves, so that no scanner takes this file for a leak.
    const token = `${'ghp_'}${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'}`
    const leaky = { 'solutions/general/leaky.md': validSolution.replace('when the client', token) }
    const { stdout } = await fixdex(['check', '--content', contentFolder(leaky)])
    expect(stdout).toContain('text/secret')
    expect(stdout).not.toContain(token)
  })

  test('unix is one line a problem', async () => {
    expect((await fixdex(['check', '--format', 'unix', '--content', content])).stdout).toMatch(
      /^\S+faulty\.md:11:1: error: Unexpected key `atempts`, did you mean `attempts`\? \[frontmatter\/unknown-key\]\n$/,
    )
  })

  test('json is a list', async () => {
    expect(
      JSON.parse((await fixdex(['check', '--format', 'json', '--content', content])).stdout),
    ).toMatchObject([
      {
        code: 'frontmatter/unknown-key',
        severity: 'error',
        path: where('solutions/general/faulty.md'),
        line: 11,
        column: 1,
      },
    ])
  })

  test('github is the default in GitHub Actions', async () => {
    const { stdout } = await fixdex(['check', '--content', content], { env: { GITHUB_ACTIONS: 'true' } })
    expect(stdout).toMatch(
      /^::error file=\S+faulty\.md,line=11,col=1,title=frontmatter\/unknown-key::Unexpected key/,
    )
    expect(stdout.split('\n')).toHaveLength(2)
  })

  test('paths limit what is reported', async () => {
    expect((await fixdex(['check', '--content', content, join(content, 'solutions/auth')])).status).toBe(0)
    expect(
      (await fixdex(['check', '--content', content, join(content, 'solutions/general/faulty.md')])).status,
    ).toBe(1)
    expect((await fixdex(['check', '--content', content, '/nowhere'])).status).toBe(2)
  })

  test('--max-warnings turns warnings into a failure', async () => {
    const draft = contentFolder({ 'solutions/auth/x.md': validSolution.replace('retry: after-fix\n', '') })
    expect((await fixdex(['check', '--content', draft])).status).toBe(0)
    expect((await fixdex(['check', '--content', draft, '--max-warnings', '0'])).status).toBe(1)
    expect((await fixdex(['check', '--content', draft, '--max-warnings', '1'])).status).toBe(0)
    expect((await fixdex(['check', '--content', draft, '--max-warnings', 'x'])).status).toBe(2)
  })

  test('one run names every problem of every file', async () => {
    const all = contentFolder({
      'solutions/auth/a.md': 'no frontmatter',
      'solutions/auth/B.md': validSolution,
      'solutions/auht/c.md': validSolution,
      'solutions/auth/d.md': new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff]),
      'solutions/auth/e.md': `---\n${'x'.repeat(70_000)}`,
      'solutions/auth/notes.txt': 'x',
      'solutions/auth/con.md': validSolution,
      'solutions/f.md': validSolution,
      'guides/g.md':
        '---\ntitle: G\nsummary: S\ncategories: [auth]\n---\n\n[dead](../solutions/auth/none.md)\n',
    })
    const { stdout } = await fixdex(['check', '--format', 'unix', '--content', all])
    const found = stdout
      .trim()
      .split('\n')
      .map((line) => `${/([^/]+):\d+:\d+:/.exec(line)?.[1]} ${/\[([^\]]+)\]$/.exec(line)?.[1]}`)
    expect(found.sort()).toEqual([
      'B.md file/name',
      'a.md frontmatter/missing',
      'c.md file/path',
      'con.md file/name',
      'd.md file/encoding',
      'e.md file/size',
      'f.md file/path',
      'g.md link/target',
      'notes.txt file/name',
    ])
  })

  test('nothing of a file or its name controls the terminal', async () => {
    const hostile = contentFolder({
      'solutions/auth/\u001b[31mred.md': validSolution,
      'solutions/auth/x.md': validSolution.replace('attempts: 3', '"\\u001b]0;owned\\u0007\\u202e": 3'),
    })
    for (const format of ['pretty', 'unix', 'github']) {
      const { stdout } = await fixdex(['check', '--format', format, '--content', hostile])
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
      expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
      expect(stdout).toContain('u{1b}')
    }
  })
})

describe('a fault is one clear line, a hint and exit code 2', () => {
  const content = contentFolder(smallCatalog)
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const foreign = temporaryFolder()
  writeFileSync(join(foreign, 'precious.txt'), '')
  const bare = temporaryFolder()
  const out = join(temporaryFolder(), 'dist')
  test.each<[string, string[], RegExp]>([
    ['no content folder', ['build', '--content', 'nowhere', '--out', out], /No content folder at/],
    [
      'no site configuration',
      ['build', '--content', bare, '--out', out],
      /No site configuration at .*site\.yaml/,
    ],
    [
      'base_url with a path',
      ['build', '--content', content, '--out', out, '--base-url', 'https://a.example/b'],
      /base_url: `https:\/\/a\.example\/b`/,
    ],
    [
      'base_url with a slash',
      ['build', '--content', content, '--out', out, '--base-url', 'https://a.example/'],
      /base_url/,
    ],
    [
      'base_url that is none',
      ['build', '--content', content, '--out', out, '--base-url', 'a.example'],
      /is not an address/,
    ],
    ['a site name with a slash', ['build', '--content', content, '--out', out, '--site', 'a/b'], /site/],
    ['an output that is a file', ['build', '--content', content, '--out', file], /is not a folder/],
    [
      'an output below a file',
      ['build', '--content', content, '--out', `${file}/dist`],
      /Can’t write .*: a part of the path is a file/,
    ],
    ['a folder to audit below a file', ['audit', `${file}/dist`], /ENOTDIR: not a directory/],
    ['a folder to serve below a file', ['serve', '--out', `${file}/dist`], /ENOTDIR: not a directory/],
    ['a catalog below a file', ['show', 'auth/x', '--index', `${file}/dist`], /ENOTDIR: not a directory/],
    [
      'an output with other files',
      ['build', '--content', content, '--out', foreign],
      /holds files that no build wrote/,
    ],
    ['nothing to serve', ['serve', '--out', bare], /No built catalog/],
    ['a port that is none', ['serve', '--port', '99999'], /port/],
    ['an unknown command', ['biuld'], /Did you mean build\?/],
    ['an unknown option', ['build', '--contnet', 'x'], /Did you mean --content\?/],
    ['an unknown format', ['check', '--format', 'xml'], /pretty, unix, json, github/],
  ])('%s', async (_, args, message) => {
    const { stderr, stdout, status } = await fixdex(args)
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3)
  })

  test('the folder with other files is left alone', () => {
    expect(readFileSync(join(foreign, 'precious.txt'), 'utf8')).toBe('')
  })
})

test('help names every command, and each has its own', async () => {
  const { stdout, status } = await fixdex(['--help'])
  expect(status).toBe(0)
  const commands = [...stdout.matchAll(/^ {2}([a-z]+) .*\S/gm)]
    .map(([, name]) => name)
    .filter((name) => name !== 'help')
  expect(commands).toEqual(expect.arrayContaining(['build', 'check', 'audit', 'serve']))
  for (const command of commands) {
    const help = await fixdex([command as string, '--help'])
    expect(help.status).toBe(0)
    expect(help.stdout).toMatch(/^Usage: fixdex /)
  }
})

test('a reader that closes the pipe early is no error', () => {
  const command = `"${process.execPath}" "${join(root, 'lib/cli/main.js')}" --help | head -1`
  expect(execFileSync('bash', ['-o', 'pipefail', '-c', command], { encoding: 'utf8' })).toMatch(/^Usage/)
})

test('a broken label file is a fault that names the key', async () => {
  const content = contentFolder(smallCatalog)
  mkdirSync(join(content, 'labels'), { recursive: true })
  writeFileSync(join(content, 'labels/en.yaml'), 'sections: {symptom: 4}\n')
  const { stderr, status } = await fixdex(['check', '--content', content])
  expect(status).toBe(2)
  expect(stderr).toContain('sections.symptom')
})

describe('the gate', () => {
  test('rules lists every rule with reasons and examples; the page leaves out what may not be published', async () => {
    const { stdout, status } = await fixdex(['rules'])
    expect(status).toBe(0)
    expect([...stdout.matchAll(/^## ([a-z-]+\/[a-z-]+)$/gm)].map(([, code]) => code)).toEqual(
      rules().map(({ code }) => code),
    )
    const out = join(temporaryFolder(), 'dist')
    await fixdex(['build', '--content', contentFolder(smallCatalog), '--out', out])
    const page = readFileSync(join(out, 'catalog/rules.md'), 'utf8')
    for (const { code, why } of rules()) {
      expect(page).toContain(`## ${code}`)
      expect(page).toContain(why)
    }
    expect(page).not.toMatch(/\| (?:ba)?sh\b/)
  })

  test('check --format sarif is a SARIF log with rule, place and repair', async () => {
    const { stdout, status } = await fixdex([
      'check',
      '--format',
      'sarif',
      '--content',
      contentFolder(faulty),
    ])
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'fixdex', rules: [{ id: 'frontmatter/unknown-key' }] } },
          results: [
            {
              ruleId: 'frontmatter/unknown-key',
              level: 'error',
              locations: [{ physicalLocation: { region: { startLine: 11, startColumn: 1 } } }],
            },
          ],
        },
      ],
    })
  })

  test('check --fix fixes what needs no judgement, and nothing else', async () => {
    const untidy = validSolution
      .replace(/^attempts: 3\n/m, '')
      .replace('errors:\n', 'attempts: 3\nerrors:\n')
      .replace('## Environment', '```\nss  -ltn  \n```\n\nIt is hy\u00adphenated.   \n\n## Environment')
    const content = contentFolder({
      'solutions/auth/x.md': untidy,
      'solutions/auth/y.md': untidy.replace(/^title: .*$/m, 'title: "EOTHER"'),
    })
    const { stderr, stdout } = await fixdex([
      'check',
      '--fix',
      '--content',
      content,
      join(content, 'solutions/auth/x.md'),
    ])
    expect(stderr).toBe('Fixed 1 file\n')
    expect(stdout).not.toMatch(/code\/language|hidden-character/)
    expect(readFileSync(join(content, 'solutions/auth/x.md'), 'utf8')).toBe(
      validSolution.replace(
        '## Environment',
        '```text\nss  -ltn  \n```\n\nIt is hyphenated.\n\n## Environment',
      ),
    )
    expect(readFileSync(join(content, 'solutions/auth/y.md'), 'utf8')).toContain('\u00ad')
  })

  test('check --wordings lists messages that a page shows and `errors` lacks, and --fix adds them', async () => {
    const shown = 'KernelResetError: the replica of shard 7 refused the checkpoint'
    const page = validSolution.replace(
      'with a reset.',
      `with a reset. A cluster prints \`${shown}\` or \`Process completed with exit code 1\`.`,
    )
    const content = contentFolder({ 'solutions/auth/x.md': page })
    const check = (...flags: string[]) => fixdex(['check', ...flags, '--content', content])
    const listed = `Shown by a page, but not in its \`errors\`: 1\n  solutions/auth/x.md:21: ${shown}\n`
    expect((await check('--wordings')).stderr).toBe(listed)
    expect(readFileSync(join(content, 'solutions/auth/x.md'), 'utf8')).toBe(page)
    expect((await check('--wordings', '--fix')).stderr).toMatch(/^Fixed 1 file\n.*: nothing\n$/)
    expect(readFileSync(join(content, 'solutions/auth/x.md'), 'utf8')).toBe(
      page.replace('127.0.0.1:…"\n', `127.0.0.1:…"\n  - "${shown}"\n`),
    )
  })

  test('a review of next week is found', async () => {
    const content = contentFolder({
      'solutions/auth/x.md': validSolution.replace('reviewed: 2026-11-01', 'reviewed: 2026-11-23'),
    })
    expect((await fixdex(['check', '--format', 'unix', '--content', content])).stdout).toMatch(
      /\[quality\/reviewed\]\n/,
    )
  })

  test('a rule list that lets the canary pass stops the check', () => {
    expect(() => tryCanary(readConfig(contentFolder({})), [])).toThrow('the gate does not work')
    expect(() => tryCanary(readConfig(contentFolder({})))).not.toThrow()
  })
})
