import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { coverageFile, coverageSchema } from '../model/coverage.ts'
import { Fault } from '../model/fault.ts'
import { type Labels, labelsSchema } from '../model/labels.ts'
import { compare } from '../model/problem.ts'
import { type Site, siteConfigSchema } from '../model/site.ts'
import { readExceptions } from './read-exceptions.ts'
import { readYaml } from './read-yaml.ts'

/** Settings that a flag or the environment may replace. */
export interface Overrides {
  readonly baseUrl?: string | undefined
  readonly site?: string | undefined
}

/** Page templates and the stylesheet. */
export const packageTemplates = fileURLToPath(new URL('../../templates', import.meta.url))
const bundledScript = fileURLToPath(new URL('../../lib/browser/search.js', import.meta.url))

/** Reads `site.yaml`, `labels/` and the templates. Any fault stops the run: nothing can be built without them. */
export function readConfig(contentDir: string, { baseUrl, site }: Overrides = {}): Site {
  const file = join(contentDir, 'site.yaml')
  if (!existsSync(contentDir)) {
    throw new Fault(
      `No content folder at ${contentDir}`,
      'Run in the catalog’s root, or name the folder with --content DIR.',
    )
  }
  if (!existsSync(file)) {
    throw new Fault(
      `No site configuration at ${file}`,
      'A content folder holds site.yaml, labels/, solutions/ and guides/.',
    )
  }
  const config = readYaml(file, siteConfigSchema, {
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...(site === undefined ? {} : { site }),
  })
  const coverage = join(contentDir, coverageFile)
  const css = readFileSync(join(packageTemplates, 'style.css'), 'utf8')
  const svg = readFileSync(join(packageTemplates, 'icon.svg'), 'utf8')
  const js = readScript()
  return {
    ...config,
    base_url: origin(config.base_url),
    categories: config.categories as Site['categories'],
    labels: readLabels(join(contentDir, 'labels')),
    exceptions: readExceptions(contentDir),
    coverage: existsSync(coverage) ? readYaml(coverage, coverageSchema) : [],
    templates: Object.fromEntries(
      readdirSync(packageTemplates)
        .filter((name) => name.endsWith('.eta'))
        .sort(compare)
        .map((name) => [name.slice(0, -'.eta'.length), readFileSync(join(packageTemplates, name), 'utf8')]),
    ),
    stylesheet: { hash: hashOf(css), css },
    script: { hash: hashOf(js), js },
    icon: { hash: hashOf(svg), svg },
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10)

function readScript(): string {
  if (!existsSync(bundledScript)) {
    throw new Fault('The search page’s script is not bundled yet', 'Run `npm run prepare` in the clone.')
  }
  return readFileSync(bundledScript, 'utf8')
}

function readLabels(dir: string): Record<string, Labels> {
  const files = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.yaml')) : []
  if (!files.includes('en.yaml'))
    throw new Fault(`No English labels at ${join(dir, 'en.yaml')}`, 'Every catalog needs them.')
  return Object.fromEntries(
    files
      .sort(compare)
      .map((name) => [name.slice(0, -'.yaml'.length), readYaml(join(dir, name), labelsSchema)]),
  )
}

/** An origin as the contract wants it: scheme and host, no path, no slash at the end. */
function origin(text: string): string {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new Fault(
      `base_url \`${text}\` is not an address`,
      'Write scheme and host, such as https://example.org.',
    )
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Fault(`base_url \`${text}\` is not an http address`)
  if (url.origin !== text) {
    throw new Fault(
      `base_url \`${text}\` is more than an origin`,
      `Write ${url.origin}; the path below it is the setting \`site\`.`,
    )
  }
  return text
}
