import type { Catalog } from './catalog.ts'

/** An address that a page once had, and the page that answers for it now. */
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
 * Every earlier address. One that a page has now, or that another page has claimed before, is left out: it is a problem
 * that keeps the catalog from being built, and a preview shows the page.
 */
export function movedIn({ solutions, retired, guides }: Catalog): Moved[] {
  return [
    ...movedOf(
      'solutions',
      [...solutions, ...retired].map((solution) => ({ ...solution, name: solution.id })),
    ),
    ...movedOf('guides', guides),
  ]
}

interface Aliased {
  readonly name: string
  readonly title: string
  readonly lang: string
  readonly aliases?: readonly string[] | undefined
}

function movedOf(kind: Moved['kind'], pages: readonly Aliased[]): Moved[] {
  const taken = new Set(pages.map(({ name }) => name))
  const moved: Moved[] = []
  for (const { name: to, title, lang, aliases = [] } of pages) {
    for (const from of aliases) {
      if (taken.has(from)) continue
      taken.add(from)
      moved.push({ kind, from, to, title, lang })
    }
  }
  return moved
}
