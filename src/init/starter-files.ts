import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fastGlob from 'fast-glob'
import { packageContent, packageRoot } from '../content/package-files.ts'
import { readConfig, readVerified } from '../content/read-config.ts'
import { productSlug } from '../emit/lists.ts'
import { Fault } from '../model/fault.ts'
import { httpsUrl } from '../model/fields.ts'
import { compare } from '../model/problem.ts'
import { fill } from '../model/text.ts'
import { verificationsText, verifiedFile } from '../model/verification.ts'
import shared from './shared-files.json' with { type: 'json' }

/** Names and addresses of a new catalog. */
export type CatalogNames = ReturnType<typeof catalogNames>

/** Missing names follow from the repository, which without the flag is a placeholder with the folder's name. */
export function catalogNames(
  dir: string,
  flags: { readonly [name in 'site' | 'title' | 'repository' | 'baseUrl']?: string | undefined },
) {
  const { repository: given = `https://github.com/your-name/${slugOf(basename(dir))}` } = flags
  const repository = given.replace(/(?<!\/)\/+$/, '').replace(/\.git$/, '')
  if (!httpsUrl.safeParse(repository).success)
    throw new Fault(`${repository} is not an https address`, 'Name the repository’s page with --repository.')
  const { hostname, pathname } = new URL(repository)
  const [owner = '', name = ''] = pathname.split('/').filter(Boolean)
  const site = flags.site ?? slugOf(name)
  return {
    site,
    title: flags.title ?? words(site),
    repository,
    baseUrl:
      flags.baseUrl ??
      (hostname === 'github.com' ? `https://${owner.toLowerCase()}.github.io` : 'https://example.org'),
  }
}

const slugOf = (name: string): string => productSlug(name) || 'catalog'

const words = (slug: string): string => (slug.charAt(0).toUpperCase() + slug.slice(1)).replaceAll('-', ' ')

/** A page that suits every catalog, with blocks that were run. */
const example = 'tool-failure/json-parse-model-reply-in-markdown-fence'

/** Tests the program, which is not part of a catalog. */
const ownWorkflow = '.github/workflows/program.yml'

/** All files of a new catalog: those of this project in `shared-files.json`, with its own names in them, and its own. */
export function starterFiles(names: CatalogNames, version: string) {
  const { site, title } = names
  const own = readConfig(packageContent)
  const renamed = (text: string) =>
    text
      .replaceAll(own.repository, names.repository)
      .replaceAll(`${own.base_url}/${own.site}`, `${names.baseUrl}/${site}`)
  const filesIn = (patterns: string | string[], cwd: string, textOf: (path: string) => string) =>
    fastGlob
      .sync(patterns, { cwd: join(packageRoot, cwd), dot: true, ignore: [ownWorkflow] })
      .map((path) => ({ path, text: textOf(path) }))
  return [
    ...filesIn([...shared, `content/solutions/${example}.md`], '.', (path) => {
      const text = renamed(read(path))
      return path === 'content/site.yaml' ? configured(text, names) : text
    }),
    ...filesIn('**', starter, (path) => fill(read(join(starter, path)), { site, title, version })),
    { path: 'CONTRIBUTING.md', text: renamed(ofCatalogs(read('CONTRIBUTING.md'))) },
    { path: `content/${verifiedFile}`, text: runOfExample() },
    // npm does not publish files of this name.
    { path: '.gitignore', text: 'node_modules/\ndist/\ndist.*\n' },
  ].sort((a, b) => compare(a.path, b.path))
}

/** Without the part about the program. */
const ofCatalogs = (contributing: string): string =>
  contributing.replace(/\n## Changing the program\n.*?(?=\n## |$)/s, '').replaceAll('npm ci', 'npm install')

/** The verification record of the example only. */
function runOfExample(): string {
  const run = readVerified(packageContent)[example]
  return verificationsText(run === undefined ? {} : { [example]: run })
}

const starter = 'templates/catalog'

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8')

function configured(text: string, names: CatalogNames): string {
  const values: Readonly<Record<string, string>> = {
    site: names.site,
    base_url: names.baseUrl,
    title: JSON.stringify(names.title),
    tagline: 'Fixes for the errors that we meet, one small page each.',
  }
  // Drawing needs libraries that the package does not bring.
  const plain = text.replace(/^cards: .*\n/m, '')
  return plain.replace(/^(site|base_url|title|tagline): .*$/gm, (_, key: string) => `${key}: ${values[key]}`)
}

/** The package is not in every registry, so a catalog keeps the one that made it. */
export function packProgram(dir: string): void {
  const vendor = join(dir, 'vendor')
  mkdirSync(vendor, { recursive: true })
  const options = ['--ignore-scripts', '--pack-destination', vendor]
  execFileSync('npm', ['pack', packageRoot, ...options], { stdio: 'ignore' })
}

/** Writes a new catalog. Existing files are kept; a folder that is not empty needs `force`. */
export function writeStarter(dir: string, files: ReturnType<typeof starterFiles>, force: boolean) {
  const existing = existsSync(dir) ? readdirSync(dir).filter((name) => name !== '.git') : []
  if (existing.length > 0 && !force) {
    throw new Fault(`${dir} is not empty`, 'Name another folder, or add --force, which keeps existing files.')
  }
  const kept = files.filter(({ path }) => existsSync(join(dir, path)))
  const written = files.filter((file) => !kept.includes(file))
  for (const { path, text } of written) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text, { mode: path.endsWith('.sh') ? 0o755 : 0o644 })
  }
  return { written: written.map(({ path }) => path), kept: kept.map(({ path }) => path) }
}
