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
    ...movedOf('solutions', [...solutions, ...retired], ({ id }) => id),
    ...movedOf('guides', guides, ({ name }) => name),
  ]
}

interface Aliased {
  readonly title: string
  readonly lang: string
  readonly aliases?: readonly string[] | undefined
}

function movedOf<T extends Aliased>(
  kind: Moved['kind'],
  pages: readonly T[],
  nameOf: (page: T) => string,
): Moved[] {
  const renamed = pages.filter(({ aliases }) => aliases !== undefined)
  if (renamed.length === 0) return []
  const taken = new Set(pages.map(nameOf))
  const moved: Moved[] = []
  for (const page of renamed) {
    for (const from of page.aliases ?? []) {
      if (taken.has(from)) continue
      taken.add(from)
      moved.push({ kind, from, to: nameOf(page), title: page.title, lang: page.lang })
    }
  }
  return moved
}
