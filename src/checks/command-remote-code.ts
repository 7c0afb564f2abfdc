import { type Address, addressesIn, localHost } from './command-conditions.ts'
import type { Finding, Snippet } from './command-snippets.ts'
import { installers } from './data.ts'
import { type Call, withInner } from './shell-calls.ts'

const shell = /^(?:(?:ba|z|da|k|a|c|tc|fi)?sh|pwsh|powershell|cmd|su)$/
const interpreter = /^(?:python[\d.]*|node|nodejs|perl|ruby|php|lua|deno|bun|tclsh|osascript|rscript)$/
const downloader =
  /^(?:curl|wget2?|fetch|aria2c|http|https|xh|axel|lynx|w3m|lwp-request|get|iwr|irm|invoke-webrequest|invoke-restmethod|nc|ncat|gh)$/
const runner = /^(?:eval|source|\.|exec|iex|invoke-expression)$/

export const isShell = (call: Call): boolean => shell.test(call.name)
export const isDownload = (call: Call): boolean =>
  downloader.test(call.name) &&
  call.args.some((arg) => /[\w$}][.:/][\w$]|\$\w|\$\{/.test(arg)) &&
  !(call.name === 'gh' && !/^(?:api|gist|release)$/.test(call.args[0] ?? ''))

/** Whether a call runs what it is given on standard input. */
export function runsInput(call: Call): boolean {
  const { name, args } = call
  if (/^(?:iex|invoke-expression|at|batch|parallel)$/.test(name)) return true
  if (/^(?:source|\.)$/.test(name)) return args[0] === '/dev/stdin' || args[0] === '-'
  if (shell.test(name)) {
    const code = args.findIndex((arg) => /^-[a-z]*c$/.test(arg))
    if (code !== -1) return /\$\(\s*(?:cat|<\s*\/dev\/stdin)|^\{\}$|"\$@"|\$0/.test(args[code + 1] ?? '')
    const operand = args.find(
      (arg, index) =>
        !arg.startsWith('-') && !/^-(?:o|O|Command|ExecutionPolicy)$/i.test(args[index - 1] ?? ''),
    )
    return operand === undefined || operand === '/dev/stdin' || args.includes('-s') || args.includes('-')
  }
  if (interpreter.test(name)) {
    const rest = args.filter((arg) => !/^-[uEsIBSq]+$/.test(arg) && !(name === 'deno' && arg === 'run'))
    return rest.length === 0 || rest[0] === '-' || rest[0] === '/dev/stdin'
  }
  return false
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
  return targets.length > 0 && targets.every((target) => isInstaller(target) || localHost.test(target.host))
}

function* pipesAndSubstitutions(call: Call): Iterable<Omit<Finding, 'offset'>> {
  const effect = 'program from the network that is run unseen'
  const downloads = call.before.flatMap(withInner).filter(isDownload)
  const wrapped = call.inside.some(runsInput) && /^(?:xargs|sudo|ssh)$/.test(call.name)
  if (downloads.length > 0 && (runsInput(call) || wrapped)) {
    // What stands between an installer and the shell may change it.
    const between = call.before.filter(
      (other) => !isDownload(other) && other.name !== 'tee' && other.name !== '',
    )
    if (!isTrusted(downloads) || between.length > 0)
      yield { found: [...call.before.slice(-2).map(({ text }) => text), call.text].join(' | '), effect }
  }
  if (
    !(
      isShell(call) ||
      interpreter.test(call.name) ||
      runner.test(call.name) ||
      /^\$\(|^\$\{?\w+\}?$/.test(call.name)
    )
  )
    return
  const inside = call.inside.flatMap(withInner).filter(isDownload)
  const given =
    call.args.some((arg) => /[<$]\(|`/.test(arg)) ||
    runner.test(call.name) ||
    /[<$]\(/.test(call.input) ||
    call.redirects.some(({ target }) => /^<\(/.test(target))
  if (inside.length > 0 && given && !isTrusted(inside) && printsToOutput(call, inside))
    yield { found: call.text, effect }
}

/** `sh -c "curl -o file …"` downloads and runs nothing; `sh -c "$(curl …)"` does. */
const printsToOutput = (call: Call, downloads: readonly Call[]): boolean => {
  if (!isShell(call)) return true
  const script = [...call.args, call.input, ...call.redirects.map(({ target }) => target)].join(' ')
  return (
    downloads.some(({ name }) =>
      new RegExp(String.raw`(?:[<$]\(|\x60)[^)]{0,200}\b${name}\b`).test(script),
    ) || runner.test(downloads[0]?.name ?? '')
  )
}

/** The same in code: what is fetched is evaluated. */
const inCode: readonly RegExp[] = [
  /\b(?:exec|eval|compile)\(\s*(?:await\s+|\(await\s+)?(?:requests\.get|urllib\.request\.urlopen|urlopen|httpx\.get|fetch|axios\.get|await\s+(?:\(\s*)?await\s+fetch)\(/,
  /\beval\(\s*(?:await\s+)?\(\s*await\s+(?:fetch|axios)/,
  /\bnew Function\(\s*(?:await\s+)?(?:\(\s*)?await\s+(?:fetch|axios)/,
  /\b(?:exec|eval)\([^)\n]{0,40}\b(?:urlopen|requests|response|resp|httpx)\b[^\n]{0,80}(?:\.read\(|\.text\b|\.content\b)/,
  /\bvm\.runIn\w{1,20}\([^)\n]{0,80}\bfetch\b/,
  /\bimport\(\s*["'`]https?:\/\/(?!esm\.sh|cdn\.jsdelivr\.net|unpkg\.com|deno\.land|jsr\.io|cdn\.skypack\.dev)/,
  /\/dev\/(?:tcp|udp)\/[\w.$-]+\/\d+/,
  /\b(?:nc|ncat|netcat)\s{1,3}(?:-\w{1,6}\s{1,3}){0,4}-\w{0,6}e\s{1,3}\/?(?:usr\/)?(?:bin\/)?(?:ba|z)?sh\b/,
  /\bpty\.spawn\(\s*(?:\[\s*)?["'](?:\/usr)?(?:\/bin\/)?(?:ba|z)?sh|\bos\.dup2\(\s*s\.fileno\(\)/,
  /\bmshta(?:\.exe)?\s{1,3}(?:https?:|javascript:|vbscript:)|\bregsvr32\b.{0,40}\/i:https?:|\brundll32\b.{0,60}javascript:/i,
]

const unseen = 'code from the network that is run unseen'
export const remoteCode = pipesAndSubstitutions

/** What comes through a pipe is no command that a reader sees; downloads are judged by where they come from. */
function* pipedScripts({ calls, kind }: Snippet): Iterable<Finding> {
  if (kind === 'prose') return
  for (const call of calls) {
    const { before, text, start } = call
    if (!isShell(call) || !runsInput(call) || before.flatMap(withInner).some(isDownload)) continue
    if (before.every(({ name }) => name === '')) continue
    const found = [...before.slice(-2).map((other) => other.text), text].join(' | ')
    yield { offset: start, found, effect: 'text that is run as a script' }
  }
}

/** A script that is decoded into a file, which is run then. */
function* decodedFiles(calls: readonly Call[]): Iterable<Finding> {
  for (const [index, call] of calls.entries()) {
    const file = decodes(call) && call.redirects.find(({ operator }) => /^>/.test(operator))?.target
    const runs = file && calls.slice(index + 1).find(({ word, args }) => word === file || args[0] === file)
    if (runs) yield { offset: call.start, found: `${call.text} … ${runs.text}`, effect }
  }
}

export function* remoteCodeInText(snippet: Snippet): Iterable<Finding> {
  const { text } = snippet
  yield* pipedScripts(snippet)
  yield* decodedFiles(snippet.calls)
  for (const pattern of inCode) {
    const match = pattern.exec(text)
    if (match) yield { offset: match.index, found: match[0], effect: unseen }
  }
}

const effect = 'command that is decoded and run'

function decodes({ name, args, text }: Call): boolean {
  if (/^(?:base64|base32|gbase64|basenc)$/.test(name))
    return args.some((arg) => /^(?:-[a-z]*[dD]|--decode)$/.test(arg))
  if (name === 'openssl') return /(?:^| )-d(?: |$)/.test(text) && /\b(?:enc|base64|aes|des)/.test(text)
  if (name === 'xxd') return /-[a-z]*r/.test(text)
  if (/^(?:rev|uudecode|tr|gunzip|zcat|bzcat|xzcat|gpg|unxz)$/.test(name))
    return name !== 'gpg' || /-d|--decrypt/.test(text)
  if (/^(?:gzip|bzip2|xz)$/.test(name)) return args.some((arg) => /^-[a-z]*d/.test(arg))
  if (/^(?:printf|echo)$/.test(name)) return /\\x[0-9a-f]{2}|\\0?[0-7]{3}/i.test(text)
  if (/^(?:python[\d.]*|perl|ruby|php|node)$/.test(name))
    return /b64decode|base64_decode|decode64|unpack|from_?hex|frombase64|['"]base64['"]|codecs\.decode/i.test(
      text,
    )
  return false
}

export function* decoded(call: Call): Iterable<Omit<Finding, 'offset'>> {
  if (runsInput(call) && call.before.flatMap(withInner).some(decodes)) {
    yield { found: [...call.before.map(({ text }) => text), call.text].join(' | '), effect }
  }
  const runs =
    isShell(call) ||
    /^(?:eval|source|\.|exec|iex|invoke-expression)$/.test(call.name) ||
    call.name.startsWith('$(')
  if (
    runs &&
    call.inside.flatMap(withInner).some(decodes) &&
    /[<$]\(|`/.test([call.name, ...call.args, call.input].join(' '))
  ) {
    yield { found: call.text, effect }
  }
}
