import { type Catalog, movedIn } from '../model/catalog.ts'
import { labelsFor } from '../model/labels.ts'
import { absolute, guidePath, rootFile, type Site, solutionPath, twinPath } from '../model/site.ts'
import { fillTemplate } from '../render/template.ts'
import { twin, twinLink } from '../render/twin.ts'
import type { Output } from './output.ts'
import { page } from './page.ts'

/** Each earlier address, with what its page and its twin say about the page that it redirects to. */
export function movedPaths(catalog: Catalog, site: Site) {
  return movedIn(catalog).map((moved) => {
    const { kind, from, to, title, lang } = moved
    const pathOf = kind === 'solutions' ? solutionPath : guidePath
    const target = pathOf(site, to)
    const { moved: heading, 'moved-to': movedTo } = labelsFor(site, lang).page
    const link = twinLink(title, absolute(site, twinPath(target)))
    const markdown = twin({ title: heading, url: absolute(site, target) }, site, `${movedTo} ${link}`)
    return { ...moved, path: pathOf(site, from), target, heading, summary: `${movedTo} ${title}`, markdown }
  })
}

/**
 * The page at an old address. It redirects by every available mechanism: immediately in browsers, by the canonical link
 * for search engines (which `noindex` would contradict), and by a visible link for everyone else.
 */
export function movedPage(moved: ReturnType<typeof movedPaths>[number], site: Site): Output[] {
  const { path, target, title, lang, heading, summary, markdown } = moved
  const main = fillTemplate(site, 'moved', { lang, title, to: target })
  return page(site, { path, lang, title: heading, description: summary, movedTo: target, main, markdown })
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
