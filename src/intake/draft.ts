import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { pathProblem } from '../content/read-sources.ts'
import { errorCode, Fault } from '../model/fault.ts'
import type { Labels } from '../model/labels.ts'
import type { Frontmatter } from '../model/solution.ts'
import { codeSpan, fenced } from '../model/text.ts'
import type { Category } from '../model/vocabulary.ts'

/** What is known of a solution that is about to be written. The rest becomes hints. */
export interface Draft {
  readonly category: Category
  readonly slug: string
  readonly data: DraftData
  /** What the program printed, if that is more than a line. */
  readonly printed?: string | undefined
  /** Markdown of the sections. */
  readonly cause?: string | undefined
  readonly fix?: string | undefined
  readonly environment?: string | undefined
  /** Include the optional parts (Confirm, Do not, Verify), for an author who writes them now. */
  readonly full: boolean
}

/** Frontmatter, in which any key may be missing but the title and the language. */
type DraftData = Pick<Frontmatter, 'title' | 'lang'> & {
  readonly [key in keyof Omit<Frontmatter, 'title' | 'lang'>]?: Frontmatter[key] | undefined
} & { readonly products?: readonly string[] }

/** What marks a hint: `quality/boilerplate` reports it until it is replaced. */
const todo = (hint: string): string => `TODO: ${hint}`

export const draftPath = ({ category, slug }: Pick<Draft, 'category' | 'slug'>): string =>
  `solutions/${category}/${slug}.md`

/** The draft as a file. Missing keys of the frontmatter are comments, and `check` reports them. */
export function draftText(draft: Draft, { sections, subsections, draft: hints }: Labels): string {
  const { data, printed, cause, fix, environment, full } = draft
  const { errors = [], signs = [] } = data
  const seen = [...errors.slice(0, 1).map(codeSpan), ...signs]
  const bullets = [...seen, ...(full || (seen.length === 0 && !printed) ? [todo(hints.symptom)] : [])]
  const part = (heading: string, text: string) => (full ? [`### ${heading}`, text] : [])
  const blocks = [
    `---\n${frontmatter(data)}---`,
    `## ${sections.symptom}`,
    ...(bullets.length > 0 ? [bullets.map((text) => `- ${text}`).join('\n')] : []),
    ...(printed ? [fenced(printed)] : []),
    `## ${sections['root-cause']}`,
    cause ?? todo(hints.cause),
    ...part(subsections.confirm, todo(hints.confirm)),
    `## ${sections.fix}`,
    fix ?? todo(hints.fix),
    ...part(subsections['do-not'], `- ${todo(hints['do-not'])}`),
    ...part(subsections.verify, todo(hints.verify)),
    `## ${sections.environment}`,
    environment ?? todo(hints.environment),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** Every expected key, with its value or as a comment to fill in. */
function frontmatter(data: DraftData): string {
  const { title, errors = [], signs = [], products = [], references = [], lang } = data
  const list = (key: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${key}:`, ...items.map((item) => `  - ${item}`)]
  const value = (key: 'evidence' | 'source' | 'retry' | 'attempts' | 'reviewed', hint: string) =>
    data[key] ? `${key}: ${data[key]}` : `# ${key}: ${hint}`
  const affected = products.map((product) => `product: ${quoted(product)}`)
  const lines = [
    `title: ${quoted(title)}`,
    ...list('errors', errors.map(quoted)),
    ...list('signs', signs.map(quoted)),
    ...(errors.length + signs.length > 0 ? [] : ['# errors:', '#   - "as it is printed, … for what varies"']),
    ...list('affects', affected),
    ...(affected.length > 0 ? [] : ['# affects:', '#   - product: name', '#     versions: ">=1.0 <2"']),
    value('evidence', 'reported # or confirmed, documented, reproduced'),
    value('source', 'https://… # the thread or document that says so'),
    ...list('references', references),
    value('retry', 'after-fix # or no, backoff: may the same call be tried again?'),
    value('attempts', '3 # that fail until the cause is found'),
    value('reviewed', '2026-11-20 # the day you checked the whole page'),
    ...(lang === 'en' ? [] : [`lang: ${lang}`]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** JSON strings are valid YAML after the characters that YAML rejects or reads as line breaks are escaped. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The path of a page that is to be written. Throws a fault if its name is missing, not allowed or taken. */
export function newPath(content: string, place: Pick<Draft, 'category' | 'slug'>): string {
  if (place.slug === '') throw new Fault('The title gives no name for the page', 'Name it with --slug.')
  const path = draftPath(place)
  const [, misnamed, hint] = pathProblem(path) ?? []
  if (misnamed !== undefined) throw new Fault(misnamed, hint)
  if (draftExists(content, path)) throw existing(join(content, path))
  return path
}

export const draftExists = (content: string, path: string): boolean => existsSync(join(content, path))

/** Writes a new file below the content folder; an existing file is never changed. */
export function writeDraft(content: string, path: string, text: string): void {
  const file = join(content, path)
  mkdirSync(dirname(file), { recursive: true })
  const folder = realpathSync(content)
  if (!realpathSync(dirname(file)).startsWith(folder + sep)) {
    throw new Fault(
      `${dirname(file)} is outside of the content folder`,
      'Replace the symbolic link with a folder.',
    )
  }
  try {
    writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw existing(file)
    throw error
  }
}

const existing = (file: string): Fault =>
  new Fault(`${file} already exists`, 'Edit that page, or choose another name with --slug.')
