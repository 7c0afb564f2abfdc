import { createHash } from 'node:crypto'
import {
  type Catalog,
  type FileEvent,
  type History,
  type MissingHistory,
  type Moved,
  movedIn,
} from '../model/catalog.ts'
import { type ChangeEntry, type ChangeKind, type Changes, mostChanges } from '../model/json-files.ts'
import { labelsFor } from '../model/labels.ts'
import { compare } from '../model/problem.ts'
import { absolute, homePath, type Site, siteFile, sitePath, solutionPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { fillTemplate } from '../render/template.ts'
import { solutionTwin } from '../render/twin.ts'
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
  const entries = items.flatMap(({ url, link, time, tags, words }) => {
    if (words === undefined) return []
    const { lang, title, summary } = words
    return [{ id: url, url: link, title, content_text: summary, date_modified: time, tags, language: lang }]
  })
  return jsonLines(head, 'items', entries)
}

const atom = (items: readonly Item[], { generated }: Catalog, site: Site): string =>
  fillTemplate(site, 'feed', { items, generated, site, home: absolute(site, homePath(site)) })

/** The newest change of one address. Plain JSON. */
interface Change {
  readonly id: string
  readonly kind: ChangeKind
  /** ISO 8601 in UTC. */
  readonly time: string
  readonly to?: string
  /** The page that is at the address now; undefined when it was removed. */
  readonly solution?: Solution
  readonly moved?: Moved
}

/**
 * The newest change of every address that ever existed, newest first. The history of a page continues across renames, so
 * a rename is reported once, at the old address.
 */
function changesOf(catalog: Catalog): Change[] {
  const { files } = catalog.history
  const at = (event: FileEvent | undefined, reviewed: string | undefined): string =>
    event
      ? earlier(new Date(event.time * 1000).toISOString(), catalog.generated)
      : reviewed === undefined
        ? catalog.generated
        : `${reviewed}T00:00:00.000Z`
  const solutions = [...catalog.solutions, ...catalog.translations, ...catalog.retired]
  const pages = solutions.map((solution): Change => {
    const event = lastEdit(solution.id, solution.aliases, files)
    return { id: solution.id, time: at(event, solution.reviewed), solution, ...kindOf(solution, event) }
  })
  const times = new Map(pages.map(({ id, time }) => [id, time]))
  const renamed = movedIn(catalog)
    .filter(({ kind }) => kind === 'solutions')
    .map((moved): Change => {
      const end = files[moved.from]?.[0]
      const time = end ? at(end, undefined) : (times.get(moved.to) ?? catalog.generated)
      return { id: moved.from, kind: 'renamed', time, to: moved.to, moved }
    })
  const known = new Set([...pages, ...renamed].map(({ id }) => id))
  const removed = Object.entries(files).flatMap(([id, [newest]]): Change[] =>
    known.has(id) || newest?.kind !== 'removed' ? [] : [{ id, kind: 'removed', time: at(newest, undefined) }],
  )
  return [...pages, ...renamed, ...removed].sort((a, b) => compare(b.time, a.time) || compare(a.id, b.id))
}

/** The frontmatter says that a page is withdrawn or superseded, whichever commit came last. */
function kindOf(
  { withdrawn, superseded_by }: Solution,
  event: FileEvent | undefined,
): Pick<Change, 'kind' | 'to'> {
  const to = superseded_by === undefined ? {} : { to: superseded_by }
  if (withdrawn !== undefined) return { kind: 'withdrawn', ...to }
  if (superseded_by !== undefined) return { kind: 'superseded', ...to }
  return { kind: event === undefined || event.kind === 'removed' ? 'reviewed' : event.kind }
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

/** A commit made with a wrong clock must not be newer than the catalog. */
const earlier = (a: string, b: string): string => (a < b ? a : b)

/** Why a change feed has no history. */
export const missingReasons: Readonly<Record<MissingHistory, string>> = {
  repository: 'There is no git repository of the content here',
  shallow: 'This is a shallow clone, which does not know the past (`git fetch --unshallow` gets it)',
  commits: 'No commit knows the content',
  'too-long': 'The log of the content is too long to be read',
  preview: 'A preview does not read the past',
}

/** What a change feed without history lacks, and why; undefined when there is history. */
export const missingHistory = ({ missing }: History): string | undefined =>
  missing &&
  `${missingReasons[missing]}: dates are days of review, and the feed can’t say what was added, changed or removed.`
