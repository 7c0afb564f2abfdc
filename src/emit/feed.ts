import type { Catalog } from '../model/catalog.ts'
import { cut } from '../model/index-entry.ts'
import { compare } from '../model/problem.ts'
import { absolute, homePath, type Site, siteFile, sitePath, solutionPath } from '../model/site.ts'
import { escapeHtml } from '../render/escape-html.ts'
import type { Output } from './output.ts'

const newest = 50

/** `/feed.xml`, Atom (RFC 4287): the solutions that were reviewed last. */
export function feed(catalog: Catalog, site: Site): Output[] {
  const entries = [...catalog.solutions]
    .sort((a, b) => compare(b.reviewed ?? '', a.reviewed ?? '') || compare(a.id, b.id))
    .slice(0, newest)
    .map((solution) => {
      const url = absolute(site, solutionPath(site, solution.id))
      const updated = solution.reviewed ? `${solution.reviewed}T00:00:00Z` : catalog.generated
      return `<entry xml:lang="${solution.lang}"><title>${escapeHtml(solution.title)}</title><id>${url}</id><link href="${url}"/><updated>${updated}</updated><category term="${solution.category}"/><summary>${escapeHtml(cut(solution.fixText, 200))}</summary></entry>`
    })
  const home = absolute(site, homePath(site))
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">`,
    `<title>${escapeHtml(site.title)}</title><subtitle>${escapeHtml(site.tagline)}</subtitle><id>${home}</id>`,
    `<link href="${home}"/><link rel="self" href="${absolute(site, sitePath(site, 'feed.xml'))}"/>`,
    `<updated>${catalog.generated}</updated><author><name>${escapeHtml(site.title)}</name></author>`,
    ...entries,
    '</feed>',
    '',
  ]
  return [{ path: siteFile(site, 'feed.xml'), body: lines.join('\n') }]
}
