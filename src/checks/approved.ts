import { type ApprovedLists, type Registry, registries } from '../model/approved.ts'
import { once } from '../model/once.ts'
import { approvedByDefault, is } from './data.ts'

/** What pages may name: the lists that come with the program, and those of the catalog. */
export type Approved = ReturnType<typeof merged>

export const approvedBy = once((own: ApprovedLists): Approved => merged([approvedByDefault(), own]))

function merged(lists: readonly ApprovedLists[]) {
  const union = (pick: (list: ApprovedLists) => readonly string[] | undefined): ReadonlySet<string> =>
    new Set(lists.flatMap((list) => pick(list) ?? []))
  const programs = union((list) => Object.values(list.programs.programs).flat())
  const of = (key: keyof ApprovedLists['hosts']) => union((list) => list.hosts[key])
  const [hosts, links, open, owners] = [of('hosts'), of('links'), of('open'), of('owners')]
  const starred = [...owners].filter((owner) => owner.includes('*')).map(starPattern)
  const wild = [...programs].filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1))
  const withSubcommands = lists.flatMap((list) => Object.keys(list.programs.subcommands))
  const subcommands = new Map(
    withSubcommands.map((program) => [program, union((list) => list.programs.subcommands[program])]),
  )
  const anySubcommand = new Set([...subcommands.values()].flatMap((words) => [...words]))
  const sentences = union((list) => list.sentences.map(plainSentence))
  const packages = new Map(registries.map((name) => [name, union((list) => list.packages[name])]))
  const namesOf = (registry: Registry) => packages.get(registry) ?? new Set<string>()
  const isOwned = (host: string, place: string) =>
    [...suffixesOf(host)].some((suffix) => owners.has(suffix)) ||
    prefixesOf(place).some((prefix) => owners.has(prefix)) ||
    starred.some((pattern) => pattern.test(host))
  /** Whether code may name an address; `place` is the host and the path behind it. */
  const isHost = (place: string): boolean => {
    const host = hostOf(place)
    if (is('localHost', host) || is('exampleHost', host) || isOwned(host, place)) return true
    for (const suffix of suffixesOf(host)) {
      // Without an owner, a host names nobody.
      if (open.has(suffix)) return suffix === host && is('noOwner', place.slice(host.length))
      if (hosts.has(suffix)) return true
    }
    return isFilledIn(host)
  }
  return {
    retired: lists.flatMap(({ retired }) => retired),
    isAnySubcommand: (word: string) => anySubcommand.has(word),
    isProgram: (name: string) => programs.has(name) || wild.some((start) => name.startsWith(start)),
    hasSubcommands: (program: string) => subcommands.has(program),
    isSubcommand: (program: string, word: string) => subcommands.get(program)?.has(word) ?? false,
    isHost,
    isSentence: (text: string) => sentences.has(plainSentence(text)),
    isLink: (place: string) =>
      isHost(place) || [...suffixesOf(hostOf(place))].some((suffix) => links.has(suffix)),
    isPackage(registry: Registry, name: string): boolean {
      const names = namesOf(registry)
      // Only Docker itself publishes images without an owner; all others are built on the spot.
      if (registry === 'image' && !name.includes('/')) return true
      return names.has(name) || prefixesOf(name).some((prefix) => names.has(`${prefix}/`))
    },
    /** The approved package that a name may have been meant to be. */
    nearest: (registry: Registry, name: string) =>
      [...namesOf(registry)].find((other) => oneEdit(name, other.replace(/\/$/, ''))),
  }
}

/** Without case, marks of tables and the contents of inline code, of which the rule sees dots. */
const plainSentence = (text: string): string =>
  text
    .toLowerCase()
    .replace(/`[^`\n]+`|·+/g, '·')
    .split(/[\s|]+/)
    .join(' ')
    .trim()

/** The host of an address without its scheme. */
export const hostOf = (place: string): string => (/^[^/:?#]*/.exec(place)?.[0] ?? '').toLowerCase()

const starPattern = (host: string): RegExp =>
  new RegExp(`^${host.replaceAll('.', '\\.').replaceAll('*', '[\\w-]+')}$`)

/** `a.b.c`, `b.c`, `c`. */
function* suffixesOf(host: string): Iterable<string> {
  for (let rest = host; rest !== ''; rest = rest.includes('.') ? rest.slice(rest.indexOf('.') + 1) : '')
    yield rest
}

/** `a`, `a/b`, `a/b/c`, in lower case and without what is behind a question mark. */
function prefixesOf(place: string): string[] {
  const parts = /^@?[^?#@]*/.exec(place.toLowerCase())?.[0].split('/') ?? []
  return parts.slice(0, 4).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** A host that only the reader knows: the whole of it, or a part below one that nobody else can have. */
const isFilledIn = (host: string): boolean =>
  (is('fieldInHost', host) && !/\.[a-z]{2,}$/.test(host)) ||
  /^(?:[\w-]+\.)*(?:your|my)-?(?:domain|server|host|site|app|company|org|instance|proxy|gateway)\.\w{2,6}$/.test(
    host,
  )

/** One letter more, less, other, or two neighbours swapped; a mark left out. */
function oneEdit(a: string, b: string): boolean {
  if (a.length < 4 || Math.abs(a.length - b.length) > 1) return false
  if (a.length > b.length) return oneEdit(b, a)
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  if (a.length < b.length) return a.slice(at) === b.slice(at + 1)
  return (
    a.slice(at + 1) === b.slice(at + 1) ||
    (a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2))
  )
}
