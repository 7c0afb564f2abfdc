import type { Registry } from '../model/approved.ts'
import { once } from '../model/once.ts'
import type { Snippet } from './command-snippets.ts'
import { type Installer, is, type PackageRegistry, packageTables, pattern } from './data.ts'
import type { Call } from './shell-calls.ts'

/** A name that a page installs, or an address on a host that it installs from. */
interface PackageName {
  readonly registry: Registry | 'host'
  readonly name: string
  readonly offset: number
}

/** What a call installs: the words as they stand. */
function installedBy({
  name,
  args,
}: Pick<Call, 'name' | 'args'>): { registry: PackageRegistry; words: string[] } | undefined {
  if (/^(?:python|py)[\d.]*$/.test(name) && args[0] === '-m' && /^(?:pip|uv|pipx)$/.test(args[1] ?? ''))
    return installedBy({ name: args[1] ?? '', args: args.slice(2) })
  if (/^(?:config|compose|cache|network|volume)$/.test(args[0] ?? '')) return undefined
  for (const installer of packageTables().installers) {
    const words = installer.programs.test(name) ? wordsAfterVerb(name, args, installer) : undefined
    if (words) return { registry: installer.registry, words }
  }
  return undefined
}

function wordsAfterVerb(
  name: string,
  args: readonly string[],
  { registry, verbs, one, valued: own }: Installer,
): string[] | undefined {
  const { valued } = packageTables()
  const isWord = (arg: string, index: number, all: readonly string[]) =>
    !arg.startsWith('-') && !(own ?? valued).test(all[index - 1] ?? '')
  const verb = verbs
    ? args.findIndex((arg, index) => verbs.test(arg) && !valued.test(args[index - 1] ?? ''))
    : -1
  if (verbs && verb === -1) return undefined
  if (args.slice(0, Math.max(0, verb)).some((arg) => /^[a-z]/.test(arg) && !is('beforeVerb', arg)))
    return undefined
  const words = args.slice(verb + 1).filter(isWord)
  if (registry !== 'npm' && registry !== 'pypi') return one ? words.slice(0, 1) : words
  // Behind the program of npx stand that program’s own switches.
  const first = one
    ? args.findIndex((arg, index, all) => index > verb && isWord(arg, index, all))
    : args.length
  const chosen = args
    .slice(0, first === -1 ? args.length : first)
    .flatMap((arg, index) => (/^(?:-p|--package|--from|--with)$/.test(arg) ? [args[index + 1] ?? ''] : []))
  if (!one) return name === 'uv' ? [...words, ...chosen] : words
  return chosen.length > 0 ? chosen : words.slice(0, 1).map(initialised(name, args[verb]))
}

/** `npm create vite` runs `create-vite`. */
const initialised =
  (program: string, verb = '') =>
  (word: string): string => {
    if (!/^(?:npm|pnpm|yarn|bun)$/.test(program) || !/^(?:create|init|c)$/.test(verb)) return word
    if (word.startsWith('@'))
      return word.includes('/') ? word.replace('/', '/create-') : `${word.replace(/@latest$/, '')}/create`
    return `create-${word}`
  }

type Found = Omit<PackageName, 'offset'>

/** The package, owner or host that a word names. */
function nameIn(word: string, registry: PackageRegistry): Found | undefined {
  const text = word.replace(/^['"]|['"]$/g, '').trim()
  const version = text.search(/[<>=!~]=?[\d^]/)
  if (text === '' || is('noPackageName', version > 0 ? text.slice(0, version) : text)) return undefined
  const address = /(?:^|[+=:]|@\s?)(?:https?|ssh|git):\/\/(?:[^@/\s]*@)?([^\s#]+)/.exec(text)
  if (address) return { registry: 'host', name: address[1] ?? '' }
  const short = /^(?:[\w.-]+@)?(github|gitlab|bitbucket):([\w.-]+)/.exec(text)
  if (short)
    return { registry: 'host', name: `${short[1]}.${short[1] === 'bitbucket' ? 'org' : 'com'}/${short[2]}` }
  if (registry === 'brew' || spelling[registry]) return spelling[registry]?.(text)
  return /\s/.test(text) ? undefined : { registry, name: (text.split('@')[0] ?? '').toLowerCase() }
}

const onGitHub = (owner: string): Found => ({ registry: 'host', name: `github.com/${owner}` })

/** How names are written, by registry. */
const spelling: Readonly<Partial<Record<PackageRegistry, (text: string) => Found | undefined>>> = {
  npm(text) {
    const alias = text.indexOf('@npm:')
    if (alias > 0) return nameIn(text.slice(alias + 5), 'npm')
    const [name] = /^(?:@[\w.-]+\/)?[\w.-]+/.exec(text.toLowerCase()) ?? []
    if (name === undefined || /\.(?:tgz|tar\.gz)$/.test(text)) return undefined
    return !name.startsWith('@') && text[name.length] === '/' ? onGitHub(name) : { registry: 'npm', name }
  },
  pypi(text) {
    const [, name] = /^(?:conda-forge::)?([a-z0-9][\w.-]*)/.exec(text.toLowerCase()) ?? []
    if (name === undefined || /\.(?:whl|txt|tar\.gz|zip|ya?ml|toml|py)$/.test(text)) return undefined
    return { registry: 'pypi', name: name.replace(/[-_.]+/g, '-').replace(/-$/, '') }
  },
  image(text) {
    if (/\s/.test(text)) return undefined
    const name = text.toLowerCase().split('@')[0] ?? ''
    const tag = name.lastIndexOf(':')
    const bare = tag > name.lastIndexOf('/') ? name.slice(0, tag) : name
    return { registry: 'image', name: bare.replace(/^docker\.io\//, '').replace(/^library\//, '') }
  },
  /** A formula of somebody’s own tap; those of Homebrew itself are reviewed there. */
  brew(text) {
    const [owner = '', tap] = text.toLowerCase().split('/')
    return tap === undefined || owner === 'homebrew' ? undefined : onGitHub(owner)
  },
}

function* listed({ text, language, file }: Snippet): Iterable<PackageName> {
  if (
    /requirements[\w-]*\.(?:txt|in)$|constraints\.txt$/.test(file) ||
    /^(?:pip-)?requirements$/.test(language) ||
    pinned(text)
  )
    yield* required(text)
  const stages = new Set(
    [...text.matchAll(/\bAS[ \t]+([\w.-]+)/gi)].map(([, stage = '']) => stage.toLowerCase()),
  )
  for (const { registry, language: languages, list, name } of packageTables().manifests) {
    if (!languages.test(language) && !(registry === 'image' && /Dockerfile/.test(file))) continue
    for (const part of text.matchAll(list)) {
      for (const { 1: word = '', 2: value, index } of part[0].matchAll(name)) {
        const found = nameIn(value?.replace(/^npm:/, '') ?? word, registry)
        if (found && !stages.has(found.name)) yield { ...found, offset: part.index + index }
      }
    }
  }
}

/** The lines of requirements.txt. */
function* required(text: string): Iterable<PackageName> {
  let offset = 0
  for (const line of text.split('\n')) {
    const word = /@\s|:\/\//.test(line) ? line : pattern('requirement').exec(line.trim())?.[1]
    const found = word === undefined ? undefined : nameIn(word, 'pypi')
    if (found) yield { ...found, offset }
    offset += line.length + 1
  }
}

/** Lines of nothing but names with versions. */
const pinned = (text: string): boolean => {
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line))
  return (
    lines.length > 0 &&
    lines.every((line) => /^[A-Za-z][\w.-]*(?:\[[\w, -]*\])?(?:==|>=|~=)\d\S*$/.test(line.trim()))
  )
}

/** Every package that a piece of a page installs or lists. */
export const packagesIn = once((snippet: Snippet): readonly PackageName[] => {
  const found: PackageName[] = snippet.kind === 'block' ? [...listed(snippet)] : []
  for (const call of snippet.calls) {
    const install = installedBy(call)
    for (const word of install?.words.slice(0, 60) ?? []) {
      const name = install && nameIn(word, install.registry)
      if (name && name.name.length > 1) found.push({ ...name, offset: call.start })
    }
  }
  return found
})
