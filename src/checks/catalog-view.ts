import type { Page } from '../model/catalog.ts'
import type { Coverage } from '../model/coverage.ts'
import { compare, type Place, startOfFile } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { isListed } from '../model/solution.ts'
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
type ByKind<T> = Readonly<Record<Kind, T>>

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
  /** Solutions by id and guides by name. */
  readonly pages: ByKind<ReadonlyMap<string, Page>>
  /** Current id or name by earlier address. */
  readonly moved: ByKind<ReadonlyMap<string, string>>
  /** Aliases that lead to their page, and those that another page or alias has already. */
  readonly aliases: readonly Alias[]
  readonly clashes: readonly (Alias & { readonly other: string | undefined })[]
}

const kindOf = (page: Page): Kind => (page.kind === 'solution' ? 'solutions' : 'guides')
const idOf = (page: Page): string => (page.kind === 'solution' ? page.solution.id : page.guide.name)

export function addressesOf(catalog: readonly Page[]): Addresses {
  const sorted = [...catalog].sort((a, b) => compare(a.path, b.path))
  const pagesOf = (kind: Kind) =>
    new Map(sorted.filter((page) => kindOf(page) === kind).map((page) => [idOf(page), page]))
  const pages = { solutions: pagesOf('solutions'), guides: pagesOf('guides') }
  const moved = { solutions: new Map<string, string>(), guides: new Map<string, string>() }
  const aliases: Alias[] = []
  const clashes: (Alias & { other: string | undefined })[] = []
  for (const page of sorted) {
    const [kind, target] = [kindOf(page), idOf(page)]
    const { aliases: listed = [] } = page.kind === 'solution' ? page.solution : page.guide
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
