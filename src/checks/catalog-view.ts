import type { Page } from '../model/catalog.ts'
import type { Coverage } from '../model/coverage.ts'
import { compare, type Place, startOfFile } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { isListed, type Solution } from '../model/solution.ts'
import type { Unaided } from '../model/unaided-file.ts'

/** All pages of a catalog that compiled. */
export interface CatalogView {
  readonly pages: readonly Page[]
  readonly addresses: Addresses
  readonly coverage: Coverage
  readonly unaided: Unaided
  /** `2026-11-20`; without it, dates of review are compared with the newest one. */
  readonly today: string | undefined
  /** Given at stage `published` only. */
  readonly published?: PublishedCatalog
}

/** What an earlier build has published: its addresses, and more where its files say more. */
export interface PublishedAddresses {
  /** First part of every address. */
  readonly site: string
  /** Titles of the solutions by id; undefined if the files don't say. */
  readonly solutions: ReadonlyMap<string, string | undefined>
  readonly guides: readonly string[]
  /** Number of solutions in the index. */
  readonly count?: number
}

/** What is published, beside the sources of today. */
interface PublishedCatalog {
  readonly before: PublishedAddresses
  readonly site: Pick<Site, 'site'>
  /** Paths of all source files, those with errors too: a page that is being fixed has not vanished. */
  readonly paths: readonly string[]
  /** May many solutions leave the index at once? */
  readonly allowDrop: boolean
}

/** Without translations, which share messages and titles with the page that they translate. */
export const solutionsInForce = (pages: readonly Page[]) =>
  pages.flatMap((page) => (page.kind === 'solution' && isListed(page.solution) ? page : []))

type Kind = 'solutions' | 'guides'

/** An earlier address of a page. */
interface Alias {
  readonly alias: string
  readonly page: Page
  readonly kind: Kind
  /** Id or name of the page. */
  readonly target: string
  readonly place: Place
}

/** The addresses of a catalog. */
export interface Addresses {
  /** Solutions by id, and the names of guides. */
  readonly pages: { readonly solutions: ReadonlyMap<string, Solution>; readonly guides: ReadonlySet<string> }
  /** Current id or name by earlier address. */
  readonly moved: Readonly<Record<Kind, ReadonlyMap<string, string>>>
  /** Aliases that lead to their page, and those that another page or alias has already. */
  readonly aliases: readonly Alias[]
  readonly clashes: readonly (Alias & { readonly other: string | undefined })[]
}

export function addressesOf(catalog: readonly Page[]): Addresses {
  const sorted = [...catalog].sort((a, b) => compare(a.path, b.path))
  const pages = { solutions: new Map<string, Solution>(), guides: new Set<string>() }
  for (const page of sorted)
    if (page.kind === 'solution') pages.solutions.set(page.solution.id, page.solution)
    else pages.guides.add(page.guide.name)
  const moved = { solutions: new Map<string, string>(), guides: new Map<string, string>() }
  const aliases: Alias[] = []
  const clashes: (Alias & { other: string | undefined })[] = []
  for (const page of sorted) {
    const [kind, target, listed = []] =
      page.kind === 'solution'
        ? (['solutions', page.solution.id, page.solution.aliases] as const)
        : (['guides', page.guide.name, page.guide.aliases] as const)
    for (const [index, alias] of listed.entries()) {
      const found = { alias, page, kind, target, place: page.aliasPlaces[index] ?? startOfFile }
      const other = moved[kind].get(alias)
      if (pages[kind].has(alias) || other !== undefined) clashes.push({ ...found, other })
      else {
        moved[kind].set(alias, target)
        aliases.push(found)
      }
    }
  }
  return { pages, moved, aliases, clashes }
}
