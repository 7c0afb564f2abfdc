import { type ComparedPage, nearDuplicate, nearDuplicates, shinglesOf } from '../checks/near-duplicates.ts'
import { reportFor } from '../checks/rules.ts'
import { type MatchEntry, matchEntry } from '../client/catalog-files.ts'
import { quotedCodes } from '../client/codes.ts'
import { match } from '../client/match.ts'
import { tokenize } from '../client/tokens.ts'
import { parseSolution } from '../content/parse-page.ts'
import { readSources } from '../content/read-sources.ts'
import type { SourceFile } from '../model/document.ts'
import type { LabelSet } from '../model/labels.ts'
import { type Problem, sortProblems, startOfFile } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { compileFile } from '../pipeline/compile-file.ts'

/** A solution that is there already, as far as a new one can be compared with it. */
export interface KnownPage extends ComparedPage {
  readonly title: string
  readonly entry: MatchEntry
}

/** The solutions of a content folder, those with problems too: nothing is rendered. */
export const readKnownPages = (content: string, labels: LabelSet): KnownPage[] =>
  readSources(content).sources.flatMap((source) => knownPage(source, labels) ?? [])

/** A source as a known page, unless it is none or can't be read. */
export function knownPage(source: SourceFile, labels: LabelSet): KnownPage | undefined {
  if (!source.path.startsWith('solutions/')) return undefined
  const parsed = parseSolution(source, labels, () => {})
  if (parsed === undefined) return undefined
  const { id, data, sections } = parsed
  return {
    path: source.path,
    title: data.title,
    entry: matchEntry({ ...data, id, codes: quotedCodes(data) }),
    shingles: shinglesOf(
      sections.map(({ kind, start, end }) => ({ kind, markdown: source.text.slice(start, end) })),
    ),
  }
}

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

/** What the gate says of a draft that is not yet on disk, beside the pages that are. */
export function judgeDraft(draft: SourceFile, site: Site, known: readonly KnownPage[] = []): Problem[] {
  const problems = [...compileFile(draft, { ...site, exceptions: [] }).problems]
  const page = knownPage(draft, site.labels)
  const reportAt = reportFor(nearDuplicate, problems)
  // Of two pages that share their text either may be the one that is named.
  for (const { path, other, message } of nearDuplicates([...known, ...(page ? [page] : [])]))
    if (path === draft.path || other === draft.path) reportAt(path)(startOfFile, message)
  return sortProblems(problems)
}
