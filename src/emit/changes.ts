import {
  type Catalog,
  type FileEvent,
  type History,
  type MissingHistory,
  type Moved,
  movedIn,
} from '../model/catalog.ts'
import type { ChangeKind } from '../model/json-files.ts'
import { compare } from '../model/problem.ts'
import type { Solution } from '../model/solution.ts'

/** The newest change of one address. Plain JSON. */
export interface Change {
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
export function changesOf(catalog: Catalog): Change[] {
  const { files } = catalog.history
  const at = (event: FileEvent | undefined, reviewed: string | undefined): string =>
    event
      ? earlier(new Date(event.time * 1000).toISOString(), catalog.generated)
      : reviewed === undefined
        ? catalog.generated
        : `${reviewed}T00:00:00.000Z`
  const solutions = [...catalog.solutions, ...catalog.retired]
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

const reasons: Readonly<Record<MissingHistory, string>> = {
  repository: 'There is no git repository of the content here',
  shallow: 'This is a shallow clone, which does not know the past (`git fetch --unshallow` gets it)',
  commits: 'No commit knows the content',
  'too-long': 'The log of the content is too long to be read',
  preview: 'A preview does not read the past',
}

/** What a change feed without history lacks, and why; undefined when there is history. */
export const missingHistory = ({ missing }: History): string | undefined =>
  missing &&
  `${reasons[missing]}: dates are days of review, and what was added, changed or removed is not told apart.`
