import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastGlob from 'fast-glob'
import { load, YAMLException } from 'js-yaml'
import * as z from 'zod'
import {
  approvedFolder,
  hostsSchema,
  packagesSchema,
  programsSchema,
  retiredSchema,
  sentencesSchema,
} from '../model/approved.ts'
import { coverageFile, coverageSchema } from '../model/coverage.ts'
import { Fault } from '../model/fault.ts'
import { type LabelSet, labelsSchema, searchWordsOf } from '../model/labels.ts'
import { compare } from '../model/problem.ts'
import {
  exceptionsFile,
  type LintException,
  lintExceptionSchema,
  pictures,
  type Site,
  type SiteConfig,
  siteConfigSchema,
} from '../model/site.ts'
import { fill } from '../model/text.ts'
import { type Unaided, unaidedFile, unaidedSchema } from '../model/unaided-file.ts'
import { type Verifications, verificationsSchema, verifiedFile } from '../model/verification.ts'
import { type Watched, watchedFile, watchedSchema } from '../model/watched.ts'
import { packageBundle, packageLabels, readTemplates } from './package-files.ts'
import { requireContent } from './read-sources.ts'

/** Settings that a flag or the environment may replace. */
export interface Overrides {
  readonly baseUrl?: string | undefined
  readonly site?: string | undefined
  /** The catalog's template folder; by default `templates` next to the content. */
  readonly templates?: string | undefined
}

/** Reads `site.yaml`, `labels/`, the templates and the optional files. Throws a `Fault` if one is invalid. */
export function readConfig(contentDir: string, { baseUrl, site, templates: own }: Overrides = {}): Site {
  requireContent(contentDir)
  const file = join(contentDir, 'site.yaml')
  if (!existsSync(file)) {
    throw new Fault(
      `No site configuration at ${file}`,
      'A content folder holds site.yaml, solutions/ and guides/; `fixdex init` makes one.',
    )
  }
  const config = parseWith(siteConfigSchema, file, {
    ...(readYaml(file) as object),
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(site !== undefined && { site }),
  })
  const inContent = (name: string) => join(contentDir, name)
  return {
    ...config,
    ...readPresentation(config, contentDir, own),
    // What pages may name in addition to the built-in lists.
    approved: {
      retired: readOptional(retiredSchema, inContent('retired.yaml'), []),
      programs: readOptional(programsSchema, inContent(`${approvedFolder}/programs.yaml`)),
      hosts: readOptional(hostsSchema, inContent(`${approvedFolder}/hosts.yaml`)),
      packages: readOptional(packagesSchema, inContent(`${approvedFolder}/packages.yaml`)),
      sentences: readOptional(sentencesSchema, inContent(`${approvedFolder}/sentences.yaml`), []),
    },
    exceptions: readExceptions(inContent(exceptionsFile)),
    coverage: readOptional(coverageSchema, inContent(coverageFile), []),
    verified: readVerified(contentDir),
    unaided: readUnaided(contentDir),
    ...readProof(inContent('proof')),
  }
}

/** Labels, templates, styles and scripts: the package's files, replaced by those of the catalog. */
export function readPresentation(
  config: Pick<SiteConfig, 'base_url' | 'site' | 'repository' | 'lang'>,
  contentDir: string,
  own?: string,
) {
  const { 'style.css': css = '', 'icon.svg': svg = '', ...files } = readTemplates(contentDir, own)
  const templates = Object.entries(files).filter(([name]) => name.endsWith('.eta'))
  const labels = readLabels(contentDir)
  const words = searchWordsOf(labels, config.lang)
  if (words === undefined) {
    throw new Fault(
      `${join(contentDir, 'site.yaml')}: no labels in the language \`${config.lang}\``,
      `Write ${join(contentDir, 'labels', `${config.lang}.yaml`)}, or choose one of ${Object.keys(labels).join(', ')}.`,
    )
  }
  const json = readBundle('browser/words.json')
  const wordLists = { name: `words.${hashOf(json)}.json`, json }
  const script = (name: 'search' | 'page', constant: string, words: object) => {
    const js = `const ${constant}=${JSON.stringify(words)}\n${readBundle(`browser/${name}.js`)}`
    return { hash: hashOf(js), js }
  }
  return {
    labels,
    templates: Object.fromEntries(templates.map(([name, text]) => [name.slice(0, -'.eta'.length), text])),
    stylesheet: { hash: hashOf(css), css },
    scripts: {
      search: script('search', 'words', { ...words, lists: wordLists.name }),
      ...Object.fromEntries(
        Object.entries(labels).map(([lang, { page }]) => [
          `page-${lang}`,
          script('page', 'pageWords', page.script),
        ]),
      ),
    },
    wordLists,
    client: clientOf(config),
    icon: { hash: hashOf(svg), svg },
    pictures: Object.fromEntries(pictures.map((name) => [name, files[name] ?? ''])) as Site['pictures'],
  }
}

/** The client with the addresses of this catalog. */
function clientOf({ base_url, site, repository }: Pick<Site, 'base_url' | 'site' | 'repository'>) {
  const js = fill(readBundle('fixdex.mjs'), { catalog: `${base_url}/${site}`, repository })
  return { js, version: /^\/\/ Fixdex (\S+),/m.exec(js)?.[1] ?? '', sha256: hash('sha256', js) }
}

const hashOf = (text: string): string => hash('sha256', text).slice(0, 10)

function readBundle(name: string): string {
  const file = packageBundle(name)
  if (!existsSync(file)) {
    throw new Fault(`${file} is not bundled yet`, 'Run `npm run prepare` in the clone.')
  }
  return readFileSync(file, 'utf8')
}

/**
 * The package's labels, overridden key by key by the catalog's, so that a catalog lists only the labels it changes and
 * keeps working when a later version adds one. A language unknown to the package must be complete.
 */
export function readLabels(contentDir: string): LabelSet {
  const own = join(contentDir, 'labels')
  const names = new Set([...yamlFiles(packageLabels), ...yamlFiles(own)])
  return Object.fromEntries(
    [...names].sort(compare).map((name) => {
      const files = [join(packageLabels, name), join(own, name)].filter((file) => existsSync(file))
      const data = files.map(readYaml).reduce(override)
      return [name.slice(0, -'.yaml'.length), parseWith(labelsSchema, files.at(-1) ?? name, data)]
    }),
  )
}

const yamlFiles = (dir: string): string[] => fastGlob.sync('*.yaml', { cwd: dir })

function override(base: unknown, own: unknown): unknown {
  if (!isMap(base) || !isMap(own)) return own
  const merged = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(own)) merged.set(key, override(merged.get(key), value))
  return Object.fromEntries(merged)
}

const isMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the reviewed exceptions, if the catalog has any. */
function readExceptions(file: string): LintException[] {
  const entries = readOptional(z.array(lintExceptionSchema), file, [])
  const lines = entries.length === 0 ? [] : readFileSync(file, 'utf8').split('\n')
  const starts = lines.flatMap((line, index) => (/^\s*- /.test(line) ? [index + 1] : []))
  return entries.map((entry, index) => ({ ...entry, line: starts[index] ?? 1 }))
}

/** Reads `watched.yaml`. Without it, a catalog watches the npm packages of its pages. */
export const readWatched = (contentDir: string): Watched =>
  readOptional(watchedSchema, join(contentDir, watchedFile))

/** Reads `verified.json`, the record of what ran, if there is one. */
export function readVerified(contentDir: string): Verifications {
  const hint = 'It is generated: take one side of a merge, then run fixdex verify --changed.'
  return readOptional(verificationsSchema, join(contentDir, verifiedFile), {}, hint)
}

/** Reads `unaided.json`, if there is one. */
export function readUnaided(contentDir: string): Unaided {
  const hint = 'Correct the entry, or run fixdex probe again.'
  return readOptional(unaidedSchema, join(contentDir, unaidedFile), { pages: {} }, hint).pages
}

/** Reads the report on trials, if there is one. */
function readProof(dir: string): Pick<Site, 'proof'> {
  if (!existsSync(join(dir, 'report.md'))) return {}
  const read = (name: string) => readFileSync(join(dir, name), 'utf8')
  return { proof: { report: read('report.md'), plot: read('plot.svg'), trials: read('trials.jsonl') } }
}

/** Reads and validates a file, in whose place `none` is validated if it is missing, or YAML without a value. */
function readOptional<S extends z.ZodType>(schema: S, file: string, none: object = {}, hint?: string) {
  if (!existsSync(file)) return parseWith(schema, file, none)
  const data = file.endsWith('.json') ? readJson(file, hint) : (readYaml(file) ?? none)
  return parseWith(schema, file, data, hint)
}

function readJson(file: string, hint?: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Fault(`${file}: ${error instanceof Error ? error.message : error}`, hint)
  }
}

function readYaml(file: string): unknown {
  try {
    return load(readFileSync(file, 'utf8'), { filename: file, maxAliases: 0, maxDepth: 12 })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const place = { file, line: (error.mark?.line ?? 0) + 1, column: (error.mark?.column ?? 0) + 1 }
    throw new Fault(`${file}:${place.line}: ${error.reason}`, 'Fix the YAML.', place)
  }
}

/** Validates a file's data. Throws a `Fault` that lists every invalid setting. */
function parseWith<S extends z.ZodType>(
  schema: S,
  file: string,
  data: unknown,
  hint = 'Fix the configuration.',
): z.output<S> {
  const checked = schema.safeParse(data)
  if (checked.success) return checked.data
  const issues = checked.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`)
  throw new Fault(`${file}: ${issues.join('; ')}`, hint, { file, line: 1, column: 1 })
}
