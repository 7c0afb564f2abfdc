import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { pathProblem } from '../content/read-sources.ts'
import { errorCode, Fault } from '../model/fault.ts'
import type { Site } from '../model/site.ts'
import type { Frontmatter } from '../model/solution.ts'
import { codeSpan, collapse, fenced } from '../model/text.ts'
import type { Category } from '../model/vocabulary.ts'
import { fillTemplate } from '../render/template.ts'
import { cutPaste, messageLines } from './messages.ts'
import { slugOf } from './pasted-text.ts'

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

/** What an author says about a new solution. */
export interface Account extends Pick<Frontmatter, 'source' | 'evidence' | 'retry' | 'attempts'> {
  readonly title?: string | undefined
  readonly category?: Category | undefined
  readonly slug?: string | undefined
  readonly lang?: string | undefined
  /** Messages that were given one by one and are taken as they are. */
  readonly errors: readonly string[]
  /** Pasted text, from which messages are picked. */
  readonly paste: string
  readonly signs: string[]
  readonly products: readonly string[]
}

/** The text to look up in the catalog before there is a title. */
export const messageOf = ({ errors, paste, signs }: Account): string =>
  [...errors, paste, ...signs].join('\n').trim()

/** The messages of the future page. */
export const errorsOf = ({ errors, paste }: Account): string[] => [
  ...new Set([...errors.map(collapse), ...messageLines(paste)]),
]

/** A skeleton with everything that is known; `today` is an ISO date. */
export function newDraft(account: Account, today: string): Draft {
  const { title = '', category = 'general', lang = 'en', signs } = account
  const errors = errorsOf(account)
  const printed = cutPaste(account.paste)
  return {
    category,
    slug: account.slug ?? slugOf(title, ...errors, ...signs),
    data: { ...account, title: collapse(title), lang, reviewed: today, errors },
    printed: printed.includes('\n') ? printed : undefined,
    full: true,
  }
}

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
