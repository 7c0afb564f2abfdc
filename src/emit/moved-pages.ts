import { type Catalog, type Moved, movedIn } from '../model/catalog.ts'
import { absolute, guidePath, type PagePath, type Site, solutionPath, twinPath } from '../model/site.ts'
import { labelsFor } from '../render/solution.ts'
import { fillTemplate } from '../render/template.ts'
import { twin, twinLink } from '../render/twin.ts'
import type { Output } from './output.ts'
import { page } from './page.ts'

export interface MovedPath extends Moved {
  readonly path: PagePath
  readonly target: PagePath
}

/** Where each address that moved leads. */
export function movedPaths(catalog: Catalog, site: Site): MovedPath[] {
  return movedIn(catalog).map((moved) => {
    const pathOf = moved.kind === 'solutions' ? solutionPath : guidePath
    return { ...moved, path: pathOf(site, moved.from), target: pathOf(site, moved.to) }
  })
}

/**
 * How the page at each old address is made. It leads on in every way there is: at once for browsers, by the canonical
 * link for search engines (which would take `noindex` beside it for a contradiction), by a link that all others see.
 */
export function movedMakers(catalog: Catalog, site: Site): Map<PagePath, () => Output[]> {
  return new Map(movedPaths(catalog, site).map((moved) => [moved.path, () => movedPage(moved, site)]))
}

function movedPage({ path, target, title, lang }: MovedPath, site: Site): Output[] {
  const labels = labelsFor(site, lang)
  return page(site, {
    path,
    lang,
    title: labels.page.moved,
    description: movedSummary({ title, lang }, site),
    trail: [],
    movedTo: target,
    main: fillTemplate(site, 'moved', { labels, title, to: target }),
    markdown: movedTwin({ target, title, lang }, site),
  })
}

export const movedSummary = ({ title, lang }: Pick<Moved, 'title' | 'lang'>, site: Site): string =>
  `${labelsFor(site, lang).page['moved-to']} ${title}`

/** What a reader of Markdown finds at the old address. */
export function movedTwin(
  { target, title, lang }: Pick<MovedPath, 'target' | 'title' | 'lang'>,
  site: Site,
): string {
  const { moved, 'moved-to': movedTo } = labelsFor(site, lang).page
  const link = twinLink(title, absolute(site, twinPath(target)))
  return twin({ title: moved, url: absolute(site, target) }, site, `${movedTo} ${link}`)
}
