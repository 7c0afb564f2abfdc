import { type Catalog, type Moved, movedIn } from '../model/catalog.ts'
import { labelsFor } from '../model/labels.ts'
import {
  absolute,
  guidePath,
  type PagePath,
  rootFile,
  type Site,
  solutionPath,
  twinPath,
} from '../model/site.ts'
import { fillTemplate } from '../render/template.ts'
import { twin, twinLink } from '../render/twin.ts'
import type { Output } from './output.ts'
import { page } from './page.ts'

export interface MovedPath extends Moved {
  readonly path: PagePath
  readonly target: PagePath
}

/** Each earlier address with the page that it redirects to. */
export function movedPaths(catalog: Catalog, site: Site): MovedPath[] {
  return movedIn(catalog).map((moved) => {
    const pathOf = moved.kind === 'solutions' ? solutionPath : guidePath
    return { ...moved, path: pathOf(site, moved.from), target: pathOf(site, moved.to) }
  })
}

/**
 * The page at an old address. It redirects by every available mechanism: immediately in browsers, by the canonical link
 * for search engines (which `noindex` would contradict), and by a visible link for everyone else.
 */
export function movedPage(moved: MovedPath, site: Site): Output[] {
  const { path, target, title, lang } = moved
  return page(site, {
    path,
    lang,
    title: labelsFor(site, lang).page.moved,
    description: movedSummary(moved, site),
    movedTo: target,
    main: fillTemplate(site, 'moved', { lang, title, to: target }),
    markdown: movedTwin(moved, site),
  })
}

export const movedSummary = ({ title, lang }: Moved, site: Site): string =>
  `${labelsFor(site, lang).page['moved-to']} ${title}`

/** The Markdown twin at the old address. */
export function movedTwin({ target, title, lang }: MovedPath, site: Site): string {
  const { moved, 'moved-to': movedTo } = labelsFor(site, lang).page
  const link = twinLink(title, absolute(site, twinPath(target)))
  return twin({ title: moved, url: absolute(site, target) }, site, `${movedTo} ${link}`)
}

/**
 * `_redirects`, which Cloudflare and Netlify read at an origin's root. Cloudflare prefers a line to a page at the old
 * address, Netlify uses it only where there is no page; a `301!` would change that at Netlify and be an error at
 * Cloudflare. So it adds a real redirect where possible, and nothing depends on it.
 */
export function redirects(catalog: Catalog, site: Site): Output[] {
  const lines = movedPaths(catalog, site).flatMap(({ path, target }) => [
    `${path} ${target} 301`,
    `${twinPath(path)} ${twinPath(target)} 301`,
  ])
  return lines.length === 0 ? [] : [{ path: rootFile('_redirects'), body: `${lines.join('\n')}\n` }]
}
