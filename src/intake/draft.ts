import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { pathProblem } from '../content/read-sources.ts'
import { errorCode, Fault } from '../model/fault.ts'
import type { Site } from '../model/site.ts'
import type { Frontmatter } from '../model/solution.ts'
import { codeSpan, fenced } from '../model/text.ts'
import type { Category } from '../model/vocabulary.ts'
import { fillTemplate } from '../render/template.ts'

/** What is known of a solution that is about to be written. The rest becomes hints. */
export interface Draft {
  readonly category: Category
  readonly slug: string
  /** Frontmatter, in which any key may be missing but the title and the language. */
  readonly data: Pick<Frontmatter, 'title' | 'lang'> & {
    readonly [key in keyof Frontmatter]?: Frontmatter[key] | undefined
  } & { readonly products?: readonly string[] }
  /** What the program printed, if that is more than a line. */
  readonly printed?: string | undefined
  /** Markdown of the sections. */
  readonly cause?: string | undefined
  readonly fix?: string | undefined
  readonly environment?: string | undefined
  /** Include the optional parts (Confirm, Do not, Verify), for an author who writes them now. */
  readonly full: boolean
}

/**
 * The draft as a file, made by `templates/draft.eta`. Expected keys that are missing are comments, and what is left to
 * write is marked by `TODO: `: `check` reports both.
 */
export const draftText = (draft: Draft, site: Site): string =>
  fillTemplate(site, 'draft', { ...draft, lang: draft.data.lang, quoted, codeSpan, fenced })

/** JSON strings are valid YAML after the characters that YAML rejects or reads as line breaks are escaped. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The path of a page that is to be written. Throws a fault if its name is missing, not allowed or taken. */
export function newPath(content: string, { category, slug }: Pick<Draft, 'category' | 'slug'>): string {
  if (slug === '') throw new Fault('The title gives no name for the page', 'Name it with --slug.')
  const path = `solutions/${category}/${slug}.md`
  const [, misnamed, hint] = pathProblem(path) ?? []
  if (misnamed !== undefined) throw new Fault(misnamed, hint)
  if (existsSync(join(content, path))) throw existing(join(content, path))
  return path
}

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
