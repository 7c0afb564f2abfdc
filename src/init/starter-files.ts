import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastGlob from 'fast-glob'
import { packageContent, packageRoot } from '../content/package-files.ts'
import { readVerified } from '../content/read-config.ts'
import { compare } from '../model/problem.ts'
import { verificationsText, verifiedFile } from '../model/verification.ts'
import type { CatalogNames } from './catalog-names.ts'

export interface StarterFile {
  readonly path: string
  readonly text: string
}

/** A page that every catalog can do with, and whose blocks have been run. */
const example = 'tool-failure/json-parse-model-reply-in-markdown-fence'

/** Files of the project itself that a new catalog begins with, as they are but for the names. */
const shared = [
  '.github/ISSUE_TEMPLATE/*.yml',
  '.github/workflows/*.yml',
  '.github/dependabot.yml',
  '.github/pull_request_template.md',
  '.gitattributes',
  '.vscode/*',
  'scripts/verify-setup.sh',
  'content/site.yaml',
  `content/solutions/${example}.md`,
]

/** The tests of the program, which a catalog does not have. */
const ownWorkflow = '.github/workflows/program.yml'

/** Names of the project that the files come from. */
export type OwnNames = Pick<CatalogNames, 'site' | 'baseUrl' | 'repository'>

/** Everything that a new catalog begins with. */
export function starterFiles(names: CatalogNames, own: OwnNames, version: string): StarterFile[] {
  const files = fastGlob
    .sync(shared, { cwd: packageRoot, dot: true, ignore: [ownWorkflow] })
    .map((path) => ({ path, text: renamed(read(path), names, own) }))
  const made = fastGlob.sync('**', { cwd: join(packageRoot, starter), dot: true }).map((path) => ({
    path,
    text: read(join(starter, path)).replaceAll('{title}', names.title),
  }))
  return [
    ...files.map((file) =>
      file.path === 'content/site.yaml' ? { ...file, text: configured(file.text, names) } : file,
    ),
    ...made,
    { path: 'CONTRIBUTING.md', text: renamed(ofCatalogs(read('CONTRIBUTING.md')), names, own) },
    { path: `content/${verifiedFile}`, text: runOfExample() },
    // npm leaves files of this name out of a package.
    { path: '.gitignore', text: 'node_modules/\ndist/\ndist.*\n' },
    { path: 'package.json', text: `${JSON.stringify(manifest(names, version), null, 2)}\n` },
  ].sort((a, b) => compare(a.path, b.path))
}

/** Without the part about the program, which a catalog does not hold. */
const ofCatalogs = (contributing: string): string =>
  contributing.replace(/\n## Changing the program\n.*?(?=\n## |$)/s, '')

/** The record of the example's run alone. */
function runOfExample(): string {
  const run = readVerified(packageContent)[example]
  return verificationsText(run === undefined ? {} : { [example]: run })
}

const starter = 'templates/catalog'

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8')

const renamed = (text: string, names: CatalogNames, own: OwnNames): string =>
  text
    .replaceAll(own.repository, names.repository)
    .replaceAll(`${own.baseUrl}/${own.site}`, `${names.baseUrl}/${names.site}`)

function configured(text: string, names: CatalogNames): string {
  const values: Readonly<Record<string, string>> = {
    site: names.site,
    base_url: names.baseUrl,
    title: JSON.stringify(names.title),
    tagline: 'Fixes for the errors that we meet, one small page each.',
  }
  return text.replace(/^(site|base_url|title|tagline): .*$/gm, (_, key: string) => `${key}: ${values[key]}`)
}

const manifest = (names: CatalogNames, version: string) => ({
  name: names.site,
  private: true,
  scripts: {
    dev: 'fixdex dev',
    build: 'fixdex build',
    check: 'fixdex check',
    test: 'fixdex check --max-warnings 0 && fixdex build && fixdex audit',
  },
  devDependencies: { fixdex: `^${version}` },
})
