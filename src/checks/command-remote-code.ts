import { once } from '../model/once.ts'
import type { Finding, Snippet } from './command-snippets.ts'
import { installers, is } from './data.ts'
import { type Call, isShell, withInner } from './shell-calls.ts'

interface Address {
  readonly host: string
  readonly path: string
  readonly text: string
}

/** The addresses in a text; a host that is a variable is given as it stands. */
function addressesIn(text: string): Address[] {
  return [
    ...text.matchAll(
      /\b(?:https?|ftp|wss?|git\+https?|git\+ssh|git):\/\/(?:[^\s/@"'<>|]{1,200}@)?([^\s/:?#"'<>|;)]{1,253})(?::\d{1,5})?([^\s"'<>|;]{0,1000})/gi,
    ),
  ].map(([whole, host = '', path = '']) => ({ host: host.toLowerCase(), path, text: whole }))
}

/** Whether a call without an address, or with one of another machine, may reach that. */
export function isOutward({ text }: Call): boolean {
  const hosts = addressesIn(text).map(({ host }) => host)
  return hosts.length === 0 || hosts.some((host) => !is('localHost', host))
}

/** Whether everything that a call addresses is on this machine. */
export function isLocal({ args, text }: Call): boolean {
  const addresses = addressesIn(text)
  if (addresses.length > 0) return addresses.every(({ host }) => is('localHost', host))
  // Without any target a flag is named, not used.
  if (!args.some((arg) => /[.$/]/.test(arg))) return true
  const hosts = args.filter((arg) => /^[\w.-]+(?::\d+)?(?:\/|$)/.test(arg))
  return hosts.some((arg) => is('localHost', arg.split(/[:/]/)[0] ?? ''))
}

export const isDownload = ({ name, args }: Call): boolean =>
  is('downloader', name) &&
  args.some((arg) => /[\w$}][.:/][\w$]|\$\w|\$\{/.test(arg)) &&
  (name !== 'gh' || /^(?:api|gist|release)$/.test(args[0] ?? ''))

/** Whether a call runs what it is given on standard input. */
function runsInput(call: Call): boolean {
  const { name, args } = call
  if (/^(?:iex|invoke-expression|at|batch|parallel)$/.test(name)) return true
  if (/^(?:source|\.)$/.test(name)) return args[0] === '/dev/stdin' || args[0] === '-'
  if (isShell(call)) {
    const code = args.findIndex((arg) => /^-[a-z]*c$/.test(arg))
    if (code !== -1) return /\$\(\s*(?:cat|<\s*\/dev\/stdin)|^\{\}$|"\$@"|\$0/.test(args[code + 1] ?? '')
    const operand = args.find(
      (arg, index) =>
        !arg.startsWith('-') && !/^-(?:o|O|Command|ExecutionPolicy)$/i.test(args[index - 1] ?? ''),
    )
    return operand === undefined || operand === '/dev/stdin' || args.includes('-s') || args.includes('-')
  }
  if (!is('interpreter', name)) return false
  const [file] = args.filter((arg) => !/^-[uEsIBSq]+$/.test(arg) && !(name === 'deno' && arg === 'run'))
  return file === undefined || file === '-' || file === '/dev/stdin'
}

/** The calls whose output a call runs: those before it in a pipe, and those in its substitutions. */
function runOutputOf(call: Call): { piped: Call[]; substituted: Call[] } {
  const { name, args, input, before, inside, redirects } = call
  if (before.length === 0 && inside.length === 0) return { piped: [], substituted: [] }
  const reads = runsInput(call) || (/^(?:xargs|sudo|ssh)$/.test(name) && inside.some(runsInput))
  const given = [name, ...args, input, ...redirects.map(({ target }) => target)].join(' ')
  const evaluates =
    is('runner', name) ||
    ((isShell(call) || is('interpreter', name) || /^\$[({\w]/.test(name)) && /[<$]\(|`/.test(given))
  // `sh -c "curl -o file …"` downloads and runs nothing; `sh -c "$(curl …)"` does.
  const isOutput = (other: Call) =>
    !isShell(call) ||
    new RegExp(String.raw`(?:[<$]\(|\x60)[^)]{0,200}\b${other.name.replace(/\W/g, '.')}\b`).test(given)
  return {
    piped: reads ? before.flatMap(withInner) : [],
    substituted: evaluates ? inside.flatMap(withInner).filter(isOutput) : [],
  }
}

const isInstaller = ({ host, path, text }: Address): boolean => {
  const plain = path.replace(/[?#].*/, '').replace(/(?<![),.;])[),.;]+$/, '')
  return (
    text.startsWith('https:') &&
    installers().installers.some((entry) => entry.host === host && entry.path.test(plain))
  )
}

/** Addresses of a download, those without a scheme included: `curl get.example/x`. */
function targetsOf(call: Call): Address[] {
  const found = addressesIn([call.text, ...call.inside.map(({ text }) => text)].join(' '))
  if (found.length > 0) return found
  return call.args
    .filter((arg) => !arg.startsWith('-') && /^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/.test(arg))
    .map((arg) => ({
      host: (arg.split(/[:/]/)[0] ?? '').toLowerCase(),
      path: /\/.*/.exec(arg)?.[0] ?? '',
      text: `http://${arg}`,
    }))
}

const isTrusted = (calls: readonly Call[]): boolean => {
  const targets = calls.flatMap(targetsOf)
  return targets.length > 0 && targets.every((target) => isInstaller(target) || is('localHost', target.host))
}

/** A call and what is piped into it. */
export const pipeline = ({ before, text }: Call): string =>
  [...before.slice(-2).map((other) => other.text), text].join(' | ')

/** Downloads and text that run before anybody has read them. */
export function* remoteCode(call: Call, { kind }: Snippet): Iterable<Omit<Finding, 'offset'>> {
  const { piped, substituted } = runOutputOf(call)
  const effect = 'program from the network that is run unseen'
  const downloads = piped.filter(isDownload)
  // What stands between an installer and the shell may change it.
  const between = call.before.some((other) => !isDownload(other) && other.name !== 'tee' && other.name !== '')
  if (downloads.length > 0 && (!isTrusted(downloads) || between)) yield { found: pipeline(call), effect }
  const fetched = substituted.filter(isDownload)
  if (fetched.length > 0 && !isTrusted(fetched)) yield { found: call.text, effect }
  if (kind !== 'prose' && isShell(call) && downloads.length === 0 && piped.some(({ name }) => name !== ''))
    yield { found: pipeline(call), effect: 'text that is run as a script' }
}

function decodes({ name, args, text }: Call): boolean {
  if (/^(?:base64|base32|gbase64|basenc)$/.test(name))
    return args.some((arg) => /^(?:-[a-z]*[dD]|--decode)$/.test(arg))
  if (/^(?:rev|uudecode|tr|gunzip|zcat|bzcat|xzcat|unxz)$/.test(name)) return true
  return is('decoding', text)
}

export function* decoded(call: Call): Iterable<Omit<Finding, 'offset'>> {
  const { piped, substituted } = runOutputOf(call)
  if (piped.some(decodes) || substituted.some(decodes))
    yield { found: piped.length > 0 ? pipeline(call) : call.text, effect: 'command that is decoded and run' }
}

/** Files that a call writes. */
export const writtenBy = once(({ name, args, redirects }: Call): readonly string[] => {
  const files = redirects.filter(({ operator }) => operator.includes('>')).map(({ target }) => target)
  if (/^(?:tee|sponge|add-content|set-content|out-file)$/.test(name))
    files.push(...args.filter((arg) => !arg.startsWith('-')))
  const inPlace = name === 'sed' && args.some((arg) => /^-[a-zA-Z]*i|^--in-place/.test(arg))
  if (inPlace || /^(?:cp|mv|ln|install|curl|wget|scp)$/.test(name)) files.push(args.at(-1) ?? '')
  if (/^(?:curl|wget)$/.test(name))
    files.push(...args.filter((_, index) => /^-[a-zA-Z]*[oO]$|^--output/.test(args[index - 1] ?? '')))
  return files
})

const fileName = (path: string): string => path.split(/[/\\]/).at(-1) ?? ''

/** Names of the files that a call runs. */
function filesRunBy(call: Call): string[] {
  const { name, word, args } = call
  const operands = args.filter((arg) => !arg.startsWith('-')).map(fileName)
  if (is('packageTool', name)) return operands.filter((file) => /\.\w+$/.test(file))
  if (isShell(call) || is('interpreter', name) || /^(?:source|\.)$/.test(name)) return operands.slice(0, 1)
  return /[/\\]/.test(word) ? [fileName(word)] : []
}

/** What decodes on a page, and what downloads from where no installer is. */
const fetchersOn = once((page: readonly Snippet[]) => {
  const all = page.flatMap(({ calls }) => calls)
  return [...all.filter(decodes), ...all.filter((call) => isDownload(call) && !isTrusted([call]))]
})

/** A file that is decoded or downloaded anywhere on the page, and run: only an installer's own line may do so. */
export function* runFiles({ calls, kind }: Snippet, page: readonly Snippet[]): Iterable<Finding> {
  const fetchers = kind === 'prose' ? [] : fetchersOn(page)
  for (const call of fetchers.length > 0 ? calls : []) {
    const files = filesRunBy(call).filter((file) => file !== '')
    const source = fetchers.find((other) =>
      writtenBy(other).some((file) => files.includes(fileName(file.replace(/[?#].*/, '')))),
    )
    if (!source) continue
    const effect = decodes(source) ? 'command that is decoded and run' : 'file from the network that is run'
    yield { offset: call.start, found: `${source.text} … ${call.text}`, effect }
  }
}
