// Bundles what tsc compiled, in place: the scripts for the browser, and the command, whose hundreds of modules
// take twice as long to load one by one. `npm run prepare` runs it.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import fastGlob from 'fast-glob'
import { load } from 'js-yaml'
import { browserScript } from './browser-script.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const shared: BuildOptions = { absWorkingDir: root, bundle: true, format: 'esm', logLevel: 'warning' }

mkdirSync(new URL('../lib/browser', import.meta.url), { recursive: true })
for (const [name, source] of Object.entries({ search: 'search-page', page: 'page' }))
  writeFileSync(new URL(`../lib/browser/${name}.js`, import.meta.url), await browserScript(source))

const lists = JSON.parse(readFileSync(new URL('../src/client/words.json', import.meta.url), 'utf8'))
writeFileSync(new URL('../lib/browser/words.json', import.meta.url), JSON.stringify(lists))

// TypeScript before 5.0 does not read declarations that import `./x.ts`.
for (const file of fastGlob.sync('lib/{client,model}/**/*.d.ts', { cwd: root, absolute: true })) {
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/((?:from|import)[ (]['"]\.[^'"]*)\.ts(?=['"])/g, '$1.js'),
  )
}

// What tsc does not copy: data that modules read beside themselves.
for (const folder of ['checks/data', 'verify/data', 'verify/fake-api/data'])
  cpSync(`${root}/src/${folder}`, `${root}/lib/${folder}`, { recursive: true })
for (const file of fastGlob.sync('lib/checks/data/*.yaml', { cwd: root, absolute: true }))
  writeFileSync(file, JSON.stringify(load(readFileSync(file, 'utf8'))))

rmSync(new URL('../lib/chunks', import.meta.url), { recursive: true, force: true })
await build({
  ...shared,
  entryPoints: ['lib/cli/main.js', 'lib/pipeline/compile-worker.js'],
  allowOverwrite: true,
  outbase: 'lib',
  outdir: 'lib',
  // As deep as the modules that are in them, so that what they look for beside themselves is there.
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  // Names stay, so that a stack trace can be read; the package is a fifth smaller.
  minifyWhitespace: true,
  minifySyntax: true,
  platform: 'node',
  target: 'node20',
  // A native part, threads, and what only some commands load: the package stays small.
  external: ['satteri', 'tinypool', 'parse5', 'chokidar', 'satori', '@resvg/resvg-js'],
  // For packages in CommonJS.
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
})

// The client that each catalog publishes: one file, without dependencies. The build of the catalog fills in the addresses.
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
await build({
  ...shared,
  entryPoints: ['src/cli/client.ts'],
  outfile: 'lib/fixdex.mjs',
  minify: true,
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  define: {
    FIXDEX_VERSION: JSON.stringify(version),
    FIXDEX_CATALOG: '"{catalog}"',
    FIXDEX_REPOSITORY: '"{repository}"',
  },
  banner: {
    js: `// Fixdex ${version}, MIT. Contains commander, MIT, (c) 2011 TJ Holowaychuk.
import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`,
  },
})

// `npx fixdex` in a clone: without this link npm packs the whole clone into its cache at every call.
if (process.platform !== 'win32') {
  const link = new URL('../node_modules/.bin/fixdex', import.meta.url)
  chmodSync(new URL('../lib/cli/main.js', import.meta.url), 0o755)
  rmSync(link, { force: true })
  symlinkSync('../../lib/cli/main.js', link)
}
