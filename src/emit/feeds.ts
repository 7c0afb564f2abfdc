import { createHash } from 'node:crypto'
import type { Catalog } from '../model/catalog.ts'
import { cut } from '../model/index-entry.ts'
import { compare } from '../model/problem.ts'
import { absolute, homePath, type Site, siteFile, sitePath, solutionPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { escapeHtml } from '../render/escape-html.ts'
import { solutionTwin } from '../render/twin.ts'
import { jsonLines, type Output } from './output.ts'

const newest = 50

/** What changed, newest first: Atom (RFC 4287), JSON Feed 1.1, and `changes.json` with a digest of every solution. */
export function feeds(catalog: Catalog, site: Site): Output[] {
  const changes = [...catalog.solutions]
    .sort((a, b) => compare(b.reviewed ?? '', a.reviewed ?? '') || compare(a.id, b.id))
    .map((solution) => changeOf(solution, catalog, site))
  return [
    { path: siteFile(site, 'feed.xml'), body: atom(changes.slice(0, newest), catalog, site) },
    { path: siteFile(site, 'feed.json'), body: jsonFeed(changes.slice(0, newest), site) },
    { path: siteFile(site, 'changes.json'), body: changesJson(changes, catalog) },
  ]
}

interface Change {
  readonly solution: Solution
  readonly url: string
  readonly updated: string
  /** Of the Markdown twin: what a reader of the page would see change. */
  readonly sha256: string
}

function changeOf(solution: Solution, { generated }: Catalog, site: Site): Change {
  const url = absolute(site, solutionPath(site, solution.id))
  const sha256 = createHash('sha256')
    .update(solutionTwin(solution, site, url))
    .digest('hex')
  return { solution, url, updated: solution.reviewed ? `${solution.reviewed}T00:00:00Z` : generated, sha256 }
}

function changesJson(changes: readonly Change[], { generated }: Catalog): string {
  const items = changes.map(({ solution, updated, sha256 }) => ({
    id: solution.id,
    kind: 'reviewed',
    date: updated.slice(0, 10),
    sha256,
  }))
  return jsonLines({ generated, count: items.length }, 'changes', items)
}

function jsonFeed(changes: readonly Change[], site: Site): string {
  const items = changes.map(({ solution, url, updated }) => ({
    id: url,
    url,
    title: solution.title,
    content_text: cut(solution.fixText, 200),
    date_modified: updated,
    tags: [solution.category],
    language: solution.lang,
  }))
  const head = {
    version: 'https://jsonfeed.org/version/1.1',
    title: site.title,
    description: site.tagline,
    home_page_url: absolute(site, homePath(site)),
    feed_url: absolute(site, sitePath(site, 'feed.json')),
    language: site.lang,
  }
  return jsonLines(head, 'items', items)
}

function atom(changes: readonly Change[], { generated }: Catalog, site: Site): string {
  const entries = changes.map(
    ({ solution: { title, lang, category, fixText }, url, updated }) =>
      `<entry xml:lang="${lang}"><title>${escapeHtml(title)}</title><id>${url}</id><link href="${url}"/><updated>${updated}</updated><category term="${category}"/><summary>${escapeHtml(cut(fixText, 200))}</summary></entry>`,
  )
  const home = absolute(site, homePath(site))
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${site.lang}">`,
    `<title>${escapeHtml(site.title)}</title><subtitle>${escapeHtml(site.tagline)}</subtitle><id>${home}</id>`,
    `<link href="${home}"/><link rel="self" href="${absolute(site, sitePath(site, 'feed.xml'))}"/>`,
    `<updated>${generated}</updated><author><name>${escapeHtml(site.title)}</name></author>`,
    ...entries,
    '</feed>',
    '',
  ]
  return lines.join('\n')
}
