import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalogNames } from '../src/init/starter-files.ts'
import { filesBelow, root, temporaryFolder } from './catalog.ts'
import { smallCatalog } from './valid-solution.ts'

/* The package as npm packs it, in a folder of its own with nothing beside it but what it depends on. */

const project = join(temporaryFolder(), 'my-errors')
let packed: string[] = []
let bytes = 0
beforeAll(() => {
  const dir = temporaryFolder()
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', dir], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
  bytes = statSync(join(dir, filename)).size
  execFileSync('tar', ['-xzf', join(dir, filename), '-C', dir])
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true })
  renameSync(join(dir, 'package'), join(project, 'node_modules/fixdex'))
  symlinkSync('../fixdex/lib/cli/main.js', join(project, 'node_modules/.bin/fixdex'))
  // As npm does when it links a command.
  chmodSync(join(project, 'node_modules/fixdex/lib/cli/main.js'), 0o755)
  packed = filesBelow(join(project, 'node_modules/fixdex'))
  for (const path of runtimePackages()) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    symlinkSync(join(root, path), join(project, path))
  }
})

/** Folders of what the package needs to run, by the lock file. */
function runtimePackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; devOptional?: true; optional?: true }>
  }
  return Object.entries(packages).flatMap(([path, { dev, devOptional, optional }]) =>
    /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !devOptional && !optional ? [path] : [],
  )
}

function fixdex(args: string[], options: { cwd?: string; input?: string } = {}) {
  const { stdout, stderr, status } = spawnSync(join(project, 'node_modules/.bin/fixdex'), args, {
    cwd: project,
    encoding: 'utf8',
    ...options,
    env: { PATH: process.env.PATH, HOME: project },
  })
  return { stdout, stderr, status }
}

/** Bytes of `catalog.tgz` in the package, at the number of pages that there are. */
const mostOfPack = 1_600_000

describe('the package', () => {
  test('holds what runs and what a new catalog begins with, and nothing else', () => {
    const folders = new Set(packed.map((path) => path.replace(/\/.*/s, '')))
    expect([...folders].sort()).toEqual([
      '.gitattributes',
      '.github',
      '.vscode',
      'CONTRIBUTING.md',
      'LICENSE',
      'LICENSE-CONTENT',
      'README.md',
      'content',
      'lib',
      'package.json',
      'scripts',
      'templates',
    ])
    expect(packed.filter((path) => /test|\.ts$|program\.yml/.test(path) && !path.endsWith('.d.ts'))).toEqual(
      [],
    )
    expect(packed.filter((path) => path.startsWith('content/solutions/'))).toHaveLength(1)
    // Half of it is the packed catalog, which `npm pack` adds; the rest is mostly the command with what every build loads.
    expect(bytes).toBeLessThan(2_600_000)
  })

  test.each(['match', 'show x/y', 'search x', 'hook bash', 'mcp', 'update'])(
    '%s loads less than 2 MB, the packed catalog included, and no other package',
    (command) => {
      const hook = `export const load = (url, context, next) => { process._rawDebug('loaded ' + url); return next(url, context) }`
      const register = `import { register } from 'node:module'; register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(hook))})`
      const { stderr } = spawnSync(
        process.execPath,
        [
          ...['--import', `data:text/javascript,${encodeURIComponent(register)}`],
          ...[join(project, 'node_modules/fixdex/lib/cli/main.js'), ...command.split(' ')],
          ...['--index', join(project, 'nothing')],
        ],
        { input: 'Error: none', encoding: 'utf8', env: { PATH: process.env.PATH, HOME: project } },
      )
      const loaded = [...stderr.matchAll(/^loaded file:\/\/(.*)$/gm)].map(([, file = '']) => file)
      const own = realpathSync(join(project, 'node_modules/fixdex'))
      expect(loaded.length).toBeGreaterThan(1)
      expect(loaded.filter((file) => !file.startsWith(`${own}/lib/`))).toEqual([])
      const size = loaded.reduce((sum, file) => sum + statSync(file).size, 0)
      expect(size + mostOfPack).toBeLessThan(2_000_000)
    },
  )

  test('runs nothing when it is installed', () => {
    const { scripts } = JSON.parse(readFileSync(join(project, 'node_modules/fixdex/package.json'), 'utf8'))
    expect(Object.keys(scripts).filter((name) => /install/.test(name))).toEqual([])
  })

  test('has types for fixdex/client that lean on no other package: those of zod need a newer TypeScript', () => {
    const seen = new Set<string>()
    const read = (file: string) => {
      if (seen.has(file)) return
      seen.add(file)
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)) {
        expect(name, file).toMatch(/^\.{1,2}\/.*\.js$/)
        read(join(dirname(file), name.replace(/\.js$/, '.d.ts')))
      }
    }
    read(join(project, 'node_modules/fixdex/lib/client/index.d.ts'))
    expect(seen.size).toBeGreaterThan(3)
  })

  test('has types for fixdex/client, whole ones', () => {
    writeFileSync(
      join(project, 'types.ts'),
      `import { type Match, match, parseMatchFile } from 'fixdex/client'
const found: readonly Match[] = match('error text', parseMatchFile('{}'))
export const titles: string[] = found.map(({ entry }) => entry.title)
// @ts-expect-error a match has no such thing
export const none = found[0]?.nonsense
`,
    )
    for (const [module, resolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ]) {
      const { stdout, status } = spawnSync(
        process.execPath,
        [
          join(root, 'node_modules/typescript/bin/tsc'),
          ...['--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2023,dom', '--types', ''],
          ...['--module', module ?? '', '--moduleResolution', resolution ?? '', 'types.ts'],
        ],
        { cwd: project, encoding: 'utf8' },
      )
      expect({ stdout, status }, resolution).toEqual({ stdout: '', status: 0 })
    }
  })
})

describe('a new catalog', () => {
  test('is made without a question and builds at once', () => {
    const init = fixdex(['init', '.', '--force', '--repository', 'https://github.com/acme/my-errors'])
    expect(init).toMatchObject({ status: 0, stderr: '' })
    expect(init.stdout).toContain('It will be published at https://acme.github.io/my-errors,')
    expect(fixdex(['check', '--max-warnings', '0'])).toMatchObject({
      status: 0,
      stdout: '2 files checked, no problem\n',
    })
    expect(fixdex(['build'])).toMatchObject({ status: 0, stderr: '' })
    const { stdout } = spawnSync('npx', ['--no', '--', 'fixdex', 'audit'], { cwd: project, encoding: 'utf8' })
    expect(stdout).toMatch(/ audited, no findings\n$/)
    const index = JSON.parse(readFileSync(join(project, 'dist/my-errors/solutions.json'), 'utf8'))
    expect(index).toMatchObject({ count: 1, base_url: 'https://acme.github.io' })
  })

  test('answers an error', () => {
    const input = 'SyntaxError: Unexpected token \'`\', "```json\n{"a": 1}" is not valid JSON\n'
    expect(fixdex(['match'], { input })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Exact match: JSON.parse fails on a model reply'),
    })
  })

  test('keeps the package that made it, which the next command installs', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    const file = devDependencies.fixdex.replace('file:', '')
    expect(execFileSync('tar', ['-tzf', join(project, file)], { encoding: 'utf8' })).toContain(
      'package/lib/cli/main.js',
    )
  })

  test('answers without a network from the pack that the package holds', () => {
    expect(fixdex(['pack', 'node_modules/fixdex/lib/catalog.tgz']).status).toBe(0)
    const input = 'SyntaxError: Unexpected token \'`\', "```json\n{"a": 1}" is not valid JSON\n'
    expect(fixdex(['match'], { input, cwd: temporaryFolder() })).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Exact match/),
    })
  })

  test('has the workflows and forms of the project, under its own name', () => {
    const own = filesBelow(join(project, '.github'))
    expect(own).toContain('workflows/publish.yml')
    expect(own).toContain('ISSUE_TEMPLATE/solution.yml')
    expect(own).not.toContain('workflows/program.yml')
    for (const file of own.filter((path) => path.startsWith('workflows/'))) {
      expect(readFileSync(join(project, '.github', file), 'utf8'), file).toBe(
        readFileSync(join(root, '.github', file), 'utf8'),
      )
    }
    for (const file of filesBelow(project).filter((path) => !/^(node_modules|dist|vendor)\//.test(path))) {
      const text = readFileSync(join(project, file), 'utf8')
      // The README says what the catalog is made with.
      if (file !== 'README.md') expect(text, file).not.toContain('fixdex/fixdex')
      expect(text, file).not.toContain('fixdex.github.io')
    }
  })

  test('has papers that link only to what is there', () => {
    for (const paper of ['README.md', 'CONTRIBUTING.md']) {
      const text = readFileSync(join(project, paper), 'utf8')
      const links = [...text.matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, link = '']) => link)
      expect(links.filter((link) => !existsSync(join(project, link)))).toEqual([])
      expect(text).not.toMatch(/npm test|hosts\.sh|ARCHITECTURE/)
    }
    expect(spawnSync(join(project, 'scripts/verify-setup.sh'), { env: { PATH: '/nowhere' } }).error).toBe(
      undefined,
    )
  })

  test('may lie elsewhere, with templates of its own beside it', () => {
    const elsewhere = temporaryFolder()
    cpSync(join(root, 'test/fixtures/site.yaml'), join(elsewhere, 'here/site.yaml'))
    for (const [path, text] of Object.entries(smallCatalog)) {
      mkdirSync(dirname(join(elsewhere, 'here', path)), { recursive: true })
      writeFileSync(join(elsewhere, 'here', path), text)
    }
    const template = readFileSync(join(project, 'node_modules/fixdex/templates/skill.eta'), 'utf8')
    mkdirSync(join(elsewhere, 'templates'))
    writeFileSync(join(elsewhere, 'templates/skill.eta'), `${template}<p>Ours</p>\n`)
    const { status, stderr } = fixdex([
      'build',
      ...['--content', join(elsewhere, 'here'), '--out', join(elsewhere, 'site')],
    ])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(readFileSync(join(elsewhere, 'site/catalog/skill.html'), 'utf8')).toContain('<p>Ours</p>')
  })

  test('is not made over something that is there, unless told so; then what is there stays', () => {
    const dir = join(temporaryFolder(), 'there')
    mkdirSync(dir)
    writeFileSync(join(dir, 'README.md'), 'Mine\n')
    const refused = fixdex(['init', dir])
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(refused.stderr).toMatch(/there is not empty\n/)
    expect(filesBelow(dir)).toEqual(['README.md'])
    expect(fixdex(['init', dir, '--force'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('1 file kept'),
    })
    expect(readFileSync(join(dir, 'README.md'), 'utf8')).toBe('Mine\n')
    expect(filesBelow(dir)).toContain('content/site.yaml')
  })

  test.each([
    ['https://github.com/Acme/Error_Catalog.git', 'https://acme.github.io/error-catalog'],
    ['https://github.com/acme/errors', 'https://acme.github.io/errors'],
    ['https://gitlab.example.com/team/errors', 'https://example.org/errors'],
    [undefined, 'https://your-name.github.io/new'],
  ])('knows its address from the repository %s', (repository, address) => {
    const { baseUrl, site } = catalogNames('/home/me/New!', { repository })
    expect(`${baseUrl}/${site}`).toBe(address)
  })

  test('without a repository says what to fill in', () => {
    expect(fixdex(['init', join(temporaryFolder(), 'new')]).stdout).toContain(
      'replace https://github.com/your-name/new and https://your-name.github.io in content/site.yaml',
    )
  })
})
