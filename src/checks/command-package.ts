import { type Address, addressesIn, localHost } from './command-conditions.ts'
import type { Finding } from './command-snippets.ts'
import { installers, packages } from './data.ts'
import type { Call } from './shell-calls.ts'

type Registry = 'npm' | 'pypi'

/** Programs that install, by registry; with a verb, only what comes after one of these. */
const installing: readonly {
  readonly programs: RegExp
  readonly registry: Registry
  readonly verbs?: RegExp
  /** Only the first name is a package; the rest are its own arguments. */
  readonly one?: true
}[] = [
  {
    programs: /^(?:npm|pnpm|yarn|bun|cnpm)$/,
    registry: 'npm',
    verbs: /^(?:i|install|add|in|isntall|exec|dlx|x|create|update|upgrade)$/,
  },
  { programs: /^(?:npx|bunx|pnpx)$/, registry: 'npm', one: true },
  {
    programs: /^(?:pip|pip3|pipx|poetry|pdm|conda|mamba)$/,
    registry: 'pypi',
    verbs: /^(?:install|add|run|download|inject)$/,
  },
  { programs: /^uvx$/, registry: 'pypi', one: true },
]

const valued =
  /^-(?:r|c|e|i|f|t|p|C|w|-prefix|-registry|-index-url|-python|-target|-cwd|-filter|-workspace|-extra-index-url|-requirement|-group|-with)$/

/** What a call installs, and from which registry. */
export function installed({ name, args }: Call): { registry: Registry; names: string[] } | undefined {
  const after = (from: number) =>
    args.slice(from).filter((arg, index, rest) => !arg.startsWith('-') && !valued.test(rest[index - 1] ?? ''))
  if (name === 'uv') {
    const verb = args.findIndex((arg) => /^(?:install|add)$/.test(arg))
    return verb === -1 ? undefined : { registry: 'pypi', names: after(verb + 1) }
  }
  if (/^python[\d.]*$/.test(name) && args.slice(0, 3).join(' ') === '-m pip install')
    return { registry: 'pypi', names: after(3) }
  const row = installing.find(({ programs }) => programs.test(name))
  if (row === undefined) return undefined
  const { registry, verbs, one } = row
  if (one) return { registry, names: after(0).slice(0, 1) }
  const verb = args.findIndex((arg) => !arg.startsWith('-'))
  if (registry === 'npm' && args[verb] === 'global') return { registry, names: after(verb + 2) }
  return verbs?.test(args[verb] ?? '') ? { registry, names: after(verb + 1) } : undefined
}

/** A package’s own name: without version, extras and tag; undefined for a folder or an address. */
function bareName(word: string): string | undefined {
  if (
    /^[./~$<]|:\/\/|^git\+|\.(?:tgz|whl|tar\.gz|zip|txt)$/.test(word) ||
    (word.includes('/') && !word.startsWith('@'))
  )
    return undefined
  const name = /^(@[\w.-]+\/)?[\w.-]+/.exec(word)?.[0].toLowerCase()
  return name?.replace(/(?<!\.)\.+$/, '')
}

/** The popular package that a name was meant to be, or is meant to be taken for. */
export function impersonated(name: string, registry: Registry): string | undefined {
  const { popular, neighbours } = packages()
  const known = popular[registry]
  if (known.has(name) || neighbours.has(name) || name.startsWith('@')) return undefined
  const squeezed = squeeze(name)
  for (const original of known) {
    if (original.length < 5 || Math.abs(original.length - name.length) > 2) continue
    // On PyPI `-`, `_` and `.` are one; on npm leaving one out makes another package.
    if (squeezed === squeeze(original)) {
      if (registry === 'npm') return original
      continue
    }
    if (oneEdit(name, original)) return original
  }
  return undefined
}

const squeeze = (name: string): string => name.replace(/[-_.]/g, '')

/** One letter more, less, other, or two neighbours swapped. */
function oneEdit(a: string, b: string): boolean {
  if (a.length > b.length) return oneEdit(b, a)
  if (b.length - a.length > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  if (a.length === b.length) {
    if (a.slice(at + 1) === b.slice(at + 1)) return !/\d/.test(a[at] ?? '') || !/\d/.test(b[at] ?? '')
    return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
  }
  // `mysql2`, `angular4`: a number behind a name is a version, not a slip.
  if (at === a.length && /\d/.test(b[at] ?? '')) return false
  return a.slice(at) === b.slice(at + 1)
}

export function* strangers(call: Call): Iterable<Omit<Finding, 'offset'>> {
  const install = installed(call)
  if (install === undefined) return
  const { malicious, popular } = packages()
  for (const word of install.names.slice(0, 60)) {
    const name = bareName(word)
    if (name === undefined || name.length < 3) continue
    if (malicious.has(name) && !popular[install.registry].has(name)) {
      yield { found: call.text, effect: `package \`${name}\`, known as a malicious copy` }
    } else {
      const original = impersonated(name, install.registry)
      if (original !== undefined)
        yield { found: call.text, effect: `package \`${name}\`, one edit from \`${original}\`` }
    }
  }
}

const manager =
  /^(?:pip[\d.]*|pipx|uv|uvx|poetry|pdm|conda|mamba|npm|npx|pnpm|yarn|bun|bunx|gem|cargo|deno|easy_install|python[\d.]*)$/

/** Installs from an index, an archive or a repository that is not on the list. */
export function* foreignPackages(call: Call): Iterable<Omit<Finding, 'offset'>> {
  const { name, args, text, assignments } = call
  for (const setting of assignments) {
    if (
      !/^(?:PIP_(?:EXTRA_)?INDEX_URL|UV_(?:DEFAULT_)?INDEX(?:_URL)?|npm_config_registry|NPM_CONFIG_REGISTRY|YARN_NPM_REGISTRY_SERVER)=/i.test(
        setting,
      )
    )
      continue
    if (addressesIn(setting).some(isForeign)) yield { found: setting, effect: 'package index of a stranger' }
  }
  if (!manager.test(name)) return
  if (/^python/.test(name) && !/^-m (?:pip|uv|pipx)\b/.test(args.join(' '))) return
  if (name === 'deno' && !/^(?:run|install|x)$/.test(args[0] ?? '')) return
  const chooses =
    /(?:^| )(?:--(?:default-)?(?:extra-)?index(?:-url)?|-i|-f|--find-links|--registry|--source|-s|--git|--index)(?:[= ])|\bset (?:\S+ )?(?:registry|global\.index-url|global\.extra-index-url|\S*:registry|npmRegistryServer)\b|\bregistry\b/.test(
      text,
    )
  const installs =
    /(?:^| )(?:install|i|add|exec|dlx|x|run|sync|create|tool)(?: |$)/.test(text) ||
    /^(?:npx|bunx|uvx|easy_install)$/.test(name)
  if (!chooses && !installs) return
  // Logging in to a registry of one's own, and one that only holds for a scope, installs nothing of a stranger.
  if (
    /^(?:login|logout|adduser|publish|whoami|view|info|search|ping|token|audit|pack|unpublish|deprecate|owner|dist-tag)$/.test(
      args[0] ?? '',
    )
  )
    return
  if (/(?:^| )@[\w-]+:registry\b/.test(text)) return
  // What follows the program of npx is that program's own affair.
  const runsOne = /^(?:npx|bunx|uvx|pnpx)$/.test(name)
  const own = runsOne ? args.slice(0, args.findIndex((arg) => !arg.startsWith('-')) + 1).join(' ') : text
  for (const address of addressesIn(own)) {
    if (isForeign(address)) yield { found: text, effect: 'package from the index or archive of a stranger' }
  }
}

const isForeign = ({ host, text }: Address): boolean => {
  if (localHost.test(host) || /^[$<{%]/.test(host)) return false
  return /^(?:git\+)?http:/.test(text) || !installers().indexes.some((entry) => entry.host === host)
}
