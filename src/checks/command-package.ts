import type { Finding } from './commands.ts'
import { packages } from './data.ts'
import type { Call } from './shell-calls.ts'

type Registry = 'npm' | 'pypi'

/** What a call installs, and from which registry. */
export function installed({ name, args }: Call): { registry: Registry; names: string[] } | undefined {
  const verb = args.findIndex((arg) => !arg.startsWith('-'))
  const after = (from: number) =>
    args
      .slice(from)
      .filter(
        (arg, index, rest) =>
          !arg.startsWith('-') &&
          !/^-(?:r|c|e|i|f|t|p|C|w|-prefix|-registry|-index-url|-python|-target|-cwd|-filter|-workspace|-extra-index-url|-requirement|-group|-with)$/.test(
            rest[index - 1] ?? '',
          ),
      )
  switch (name) {
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'bun':
    case 'cnpm': {
      if (args[verb] === 'global') return { registry: 'npm', names: after(verb + 2) }
      return /^(?:i|install|add|in|isntall|exec|dlx|x|create|update|upgrade)$/.test(args[verb] ?? '')
        ? { registry: 'npm', names: after(verb + 1) }
        : undefined
    }
    case 'npx':
    case 'bunx':
    case 'pnpx':
      return { registry: 'npm', names: after(0).slice(0, 1) }
    case 'pip':
    case 'pip3':
    case 'pipx':
    case 'poetry':
    case 'pdm':
    case 'conda':
    case 'mamba':
      return /^(?:install|add|run|download|inject)$/.test(args[verb] ?? '')
        ? { registry: 'pypi', names: after(verb + 1) }
        : undefined
    case 'uvx':
      return { registry: 'pypi', names: after(0).slice(0, 1) }
    case 'uv': {
      const last = args.findIndex((arg) => /^(?:install|add)$/.test(arg))
      return last === -1 ? undefined : { registry: 'pypi', names: after(last + 1) }
    }
  }
  if (/^python[\d.]*$/.test(name) && args[0] === '-m' && args[1] === 'pip' && args[2] === 'install')
    return { registry: 'pypi', names: after(3) }
  return undefined
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
