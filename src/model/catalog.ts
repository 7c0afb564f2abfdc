import type { Category } from './category.ts'
import type { Guide } from './guide.ts'
import { compare, type Place, type Problem } from './problem.ts'
import type { Solution } from './solution.ts'

/** A relative link from one source file to another, to be proven once all files are known. */
export interface SourceLink {
  readonly kind: 'solutions' | 'guides'
  readonly id: string
  readonly line: number
  readonly column: number
}

/**
 * What one source file compiles to. Plain JSON: this is what a cache stores and a worker returns. `errorPlaces` is where
 * each of the solution's `errors` stands.
 */
export type Page = (
  | { readonly kind: 'solution'; readonly solution: Solution; readonly errorPlaces: readonly Place[] }
  | { readonly kind: 'guide'; readonly guide: Guide }
) & { readonly path: string; readonly links: readonly SourceLink[] }

/** The whole content, ready for the emitters. */
export interface Catalog {
  /** ISO 8601 in UTC, from the content and not from the clock. */
  readonly generated: string
  /** Sorted by category, then slug. */
  readonly solutions: readonly Solution[]
  /** Sorted by name. */
  readonly guides: readonly Guide[]
}

export function solutionsOf(catalog: Catalog, category: Category): Solution[] {
  return catalog.solutions.filter((solution) => solution.category === category)
}

export function guidesOf(catalog: Catalog, category: Category): Guide[] {
  return catalog.guides.filter((guide) => guide.categories.includes(category))
}

/** Joins the pages and reports what only shows when all are there. */
export function collect(
  pages: readonly Page[],
  generated: string,
): { catalog: Catalog; problems: Problem[] } {
  const catalog = join(pages, generated)
  return { catalog, problems: crossingProblems(pages, catalog) }
}

export function join(pages: readonly Page[], generated: string): Catalog {
  const solutions: Solution[] = []
  const guides: Guide[] = []
  for (const page of pages) {
    if (page.kind === 'solution') solutions.push(page.solution)
    else guides.push(page.guide)
  }
  solutions.sort((a, b) => compare(a.category, b.category) || compare(a.slug, b.slug))
  guides.sort((a, b) => compare(a.name, b.name))
  return { generated, solutions, guides }
}

/** Dead links, doubled titles. */
export const crossingProblems = (pages: readonly Page[], { solutions, guides }: Catalog): Problem[] => [
  ...deadLinks(pages, solutions, guides),
  ...doubledTitles(pages),
]

function* deadLinks(
  pages: readonly Page[],
  solutions: readonly Solution[],
  guides: readonly Guide[],
): Iterable<Problem> {
  const known = {
    solutions: new Set(solutions.map((solution) => solution.id)),
    guides: new Set(guides.map((guide) => guide.name)),
  }
  for (const page of pages) {
    for (const { kind, id, line, column } of page.links) {
      if (known[kind].has(id)) continue
      yield {
        code: 'link/target',
        severity: 'error',
        path: page.path,
        line,
        column,
        message: `Unexpected link to \`${kind}/${id}.md\`, expected a file of the catalog`,
        hint: 'Correct the relative path, or remove the link.',
      }
    }
  }
}

function* doubledTitles(pages: readonly Page[]): Iterable<Problem> {
  const first = new Map<string, string>()
  for (const page of pages) {
    if (page.kind !== 'solution') continue
    const key = page.solution.title.toLowerCase()
    const other = first.get(key)
    if (other === undefined) {
      first.set(key, page.path)
      continue
    }
    yield {
      code: 'catalog/duplicate-title',
      severity: 'error',
      path: page.path,
      line: 1,
      column: 1,
      message: `Unexpected title, expected one that no other page has: ${other} has the same`,
      hint: 'Merge the two pages, or name in the title what tells them apart (product, cause).',
    }
  }
}
