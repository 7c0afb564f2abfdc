import type { SourceTarget } from './document.ts'
import type { Guide } from './guide.ts'
import { compare, type Place } from './problem.ts'
import { isListed, isRetired, type Solution } from './solution.ts'
import type { Category } from './vocabulary.ts'

/** A relative link from one source file to another, to be checked once all files are known. */
export interface SourceLink extends Omit<SourceTarget, 'fragment'>, Place {}

/**
 * The result of compiling one source file. Plain JSON, because it is cached and sent between threads. The places are
 * those of the items of `errors` and `aliases`, and of `superseded_by`.
 */
export type Page = (
  | {
      readonly kind: 'solution'
      readonly solution: Solution
      readonly errorPlaces: readonly Place[]
      readonly successorPlace: Place
      /** Shingle hashes of its cause and fix, for finding near-duplicates. */
      readonly shingles: Readonly<Record<'root-cause' | 'fix', readonly number[]>>
    }
  | { readonly kind: 'guide'; readonly guide: Guide }
) & {
  readonly path: string
  /** Of everything that the page was made of, apart from the program and the site's settings. */
  readonly digest?: string
  readonly links: readonly SourceLink[]
  readonly aliasPlaces: readonly Place[]
}

/** The whole content, ready for the emitters. */
export interface Catalog {
  /** ISO 8601 in UTC, from the content and not from the clock. */
  readonly generated: string
  /** Solutions in force, which appear in lists, the index, search and the matcher. Sorted by category, then slug. */
  readonly solutions: readonly Solution[]
  /** Translations of solutions in force, in the same order. */
  readonly translations: readonly Solution[]
  /** Withdrawn or superseded solutions: their pages stay, but nothing links to them. In the same order. */
  readonly retired: readonly Solution[]
  /** Sorted by name. */
  readonly guides: readonly Guide[]
  readonly history: History
}

export const solutionsOf = ({ solutions }: Catalog, category: Category): Solution[] =>
  solutions.filter((solution) => solution.category === category)

export const guidesOf = ({ guides }: Catalog, category: Category): Guide[] =>
  guides.filter(({ categories }) => categories.includes(category))

/** Joins the pages of all files. */
export function join(pages: readonly Page[], generated: string, history: History): Catalog {
  const solutions = pages.flatMap((page) =>
    page.kind === 'solution' ? { ...page.solution, digest: page.digest } : [],
  )
  const guides = pages.flatMap((page) => (page.kind === 'guide' ? page.guide : []))
  return catalogOf(solutions, guides, generated, history)
}

export function catalogOf(
  solutions: readonly Solution[],
  guides: readonly Guide[],
  generated: string,
  history: History,
): Catalog {
  const all = solutions.toSorted((a, b) => compare(a.category, b.category) || compare(a.slug, b.slug))
  const translations = all.filter((page) => !isRetired(page) && !isListed(page))
  return {
    generated,
    solutions: all.filter(isListed).map((solution) => {
      const own = translations.filter(({ translation_of }) => translation_of === solution.id)
      if (own.length === 0) return solution
      const ids = Object.fromEntries(own.map(({ lang, id }) => [lang, id]))
      const digest = solution.digest && `${solution.digest} ${JSON.stringify(ids)}`
      return { ...solution, translations: ids, digest }
    }),
    translations,
    retired: all.filter(isRetired),
    guides: guides.toSorted((a, b) => compare(a.name, b.name)),
    history,
  }
}

/** What a commit did to one source file. */
export interface FileEvent {
  readonly kind: 'added' | 'changed' | 'removed'
  /** Index of the commit, 0 for the newest. */
  readonly commit: number
  /** Seconds since 1970. */
  readonly time: number
}

/** Why there is no history. */
export type MissingHistory = 'repository' | 'shallow' | 'commits' | 'too-long'

/** The content's git history. Plain JSON, the same for the same commit. */
export interface History {
  readonly missing?: MissingHistory
  /** Seconds since 1970 of the newest commit that touched the content. */
  readonly newest?: number
  /** Events of each solution's source file, newest first, by its `<category>/<slug>`. */
  readonly files: Readonly<Record<string, readonly FileEvent[]>>
}

export const noHistory = (missing: MissingHistory): History => ({ missing, files: {} })

/** An earlier address of a page. */
export interface Moved {
  readonly kind: 'solutions' | 'guides'
  /** `<category>/<slug>` or a guide's name. */
  readonly from: string
  readonly to: string
  /** Of the page at `to`. */
  readonly title: string
  readonly lang: string
}

/**
 * Every earlier address, except those that another page has or has claimed first: a check reports them, and a preview
 * shows the page.
 */
export function movedIn({ solutions, translations, retired, guides }: Catalog): Moved[] {
  const pages = [
    ...[...solutions, ...translations, ...retired].map((page) => ({
      ...page,
      kind: 'solutions' as const,
      to: page.id,
    })),
    ...guides.map((page) => ({ ...page, kind: 'guides' as const, to: page.name })),
  ]
  const taken = new Set(pages.map(({ to }) => to))
  return pages.flatMap(({ kind, to, title, lang, aliases = [] }) =>
    aliases
      .filter((from) => !taken.has(from) && taken.add(from))
      .map((from): Moved => ({ kind, from, to, title, lang })),
  )
}
