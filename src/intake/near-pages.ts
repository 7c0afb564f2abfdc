import { match } from '../client/match.ts'
import { tokenize } from '../client/tokens.ts'
import type { KnownPage } from './known-pages.ts'

/** How an existing page is near to what somebody is about to write, the nearest first. */
export const nearness = ['same title', 'same message', 'like message', 'like title'] as const

export interface NearPage {
  readonly page: KnownPage
  readonly nearness: (typeof nearness)[number]
  /** The message, sign or title of the page that is near. */
  readonly matched: string
}

const mostShown = 5
/** Share of the words of two titles that both have. */
const titleShare = 0.4

/** What the catalog has for a message: the same answer that `fixdex match` gives. */
export function pagesForMessage(message: string, known: readonly KnownPage[]): NearPage[] {
  const pages = new Map(known.map((page) => [page.entry.id, page]))
  return match(message, { entries: known.map(({ entry }) => entry) }, { limit: mostShown }).flatMap(
    ({ entry, confidence, matched }) => {
      const page = pages.get(entry.id)
      const near = confidence === 'exact' ? 'same message' : 'like message'
      return page ? [{ page, nearness: near, matched } as const] : []
    },
  )
}

/** The existing pages nearest to a title and a message, each once, the nearest first. */
export function nearPages(
  { title, message }: { readonly title: string; readonly message: string },
  known: readonly KnownPage[],
): NearPage[] {
  const all = [...pagesForTitle(title, known), ...pagesForMessage(message, known)].sort(
    (a, b) => nearness.indexOf(a.nearness) - nearness.indexOf(b.nearness),
  )
  const seen = new Set<KnownPage>()
  return all.filter(({ page }) => !seen.has(page) && seen.add(page)).slice(0, mostShown)
}

/** Pages whose titles share most of their words with this one. */
export function pagesForTitle(title: string, known: readonly KnownPage[]): NearPage[] {
  const words = new Set(tokenize(title))
  const counts = new Map<string, number>()
  const titles = known.map((page) => ({ page, words: new Set(tokenize(page.title)) }))
  for (const other of titles) for (const word of other.words) counts.set(word, (counts.get(word) ?? 0) + 1)
  // A word that many titles have, such as `error`, makes none of them near.
  const weight = (some: Iterable<string>) => {
    let sum = 0
    for (const word of some) sum += 1 / Math.sqrt(counts.get(word) ?? 1)
    return sum
  }
  const own = weight(words)
  return titles
    .map(({ page, words: other }) => {
      const shared = weight([...words].filter((word) => other.has(word)))
      return { page, share: shared / (own + weight(other) - shared || 1) }
    })
    .filter(({ page, share }) => share >= titleShare || sameTitle(page.title, title))
    .sort((a, b) => b.share - a.share)
    .slice(0, 3)
    .map(({ page }) => ({
      page,
      nearness: sameTitle(page.title, title) ? 'same title' : 'like title',
      matched: page.title,
    }))
}

/** As `catalog/duplicate-title` compares. */
const sameTitle = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
