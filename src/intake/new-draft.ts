import type { Frontmatter } from '../model/solution.ts'
import { collapse } from '../model/text.ts'
import type { Category } from '../model/vocabulary.ts'
import type { Draft } from './draft.ts'
import { cutPaste, messageLines } from './messages.ts'
import { type RemovedSecret, slugOf, withoutSecrets } from './pasted-text.ts'

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

/** Removes keys and passwords, which a paste may contain. */
export function cleanAccount(account: Account): { account: Account; removed: RemovedSecret[] } {
  const { title, errors, paste, signs } = account
  const { clean, removed } = withoutSecrets({ title, errors, paste, signs })
  return { account: { ...account, ...clean }, removed }
}

/** The messages of the future page. */
export const errorsOf = ({ errors, paste }: Account): string[] => [
  ...new Set([...errors.map(collapse), ...messageLines(paste)]),
]

export const proposedSlug = (account: Account, title: string): string =>
  slugOf(title, ...errorsOf(account), ...account.signs)

/** A skeleton with everything that is known; `today` is an ISO date. */
export function newDraft(
  account: Account,
  { title, category, slug, lang }: { title: string; category: Category; slug: string; lang: string },
  today: string,
): Draft {
  const printed = cutPaste(account.paste)
  return {
    category,
    slug,
    data: { ...account, title: collapse(title), lang, reviewed: today, errors: errorsOf(account) },
    printed: printed.includes('\n') ? printed : undefined,
    full: true,
  }
}
