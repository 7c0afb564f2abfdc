import { type Approved, hostOf } from './approved.ts'
import { isDownload } from './command-remote-code.ts'
import type { Finding, Snippet } from './command-snippets.ts'
import { is, pattern } from './data.ts'
import { packagesIn } from './packages.ts'
import { isDescription } from './read-page.ts'
import type { Call } from './shell-calls.ts'

/** Something that a reviewer wants to know of when no page has named it before. */
export interface Name {
  readonly kind: 'program' | 'host' | 'package' | 'link' | 'caution' | 'block that is run'
  readonly name: string
  readonly offset: number
}

/** `python3.13` is `python`, and `gcc-12` is `gcc`. */
const unversioned = (name: string): string => name.replace(/(?<![-\d.])-?\d[\d.]*$/, '')

/** The name of a program that is not approved, with its subcommand if only that is not. */
function unapproved(
  call: Call,
  snippet: Snippet,
  own: ReadonlyMap<string, number>,
  approved: Approved,
): string | undefined {
  const { name, word, args } = call
  if (name === '' || is('filledIn', word) || own.has(word)) return undefined
  const program = approved.isProgram(name) ? name : unversioned(name)
  if (!approved.isProgram(program)) {
    if (snippet.kind === 'inline' && approved.isAnySubcommand(name)) return undefined
    if (is('ownScript', word) || (snippet.language === 'powershell' && /^[$[@}]/.test(word))) return undefined
    return name
  }
  if (!approved.hasSubcommands(program)) return undefined
  const words = args.filter(
    (arg, index) => /^[a-z]/i.test(arg) && (index === 0 || !/^--?\w/.test(args[index - 1] ?? '')),
  )
  const all = args.filter((arg) => /^[a-z]/i.test(arg))
  if (
    words.length === 0 ||
    [...words.slice(0, 1), ...all.slice(0, 3)].some((arg) => approved.isSubcommand(program, arg))
  )
    return undefined
  const first = words[0] ?? ''
  if (
    is('filledIn', first) ||
    (snippet.kind !== 'block' && (is('levelOfMessage', first.toLowerCase()) || /[^a-z-]/.test(first)))
  )
    return undefined
  return `${name} ${first}`
}

export function* unapprovedPrograms(snippet: Snippet, approved: Approved): Iterable<Finding> {
  const functions = snippet.commands.filter(({ name }) => name === 'function')
  const own = new Map(functions.reverse().map(({ args: [name = ''], start }) => [name, start]))
  for (const [name, offset] of own)
    if (approved.isProgram(name) && name !== 'cleanup')
      yield { offset, found: `${name}()`, effect: 'function that takes the place of a program' }
  for (const call of snippet.commands) {
    if (/^\$\{?[@*]/.test(call.word)) continue
    // What is downloaded and run at once is the business of command/remote-code.
    if (
      call.word.startsWith('$(') &&
      call.inside.some((inner) => isDownload(inner) || is('printsSettings', inner.text))
    )
      continue
    if (is('unknowable', call.word) && snippet.language !== 'powershell')
      yield { offset: call.start, found: call.text, effect: 'command whose name is only known when it runs' }
    else {
      const name = unapproved(call, snippet, own, approved)
      if (name !== undefined)
        yield { offset: call.start, found: name, effect: 'program that is not approved', kind: 'programs' }
    }
  }
}

/** Code on the command line of an interpreter that does more than look. */
export function* inlineCode(call: Call, snippet: Snippet): Iterable<Omit<Finding, 'offset'>> {
  const { name, args, input, text } = call
  if (!is('takesCode', name)) return
  const at = args.findIndex((arg) => is('codeSwitch', `${name} ${arg}`))
  const code = at === -1 ? input : (args[at + 1] ?? '')
  if (code === '') return
  if (name === 'perl' || name === 'ruby') {
    if (
      !/^\s{0,9}(?:s|tr|y)[/|#!,{]/.test(code) ||
      code.slice(code.search(/[^/|#!,}]{0,9}$/)).includes('e') ||
      /[`]|\bsystem\b|\bexec\b|;\s/.test(code)
    )
      yield { found: text, effect: 'code on a command line that does more than look' }
    return
  }
  if (snippet.run && !/\$\(|homedir|expanduser|Path\.home|\bHOME\b/.test(code)) return
  const act = pattern('acts').exec(code) ?? pattern('computed').exec(code)
  if (act) yield { found: `${act[0]} in ${text}`, effect: 'code on a command line that does more than look' }
}

/** Hosts that code names: addresses, and the operands of programs that dial. */
export function* hostsIn(snippet: Snippet): Iterable<Omit<Name, 'kind'>> {
  if (snippet.kind === 'block') yield* isMessage(snippet) ? [] : addressed(snippet.text)
  else {
    yield* addressed(snippet.text)
    if (/[a-z\d-]\.[a-z\d-]/.test(snippet.text))
      for (const { 0: name, index: offset } of snippet.text.matchAll(pattern('bareHost')))
        yield { name, offset }
  }
  for (const call of snippet.calls) {
    for (const place of dialed(call)) yield { name: place, offset: call.start }
  }
}

function* addressed(text: string): Iterable<Omit<Name, 'kind'>> {
  if (!text.includes('://')) return
  for (const { 0: whole, 1: place = '', index: offset } of text.matchAll(pattern('addressOfAnyScheme'))) {
    const store = /^s3:/i.test(whole) ? 's3.amazonaws.com' : 'storage.googleapis.com'
    if (/^(?:s3|gs):/i.test(whole)) {
      if (!is('anyBucket', place)) yield { name: `${place.split('/')[0]}.${store}`, offset }
    } else if (!/^(?:\[|::)/.test(place)) {
      // `credential.https://github.com.helper` is a setting of git for that host.
      const setting = text.slice(0, offset).endsWith('credential.')
      const name = place.replace(setting ? /\.\w+$/ : /(?<![).:])[).:]+$/, '')
      if (name !== '') yield { name, offset }
    }
  }
}

function* dialed({ name, args, text }: Call): Iterable<string> {
  const clones =
    name === 'git' && args.some((arg) => /^(?:clone|remote|push|fetch|pull|submodule|ls-remote)$/.test(arg))
  const repository = name === 'gh' ? pattern('repositoryOfGh').exec(text)?.[1] : undefined
  if (repository) yield `github.com/${repository}`
  if (!clones && !is('dialing', name)) return
  for (const [index, arg] of args.entries()) {
    if (arg.includes('://') || arg.startsWith('-') || is('valuedByFile', args[index - 1] ?? '')) continue
    const [, host = '', path = ''] =
      (clones ? pattern('remoteGit') : pattern('withoutScheme')).exec(arg) ?? []
    if (host !== '' && !is('fileWithEnding', host)) yield `${host}/${path.replace(/^[:/]+/, '')}`
  }
}

/** What a program printed may name any host. */
const isMessage = ({ kind, language, section, part }: Snippet): boolean =>
  isDescription(section) &&
  part !== 'confirm' &&
  (kind === 'inline' || /^(?:text|log|output|console|diff|json|)$/.test(language))

/** What a piece of a page names: programs that it runs, hosts, packages, and what its author says of it. */
export function* namesIn(snippet: Snippet): Iterable<Name> {
  const { commands, caution, run, kind } = snippet
  for (const { name, start } of commands)
    if (/^[a-z][\w.+-]*$/.test(name)) yield { kind: 'program', name, offset: start }
  for (const { name, offset } of hostsIn(snippet)) yield { kind: 'host', name: hostOf(name), offset }
  for (const { registry, name, offset } of packagesIn(snippet))
    yield registry === 'host'
      ? { kind: 'host', name, offset }
      : { kind: 'package', name: `${registry} ${name}`, offset }
  if (caution !== undefined) yield { kind: 'caution', name: caution, offset: 0 }
  if (run && kind === 'block') yield { kind: 'block that is run', name: snippet.text, offset: 0 }
}
