import type { Registry } from '../model/approved.ts'
import type { Snippet } from './command-snippets.ts'
import type { Call } from './shell-calls.ts'

/** A name that a page installs, or an address on a host that it installs from. */
export interface PackageName {
  readonly registry: Registry | 'host'
  readonly name: string
  readonly offset: number
}

interface Installer {
  readonly programs: RegExp
  readonly registry: Registry | 'brew'
  /** What comes after one of these words is a package; without it, all arguments are. */
  readonly verbs?: RegExp
  /** Only the first name is a package; the rest are its own arguments. */
  readonly one?: boolean
  /** Switches whose value follows them. */
  readonly valued?: RegExp
}

const valued =
  /^-(?:r|c|e|i|f|t|p|C|w|-prefix|-registry|-index-url|-python|-target|-cwd|-filter|-workspace|-extra-index-url|-requirement|-group|-index|-find-links|-store-dir|-cache|-store|-spec|-env|-name|-channel|n|-dir|-node-options|-git|-branch|-tag|-rev|-path|-root|-features|-target-dir|-bin|v|-version|-loglevel|-location)$/
const dockerValued =
  /^-(?:v|e|p|w|u|m|h|l|c|-volume|-env|-publish|-name|-network|-net|-workdir|-user|-entrypoint|-memory|-memory-swap|-cpus|-gpus|-mount|-env-file|-platform|-pull|-restart|-hostname|-add-host|-shm-size|-ulimit|-cap-add|-cap-drop|-device|-label|-tmpfs|-ipc|-pid|-runtime|-security-opt|-dns|-log-driver|-log-opt|-expose|-ip|-cpuset-cpus|-pids-limit|-health-\S+|-stop-\S+|-volumes-from|-group-add|-sysctl|-userns|-isolation|-cgroup\S*|-add-host)$/

/** Programs that install; the first row that fits a call and its verb counts. */
const installers: readonly Installer[] = [
  {
    programs: /^(?:npm|pnpm|yarn|bun|cnpm)$/,
    registry: 'npm',
    verbs: /^(?:exec|dlx|x|create|init|c)$/,
    one: true,
  },
  {
    programs: /^(?:npm|pnpm|yarn|bun|cnpm)$/,
    registry: 'npm',
    verbs: /^(?:i|install|add|in|isntall|update|upgrade|up|link)$/,
  },
  { programs: /^(?:npx|bunx|pnpx)$/, registry: 'npm', one: true, valued: /^-c$|^--call$/ },
  {
    programs: /^(?:pip|pip[\d.]+|poetry|pdm|conda|mamba|micromamba|pipenv|hatch)$/,
    registry: 'pypi',
    verbs: /^(?:install|add|download|wheel)$/,
  },
  { programs: /^pipx$/, registry: 'pypi', verbs: /^(?:install|run|inject|upgrade)$/, one: true },
  { programs: /^uv$/, registry: 'pypi', verbs: /^(?:install|add)$/ },
  { programs: /^uvx$/, registry: 'pypi', one: true },
  { programs: /^cargo$/, registry: 'cargo', verbs: /^(?:install|add|binstall)$/ },
  { programs: /^go$/, registry: 'go', verbs: /^(?:install|get|run)$/ },
  { programs: /^gem$/, registry: 'gem', verbs: /^install$/ },
  {
    programs: /^(?:docker|podman|nerdctl)$/,
    registry: 'image',
    verbs: /^(?:run|pull|create)$/,
    one: true,
    valued: dockerValued,
  },
  { programs: /^brew$/, registry: 'brew', verbs: /^(?:install|tap|reinstall|upgrade)$/ },
]

/** What a call installs: the words as they stand. */
function installedBy({
  name,
  args,
}: Pick<Call, 'name' | 'args'>): { registry: Registry | 'brew'; words: string[] } | undefined {
  if (/^(?:python|py)[\d.]*$/.test(name) && args[0] === '-m' && /^(?:pip|uv|pipx)$/.test(args[1] ?? ''))
    return installedBy({ name: args[1] ?? '', args: args.slice(2) })
  if (/^(?:config|compose|cache|network|volume)$/.test(args[0] ?? '')) return undefined
  for (const installer of installers) {
    const words = installer.programs.test(name) ? wordsAfterVerb(name, args, installer) : undefined
    if (words) return { registry: installer.registry, words }
  }
  return undefined
}

function wordsAfterVerb(
  name: string,
  args: readonly string[],
  { registry, verbs, one, valued: own = valued }: Installer,
): string[] | undefined {
  const isWord = (arg: string, index: number, all: readonly string[]) =>
    !arg.startsWith('-') && !own.test(all[index - 1] ?? '')
  const verb = verbs
    ? args.findIndex((arg, index) => verbs.test(arg) && !valued.test(args[index - 1] ?? ''))
    : -1
  if (verbs && verb === -1) return undefined
  if (args.slice(0, Math.max(0, verb)).some((arg) => /^[a-z]/.test(arg) && !leading.test(arg)))
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

/** Words that stand before the verb: `uv pip install`, `yarn global add`, `go -C dir get`, `npm --prefix web install`. */
const leading = /^(?:pip|tool|global|python|image|container|web|self|\.?\/\S*|[\w-]*\/[\w/-]*)$/

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

/** A folder, a file, or a blank to be filled in. */
const noName = /^[./~$<{…[%\\]|[…<>{}]|^[A-Z_]+$|\.\.\.|^(?:file|link|workspace):/

/** The package, owner or host that a word names. */
function nameIn(word: string, registry: Registry | 'brew'): Found | undefined {
  const text = word.replace(/^['"]|['"]$/g, '').trim()
  const version = text.search(/[<>=!~]=?[\d^]/)
  if (text === '' || noName.test(version > 0 ? text.slice(0, version) : text)) return undefined
  const address = /(?:^|[+=:]|@\s?)(?:https?|ssh|git):\/\/(?:[^@/\s]*@)?([^\s#]+)/.exec(text)
  if (address) return { registry: 'host', name: address[1] ?? '' }
  const short = /^(?:[\w.-]+@)?(github|gitlab|bitbucket):([\w.-]+)/.exec(text)
  if (short)
    return { registry: 'host', name: `${short[1]}.${short[1] === 'bitbucket' ? 'org' : 'com'}/${short[2]}` }
  return spelling[registry](text)
}

/** How names are written, by registry. */
const spelling: Readonly<Record<Registry | 'brew', (text: string) => Found | undefined>> = {
  npm(text) {
    const alias = text.indexOf('@npm:')
    if (alias > 0) return nameIn(text.slice(alias + 5), 'npm')
    const name = /^(?:@[\w.-]+\/)?[\w.-]+/.exec(text)?.[0].toLowerCase()
    if (name === undefined || /\.(?:tgz|tar\.gz)$/.test(text)) return undefined
    return !text.startsWith('@') && text[name.length] === '/'
      ? { registry: 'host', name: `github.com/${name}` }
      : { registry: 'npm', name }
  },
  pypi(text) {
    if (/\.(?:whl|txt|tar\.gz|zip|ya?ml|toml|py)$/.test(text)) return undefined
    const name = /^(?:conda-forge::)?([A-Za-z0-9][\w.-]*)/.exec(text)?.[1]
    return (name && {
      registry: 'pypi',
      name: name
        .toLowerCase()
        .replace(/[-_.]+/g, '-')
        .replace(/-$/, ''),
    }) as Found | undefined
  },
  image(text) {
    if (/\s/.test(text)) return undefined
    const name = text.toLowerCase().split('@')[0] ?? ''
    const tag = name.lastIndexOf(':')
    const bare = tag > name.lastIndexOf('/') ? name.slice(0, tag) : name
    return { registry: 'image', name: bare.replace(/^docker\.io\//, '').replace(/^library\//, '') }
  },
  brew: brewed,
  cargo: (text) => plainName(text, 'cargo'),
  go: (text) => plainName(text, 'go'),
  gem: (text) => plainName(text, 'gem'),
  action: (text) => plainName(text, 'action'),
}

const plainName = (text: string, registry: Registry): Found | undefined =>
  /\s/.test(text) ? undefined : { registry, name: (text.split('@')[0] ?? '').toLowerCase() }

/** A formula of somebody’s own tap; those of Homebrew itself are reviewed there. */
function brewed(text: string): Found | undefined {
  const [owner, tap] = text.split('/')
  return tap === undefined || owner === 'homebrew'
    ? undefined
    : { registry: 'host', name: `github.com/${owner?.toLowerCase()}` }
}

/** Names in files that list packages. */
const manifests: readonly {
  readonly registry: Registry
  /** The part of a file that lists packages. */
  readonly list: RegExp
  readonly name: RegExp
}[] = [
  {
    registry: 'npm',
    list: /"(?:dev|peer|optional|bundled?)?[dD]ependencies"\s*:\s*\{[^{}]*\}|"(?:overrides|resolutions)"\s*:\s*\{[^{}]*\}/g,
    name: /"(@?[\w.-]+(?:\/[\w.-]+)?)"\s*:\s*"((?:npm:|git\+|github:|https?:)[^"]*)?/g,
  },
  {
    registry: 'pypi',
    list: /^(?:# )?(?:[\w-]{1,30}[ \t]*=[ \t]*)?(?:dependencies|requires|dev|test)[ \t]*=[ \t]*\[[^[\]]*(?:\[[\w, -]*\][^[\]]*){0,40}\]/gm,
    name: /["']([A-Za-z0-9][\w.-]*)/g,
  },
  {
    registry: 'pypi',
    list: /^\[tool\.poetry(?:\.group\.\w+)?(?:\.dev-)?\.?dependencies\]\n(?:(?!\[)[^\n]*\n?)*/gm,
    name: /^(?!python\b)([A-Za-z0-9][\w.-]*)\s*=/gm,
  },
  {
    registry: 'cargo',
    list: /^\[(?:workspace\.)?(?:dev-|build-)?dependencies\]\n(?:(?!\[)[^\n]*\n?)*/gm,
    name: /^([a-z][\w-]*)\s*=/gm,
  },
  { registry: 'go', list: /^require\s+(?:\([^()]*\)|\S+ v\S+)/gm, name: /(?<!\S)(\w[^\s/]*\/\S*) v\d/g },
  { registry: 'gem', list: /^[ \t]*gem\s+["'][^"'\n]+["'][^\n]*/gm, name: /gem\s+["']([\w-]+)/g },
  { registry: 'image', list: /^[ \t]*FROM[ \t]+[^\n]+/gim, name: /FROM[ \t]+(?:--\S+[ \t]+)*([^\s]+)/gi },
  {
    registry: 'image',
    list: /^[ \t]*(?:- )?["']?image["']?:[ \t]*[^\n]+/gm,
    name: /image["']?:[ \t]*["']?([^\s"'#]+)/g,
  },
  { registry: 'action', list: /^[ \t]*(?:- )?uses:[ \t]*[^\n]+/gm, name: /uses:[ \t]*["']?([^\s"'#@]+)/g },
]
const languages: Readonly<Record<Registry, RegExp>> = {
  npm: /^json/,
  pypi: /^(?:toml|py|python|ini)/,
  cargo: /^toml/,
  go: /^(?:go|text|mod)/,
  gem: /^(?:ruby|rb|text)/,
  image: /^(?:dockerfile|containerfile|docker|ya?ml)/,
  action: /^ya?ml/,
}
const requirement = /^([A-Za-z0-9][\w.-]*)(?:\[[\w, -]*\])?[ \t]*(?:(?:[=<>~!]=|[<>]|@|;|#)[^\n]*)?$/

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
  for (const { registry, list, name } of manifests) {
    if (!languages[registry].test(language) && !(registry === 'image' && /Dockerfile/.test(file))) continue
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
    const word = /@\s|:\/\//.test(line) ? line : requirement.exec(line.trim())?.[1]
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

const names = new WeakMap<Snippet, readonly PackageName[]>()

/** Every package that a piece of a page installs or lists. */
export function packagesIn(snippet: Snippet): readonly PackageName[] {
  const before = names.get(snippet)
  if (before) return before
  const found: PackageName[] = snippet.kind === 'block' ? [...listed(snippet)] : []
  for (const call of snippet.calls) {
    const install = installedBy(call)
    for (const word of install?.words.slice(0, 60) ?? []) {
      const name = install && nameIn(word, install.registry)
      if (name && name.name.length > 1) found.push({ ...name, offset: call.start })
    }
  }
  names.set(snippet, found)
  return found
}
