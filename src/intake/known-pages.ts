import { type ComparedPage, nearDuplicates, shinglesOf } from '../checks/catalog.ts'
import { reportFor } from '../checks/rules.ts'
import type { MatchEntry } from '../client/catalog-files.ts'
import { quotedCodes } from '../client/codes.ts'
import { match } from '../client/match.ts'
import { matchEntry } from '../client/match-entry.ts'
import { parseSolution } from '../content/parse-page.ts'
import { codeText, type SourceFile } from '../model/document.ts'
import type { LabelSet } from '../model/labels.ts'
import { type Problem, sortProblems, startOfFile } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { compileFile } from '../pipeline/compile-file.ts'

/** An existing solution, with what a new one is compared with. */
export interface KnownPage extends ComparedPage {
  readonly title: string
  readonly entry: MatchEntry
}

/** The solutions among the sources, even those with problems, but not those that can't be parsed; nothing is rendered. */
export const knownPages = (sources: readonly SourceFile[], labels: LabelSet): KnownPage[] =>
  sources.flatMap((source) => {
    const { path, text } = source
    const parsed = path.startsWith('solutions/') ? parseSolution(source, labels, () => {}) : undefined
    if (parsed === undefined) return []
    const { id, data, sections, document } = parsed
    const entry = matchEntry({ ...data, id, codes: quotedCodes(data, codeText(document.tree)) })
    const parts = sections.map(({ kind, start, end }) => ({ kind, markdown: text.slice(start, end) }))
    return [{ path, title: data.title, entry, shingles: shinglesOf(parts) }]
  })

/** How an existing page is similar to a new one, the most similar first. */
export const nearness = ['same title', 'same message', 'like message', 'like title'] as const

export interface NearPage {
  readonly page: KnownPage
  readonly nearness: (typeof nearness)[number]
  /** The similar message, sign or title of the page. */
  readonly matched: string
}

const mostShown = 5

/** The pages that `fixdex match` would name for a message. */
export function pagesForMessage(message: string, known: readonly KnownPage[]): NearPage[] {
  const entries = known.map(({ entry }) => entry)
  return match(message, { entries }, { limit: mostShown }).flatMap(({ entry, confidence, matched }) => {
    const page = known.find((each) => each.entry.id === entry.id)
    return page ? [{ page, nearness: confidence === 'exact' ? 'same message' : 'like message', matched }] : []
  })
}

/** The existing pages most similar to a title and a message, each once. */
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

/** Pages with a similar title. */
export const pagesForTitle = (title: string, known: readonly KnownPage[]): NearPage[] => [
  ...known
    .filter((page) => sameTitle(page.title, title))
    .map((page): NearPage => ({ page, nearness: 'same title', matched: page.title })),
  ...pagesForMessage(title, known).map((near): NearPage => ({ ...near, nearness: 'like title' })),
]

/** As `catalog/duplicate-title` compares. */
const sameTitle = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Checks a draft that is not yet on disk against all rules and the existing pages. */
export function judgeDraft(draft: SourceFile, site: Site, known: readonly KnownPage[] = []): Problem[] {
  const problems = [...compileFile(draft, { ...site, exceptions: [] }).problems]
  const reportAt = reportFor('catalog/near-duplicate', problems)
  // Either page of a near-duplicate pair may be the reported one.
  for (const { path, other, message } of nearDuplicates([...known, ...knownPages([draft], site.labels)]))
    if (path === draft.path || other === draft.path) reportAt(path)(startOfFile, message)
  return sortProblems(problems)
}
