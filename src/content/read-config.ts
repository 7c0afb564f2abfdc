import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { coverageFile, coverageSchema } from '../model/coverage.ts'
import { Fault } from '../model/fault.ts'
import { type Site, siteConfigSchema } from '../model/site.ts'
import { packageScript } from './package-files.ts'
import { readExceptions } from './read-exceptions.ts'
import { readLabels } from './read-labels.ts'
import { readTemplates } from './read-templates.ts'
import { readVerified } from './read-verified.ts'
import { readYaml, shaped } from './read-yaml.ts'

/** Settings that a flag or the environment may replace. */
export interface Overrides {
  readonly baseUrl?: string | undefined
  readonly site?: string | undefined
  /** Folder of the catalog's own templates, instead of the one beside the content. */
  readonly templates?: string | undefined
}

/** Reads `site.yaml`, `labels/` and the templates. Any fault stops the run: nothing can be built without them. */
export function readConfig(contentDir: string, { baseUrl, site, templates: own }: Overrides = {}): Site {
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
      'A content folder holds site.yaml, solutions/ and guides/; `fixdex init` makes one.',
    )
  }
  const config = shaped(
    file,
    {
      ...(readYaml(file) as object),
      ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
      ...(site === undefined ? {} : { site }),
    },
    siteConfigSchema,
  )
  const {
    'style.css': css = '',
    'icon.svg': svg = '',
    'card.png': card = '',
    ...templates
  } = readTemplates(contentDir, own)
  const coverage = join(contentDir, coverageFile)
  const labels = readLabels(contentDir)
  const words = labels[config.lang]?.search.script
  if (words === undefined) {
    throw new Fault(
      `${file}: no labels in the language \`${config.lang}\``,
      `Write ${join(contentDir, 'labels', `${config.lang}.yaml`)}, or choose one of ${Object.keys(labels).join(', ')}.`,
    )
  }
  const js = `const words=${JSON.stringify(words)}\n${readScript()}`
  return {
    ...config,
    base_url: origin(config.base_url),
    categories: config.categories as Site['categories'],
    labels,
    exceptions: readExceptions(contentDir),
    coverage: existsSync(coverage) ? shaped(coverage, readYaml(coverage), coverageSchema) : [],
    verified: readVerified(contentDir),
    templates: Object.fromEntries(
      Object.entries(templates).map(([name, text]) => [name.slice(0, -'.eta'.length), text]),
    ),
    stylesheet: { hash: hashOf(css), css },
    script: { hash: hashOf(js), js },
    icon: { hash: hashOf(svg), svg },
    card,
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10)

function readScript(): string {
  if (!existsSync(packageScript)) {
    throw new Fault('The search page’s script is not bundled yet', 'Run `npm run prepare` in the clone.')
  }
  return readFileSync(packageScript, 'utf8')
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
