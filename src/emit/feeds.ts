import { createHash } from 'node:crypto'
import type { Catalog } from '../model/catalog.ts'
import { type ChangeEntry, type Changes, mostChanges } from '../model/json-files.ts'
import { labelsFor } from '../model/labels.ts'
import { absolute, homePath, type Site, siteFile, sitePath, solutionPath } from '../model/site.ts'
import { escapeHtml } from '../render/template.ts'
import { solutionTwin } from '../render/twin.ts'
import { type Change, changesOf, missingHistory } from './changes.ts'
import { movedSummary, movedTwin } from './moved-pages.ts'
import { jsonLines, type Output } from './output.ts'
import { noticesOf, summaryOf } from './solution-page.ts'

const newest = 50

/** What changed, newest first: `changes.json` for programs, Atom (RFC 4287, 6721) and JSON Feed 1.1 for readers. */
export function feeds(catalog: Catalog, site: Site): Output[] {
  const changes = changesOf(catalog)
  const items = changes.slice(0, newest).map((change) => itemOf(change, catalog, site))
  return [
    { path: siteFile(site, 'feed.xml'), body: atom(items, catalog, site) },
    { path: siteFile(site, 'feed.json'), body: jsonFeed(items, site) },
    { path: siteFile(site, 'changes.json'), body: changesJson(changes, catalog, site) },
  ]
}

function changesJson(changes: readonly Change[], catalog: Catalog, site: Site): string {
  const entries = changes.slice(0, mostChanges).map((change): ChangeEntry => {
    const { id, kind, time, to } = change
    const twin = twinOf(change, catalog, site)
    return {
      id,
      kind,
      date: time.slice(0, 10),
      ...(to !== undefined && { to }),
      ...(twin !== undefined && { sha256: createHash('sha256').update(twin).digest('hex') }),
    }
  })
  const note = missingHistory(catalog.history)
  const head: Omit<Changes, 'changes'> = {
    generated: catalog.generated,
    basis: note === undefined ? 'git' : 'reviewed',
    ...(note !== undefined && { note }),
    total: changes.length,
    count: entries.length,
  }
  return jsonLines(head, 'changes', entries)
}

/** The Markdown at the address: a hash of it tells readers whether the page has changed. */
function twinOf({ id, solution, moved }: Change, catalog: Catalog, site: Site): string | undefined {
  if (moved) return movedTwin({ ...moved, target: solutionPath(site, moved.to) }, site)
  const url = absolute(site, solutionPath(site, id))
  return solution && solutionTwin(solution, site, url, noticesOf(solution, catalog, site))
}

/** A change as a feed item; a removed page has no words. */
interface Item {
  readonly url: string
  readonly link: string
  readonly time: string
  readonly tags: readonly string[]
  readonly words?: { readonly lang: string; readonly title: string; readonly summary: string }
}

function itemOf({ id, kind, time, solution, moved }: Change, catalog: Catalog, site: Site): Item {
  const address = (at: string) => absolute(site, solutionPath(site, at))
  const item = {
    url: address(id),
    link: address(moved?.to ?? id),
    time,
    tags: [id.split('/')[0] ?? '', kind],
  }
  if (moved) {
    const { title, lang } = moved
    const heading = labelsFor(site, lang).page.moved
    return { ...item, words: { lang, title: `${heading}: ${title}`, summary: movedSummary(moved, site) } }
  }
  if (solution === undefined) return item
  const { lang, title } = solution
  const summary = summaryOf(solution, noticesOf(solution, catalog, site))
  return { ...item, words: { lang, title, summary } }
}

function jsonFeed(items: readonly Item[], site: Site): string {
  const head = {
    version: 'https://jsonfeed.org/version/1.1',
    title: site.title,
    description: site.tagline,
    home_page_url: absolute(site, homePath(site)),
    feed_url: absolute(site, sitePath(site, 'feed.json')),
    language: site.lang,
  }
  // JSON Feed has no tombstones for removed pages.
  const entries = items.flatMap(({ url, link, time, tags, words }) =>
    words === undefined
      ? []
      : [
          {
            id: url,
            url: link,
            title: words.title,
            content_text: words.summary,
            date_modified: time,
            tags,
            language: words.lang,
          },
        ],
  )
  return jsonLines(head, 'items', entries)
}

function atom(items: readonly Item[], { generated }: Catalog, site: Site): string {
  const entries = items.map(({ url, link, time, tags, words }) => {
    if (words === undefined) return `<at:deleted-entry ref="${url}" when="${time}"/>`
    const categories = tags.map((tag) => `<category term="${tag}"/>`).join('')
    return `<entry xml:lang="${words.lang}"><title>${escapeHtml(words.title)}</title><id>${url}</id><link href="${link}"/><updated>${time}</updated>${categories}<summary>${escapeHtml(words.summary)}</summary></entry>`
  })
  const home = absolute(site, homePath(site))
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0" xml:lang="${site.lang}">`,
    `<title>${escapeHtml(site.title)}</title><subtitle>${escapeHtml(site.tagline)}</subtitle><id>${home}</id>`,
    `<link href="${home}"/><link rel="self" href="${absolute(site, sitePath(site, 'feed.xml'))}"/>`,
    `<updated>${generated}</updated><author><name>${escapeHtml(site.title)}</name></author>`,
    ...entries,
    '</feed>',
    '',
  ]
  return lines.join('\n')
}
