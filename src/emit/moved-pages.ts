import type { Catalog } from '../model/catalog.ts'
import { type Moved, movedIn } from '../model/moved.ts'
import { absolute, guidePath, type PagePath, type Site, solutionPath, twinPath } from '../model/site.ts'
import { labelsFor } from '../render/solution.ts'
import { fillTemplate } from '../render/template.ts'
import { twin, twinLink } from '../render/twin.ts'
import type { Output } from './output.ts'
import { page } from './page.ts'

/** Where each address that moved leads. */
export function movedPaths(catalog: Catalog, site: Site): (Moved & { path: PagePath; target: PagePath })[] {
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
  return new Map(
    movedPaths(catalog, site).map(({ path, target, title, lang }) => [
      path,
      () => movedPage(path, target, title, lang, site),
    ]),
  )
}

function movedPage(path: PagePath, to: PagePath, title: string, lang: string, site: Site): Output[] {
  const labels = labelsFor(site, lang)
  const { moved, 'moved-to': movedTo } = labels.page
  return page(site, {
    path,
    lang,
    title: moved,
    description: `${movedTo} ${title}`,
    trail: [],
    movedTo: to,
    main: fillTemplate(site, 'moved', { labels, title, to }),
    markdown: twin(
      { title: moved, url: absolute(site, to) },
      site,
      `${movedTo} ${twinLink(title, absolute(site, twinPath(to)))}`,
    ),
  })
}
