import { hash } from 'node:crypto'
import type { Catalog, FileEvent, History, MissingHistory } from '../model/catalog.ts'
import type { ChangeEntry, ChangeKind, Changes } from '../model/json-files.ts'
import { compare } from '../model/problem.ts'
import { absolute, homePath, type Site, siteFile, sitePath, solutionPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { fillTemplate } from '../render/template.ts'
import { solutionTwin } from '../render/twin.ts'
import { movedPaths } from './moved-pages.ts'
import { jsonLines, type Output } from './output.ts'
import { noticesOf, summaryOf } from './solution-page.ts'

const newest = 50

/** What changed, newest first: `changes.json` for programs, Atom (RFC 4287, 6721) and JSON Feed 1.1 for readers. */
export function feeds(catalog: Catalog, site: Site): Output[] {
  const changes = changesOf(catalog, site)
  const shown = changes.slice(0, newest).map(({ id, kind, time, page }) => ({
    url: absolute(site, solutionPath(site, id)),
    time,
    tags: [id.split('/')[0] ?? '', kind],
    page,
  }))
  const { generated } = catalog
  const head = {
    version: 'https://jsonfeed.org/version/1.1',
    title: site.title,
    description: site.tagline,
    home_page_url: absolute(site, homePath(site)),
    feed_url: absolute(site, sitePath(site, 'feed.json')),
    language: site.lang,
  }
  // JSON Feed has no tombstones for removed pages.
  const items = shown.flatMap(({ url, time, tags, page }) => {
    if (page === undefined) return []
    const { link, title, summary, lang } = page
    return [{ id: url, url: link, title, content_text: summary, date_modified: time, tags, language: lang }]
  })
  return [
    { path: siteFile(site, 'feed.xml'), body: fillTemplate(site, 'feed', { items: shown, generated }) },
    { path: siteFile(site, 'feed.json'), body: jsonLines(head, 'items', items) },
    { path: siteFile(site, 'changes.json'), body: changesJson(changes, catalog) },
  ]
}

function changesJson(changes: readonly Change[], { generated, history }: Catalog): string {
  // By a hash of the Markdown at the address readers know whether the page has changed.
  const entries = changes.map(
    ({ id, kind, time, to, page }): ChangeEntry => ({
      id,
      kind,
      date: time.slice(0, 10),
      ...(to !== undefined && { to }),
      ...(page && { sha256: hash('sha256', page.twin()) }),
    }),
  )
  const note = missingHistory(history)
  const head: Omit<Changes, 'changes'> = {
    generated,
    basis: note === undefined ? 'git' : 'reviewed',
    note,
    total: changes.length,
    count: entries.length,
  }
  return jsonLines(head, 'changes', entries)
}

/** The newest change of one address. */
interface Change {
  readonly id: string
  readonly kind: ChangeKind
  /** ISO 8601 in UTC. */
  readonly time: string
  readonly to?: string | undefined
  /** The page that is at the address now, or that it leads to; undefined when it was removed. */
  readonly page?: Readonly<{ link: string; lang: string; title: string; summary: string; twin: () => string }>
}

/**
 * The newest change of every address that ever existed, newest first. The history of a page continues across renames, so
 * a rename is reported once, at the old address.
 */
function changesOf(catalog: Catalog, site: Site): Change[] {
  const { generated, history } = catalog
  const { files } = history
  const at = (event: FileEvent | undefined, reviewed?: string): string => {
    if (event === undefined) return reviewed === undefined ? generated : `${reviewed}T00:00:00.000Z`
    const time = new Date(event.time * 1000).toISOString()
    // A commit made with a wrong clock must not be newer than the catalog.
    return time < generated ? time : generated
  }
  const solutions = [...catalog.solutions, ...catalog.translations, ...catalog.retired]
  const pages = solutions.map((solution): Change => {
    const { id, lang, title, aliases, reviewed, superseded_by: to } = solution
    const event = lastEdit(id, aliases, files)
    const notices = noticesOf(solution, catalog, site)
    const link = absolute(site, solutionPath(site, id))
    const twin = () => solutionTwin(solution, site, link, notices)
    const page = { link, lang, title, summary: summaryOf(solution, notices), twin }
    return { id, kind: kindOf(solution, event), time: at(event, reviewed), to, page }
  })
  const times = new Map(pages.map(({ id, time }) => [id, time]))
  const renamed = movedPaths(catalog, site)
    .filter(({ kind }) => kind === 'solutions')
    .map((moved): Change => {
      const { from, to, target, heading, lang, summary, markdown } = moved
      const end = files[from]?.[0]
      const time = end ? at(end) : (times.get(to) ?? generated)
      const title = `${heading}: ${moved.title}`
      const page = { link: absolute(site, target), lang, title, summary, twin: () => markdown }
      return { id: from, kind: 'renamed', time, to, page }
    })
  const known = new Set([...pages, ...renamed].map(({ id }) => id))
  const removed = Object.entries(files).flatMap(([id, [newest]]): Change[] =>
    known.has(id) || newest?.kind !== 'removed' ? [] : [{ id, kind: 'removed', time: at(newest) }],
  )
  return [...pages, ...renamed, ...removed].sort((a, b) => compare(b.time, a.time) || compare(a.id, b.id))
}

/** The frontmatter says that a page is withdrawn or superseded, whichever commit came last. */
function kindOf({ withdrawn, superseded_by }: Solution, event: FileEvent | undefined): ChangeKind {
  if (withdrawn !== undefined) return 'withdrawn'
  if (superseded_by !== undefined) return 'superseded'
  return event === undefined || event.kind === 'removed' ? 'reviewed' : event.kind
}

/** The commit that last wrote the page, at this address or, before it was renamed, at an earlier one. */
function lastEdit(
  id: string,
  aliases: readonly string[] = [],
  files: History['files'],
  olderThan = -1,
): FileEvent | undefined {
  const event = files[id]?.find(({ commit }) => commit > olderThan)
  // The file is in the work tree only, not yet in the newest commit.
  if (event === undefined || event.kind === 'removed') return undefined
  if (event.kind === 'changed') return event
  const from = aliases.find((alias) =>
    files[alias]?.some(({ kind, commit }) => kind === 'removed' && commit === event.commit),
  )
  return (from === undefined ? undefined : lastEdit(from, aliases, files, event.commit)) ?? event
}

/** Why a change feed has no history. */
export const missingReasons: Readonly<Record<MissingHistory, string>> = {
  repository: 'There is no git repository of the content here',
  shallow: 'This is a shallow clone, which does not know the past (`git fetch --unshallow` gets it)',
  commits: 'No commit knows the content',
  'too-long': 'The log of the content is too long to be read',
}

/** What a change feed without history lacks, and why; undefined when there is history. */
export const missingHistory = ({ missing }: History): string | undefined =>
  missing &&
  `${missingReasons[missing]}: dates are days of review, and the feed can’t say what was added, changed or removed.`
