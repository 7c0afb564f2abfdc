import { forEachChild, parse, type SyntaxNode, type Word } from 'unbash'
import { is } from './data.ts'

/** One program that a script starts, as rules ask about it. Quotes, escapes and ANSI-C strings are resolved: `r\m` is `rm`. */
export interface Call {
  /** Name without folder and ending, lower case: `/usr/bin/RM.exe` is `rm`. */
  readonly name: string
  /** The command word as it was written, with known variables filled in. */
  readonly word: string
  /** Arguments with known variables filled in. */
  readonly args: readonly string[]
  /** Assignments that hold for it or, for one without a name, for what follows. */
  readonly assignments: readonly string[]
  readonly redirects: readonly { operator: string; target: string }[]
  /** Text given by a here-document or here-string. */
  readonly input: string
  /** Calls whose output it reads. */
  readonly before: readonly Call[]
  /** Calls in its substitutions, groups and quoted scripts. */
  readonly inside: readonly Call[]
  /** Name and arguments in one line, normalised. */
  readonly text: string
  /** Offset in the text. */
  readonly start: number
}

/** A call and those inside of it. */
export const withInner = (call: Call): Call[] => [call, ...call.inside.flatMap(withInner)]

const keywords = new Set('if then else elif do while until { } ! time & $ % > >>> PS>'.split(' '))
const assignment = /^[A-Za-z_]\w*\+?=/

/** Programs that start the program named in their arguments, and their switches that take a value. */
const wrappers: ReadonlyMap<string, string> = new Map(
  `sudo=ugpCDhRrtT doas=uC env=uCS exec=a nice=n ionice=cn stdbuf=ioe timeout=ks xargs=IiLnPdEsa watch=n caffeinate=tw
  proxychains=f command= builtin= nohup= setsid= busybox= run=`
    .split(/\s+/)
    .map((text) => text.split('=') as [string, string]),
)

/** Nobody types more, or nests deeper; without limits hostile input keeps parser and rules busy. */
const maxScript = 100_000
const maxErrors = 50
const maxDepth = 24
const maxNested = 4
const maxWords = 2000
const maxWord = 2000
const maxText = 8000

/**
 * Every call of a text that is read as bash, those inside of others included. Never throws: text that is not shell yields
 * calls whose names no rule knows. `lenient` leaves out the words of a sentence that go on after a command.
 */
export function callsOf(text: string, { lenient = false } = {}): Call[] {
  const all: Call[] = []
  readScript(text, 0, { variables: new Map(), all, lenient, nested: 0, depth: 0 })
  return all
}

/** Where a part of a script is read. */
interface Scope {
  readonly variables: Map<string, string>
  readonly all: Call[]
  readonly lenient: boolean
  /** Scripts around it. */
  readonly nested: number
  /** Compound commands around it in its script. */
  readonly depth: number
}

/** Gives the calls that are not inside of others. */
function readScript(text: string, offset: number, scope: Scope): Call[] {
  const top: Call[] = []
  let rest = plain(text.slice(0, maxScript))
  let start = offset
  for (let errors = 0; rest !== ''; errors++) {
    const end = errors < maxErrors ? rest.length : rest.indexOf('\n') + 1 || rest.length
    const tree = parse(rest.slice(0, end))
    const stray = tree.errors?.find(({ message }) => /^unterminated .*(?:quote|backtick)/.test(message))
    if (stray && errors < maxErrors) {
      rest = `${rest.slice(0, stray.pos)} ${rest.slice(stray.pos + 1)}`
      continue
    }
    top.push(...callsIn(tree, start, scope))
    // The parser stops at a token that can't be there; the commands after it count all the same.
    const stop = tree.errors?.findLast(({ message }) => message.startsWith('unexpected token'))
    const next = stop && stop.pos + (/^(?:[a-z]+|[;&|]+|.)/s.exec(rest.slice(stop.pos))?.[0].length ?? 1)
    const from =
      next === undefined || errors >= maxErrors ? end : Math.max(next, tree.commands.at(-1)?.end ?? 0)
    rest = rest.slice(from)
    start += from
  }
  return top
}

/** Keeps every offset: `${IFS}` becomes blanks, and the apostrophe of `don't`, which opens no quote, becomes a letter. */
const plain = (text: string): string =>
  text
    .replace(/\r|(?<!\\)\$(?:IFS(?:\$\d)?\b|\{IFS[^}]{0,20}\})/g, (match) => ' '.repeat(match.length))
    .replace(/(?<=[A-Za-z])'(?=[a-z])(?![^'\n]{0,12}')/g, '’')

/** The calls in a list or compound command, in order. */
function callsIn(node: SyntaxNode, offset: number, scope: Scope): Call[] {
  const calls: Call[] = []
  if (scope.depth > maxDepth) return calls
  forEachChild(node, (child) => {
    if (child.type === 'Pipeline') {
      let before: Call[] = []
      for (const part of child.commands) {
        const made = callOf(part, before, offset, scope)
        calls.push(made)
        // A row of ten thousand bars is no pipeline; the last calls are the ones that matter.
        before = [...before.slice(-12), made, ...(made.name === '' ? made.inside.slice(0, 12) : [])]
      }
    } else if (/^(?:Command|Function|Redirected)$/.test(child.type))
      calls.push(callOf(child, [], offset, scope))
    else
      calls.push(
        ...callsIn(child, offset, { ...scope, depth: scope.depth + (child.type === 'Statement' ? 0 : 1) }),
      )
  })
  return calls
}

/** A command, or a group or loop, which is a call without words. */
function callOf(node: SyntaxNode, before: readonly Call[], offset: number, scope: Scope): Call {
  const { variables, lenient } = scope
  const start = offset + node.pos
  const given = redirectionsOf(node)
  const assignments: string[] = []
  let words = withoutPrefix(
    wordsOf(node)
      .slice(0, maxWords)
      .map((word) => expand(word, variables).slice(0, maxWord)),
    assignments,
  )
  if (words.length === 0)
    for (const text of assignments) {
      const equals = text.indexOf('=')
      variables.set(text.slice(0, equals), text.slice(equals + 1))
    }
  const within: Scope = { ...scope, nested: scope.nested + 1, depth: 0 }
  const isOpen = scope.nested < maxNested
  const inside = isOpen ? nestedCalls(node, offset, within) : []
  words = unwrap(words, assignments)
  if (lenient) words = withoutProse(words)
  const [word = '', ...args] = words
  const name = nameOf(word)
  for (const script of isOpen ? scriptsOf(name, args, given) : [])
    inside.push(...readScript(script, start, within))
  const text = [name, ...args].join(' ').slice(0, maxText)
  const call = { name, word, args, assignments, ...given, before, inside, text, start }
  scope.all.push(call)
  return call
}

/** Words as the shell passes them on, assignments in front included. */
function wordsOf(node: SyntaxNode): string[] {
  if (node.type === 'Function') return ['function', textOf(node.name)]
  if (node.type !== 'Command') return []
  return [...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix].flatMap((part) =>
    part.type === 'Word' ? textOf(part) : part.type === 'Assignment' ? assignmentOf(part) : [],
  )
}

const assignmentOf = ({ text, value }: { text: string; value: Word | { type: 'ArrayValue' } }): string =>
  value.type === 'Word' ? text.slice(0, text.indexOf('=') + 1) + textOf(value) : text

/** Takes off prompts, keywords and assignments, and the braces of `{rm,-rf,/}`. */
function withoutPrefix(words: readonly string[], assignments: string[]): string[] {
  for (let rest = [...words]; ; ) {
    const [first, ...others] = rest
    if (first === undefined) return rest
    if (/^\{[^{},]*,[^{}]*\}$/.test(first)) rest = [...first.slice(1, -1).split(','), ...others]
    else {
      if (assignment.test(first)) assignments.push(first)
      else if (!keywords.has(first) && !/^(?:[^\s@]+@[^\s:~]+[:~]\S*[$#%]|\(\S+\)|PS)$/.test(first))
        return rest
      rest = others
    }
  }
}

/** Calls in substitutions, groups and process substitutions. */
function nestedCalls(node: SyntaxNode, offset: number, scope: Scope): Call[] {
  if (node.type !== 'Command') return callsIn(node, offset, scope)
  const nested: Call[] = []
  const collect = (child: SyntaxNode): void => {
    if (child.type === 'HereDoc') return
    if (child.type !== 'CommandExpansion' && child.type !== 'ProcessSubstitution')
      forEachChild(child, collect)
    else if (child.script && printed(child.text) === undefined)
      // A script in escaped backticks has a text of its own.
      nested.push(
        ...callsIn(child.script, child.script.source === undefined ? offset : offset + child.pos, scope),
      )
  }
  forEachChild(node, collect)
  return nested
}

function redirectionsOf(node: SyntaxNode): Pick<Call, 'redirects' | 'input'> {
  const redirects: { operator: string; target: string }[] = []
  let input = ''
  for (const redirection of node.type === 'Command' || node.type === 'Redirected' ? node.redirects : [])
    if (redirection.type === 'HereDoc') input += redirection.body.text
    else if (redirection.target) {
      const target = textOf(redirection.target)
      if (redirection.type === 'HereString') input += target
      else redirects.push({ operator: redirection.operator, target })
    }
  return { redirects, input }
}

/** The word as the shell passes it on, with substitutions as `$(…)` unless what they print is certain. */
function textOf(node: SyntaxNode): string {
  switch (node.type) {
    case 'CommandExpansion':
      return printed(node.text) ?? `$(${node.text.replace(/^`|^\$\(|`$|\)$/g, '')})`
    case 'DoubleQuoted':
    case 'LocaleString':
      return node.parts.map(textOf).join('')
    case 'Word':
      return (node.parts ? node.parts.map(textOf).join('') : node.value).replaceAll('’', "'")
  }
  return 'value' in node && typeof node.value === 'string' ? node.value : 'text' in node ? node.text : ''
}

/** What `$(printf 'x')` or `$(echo x)` prints, if it is certain. */
function printed(substitution: string): string | undefined {
  const match =
    /^(?:\$\(|`)\s*(?:printf|echo(?: -[ne]{1,2})?)\s+(?:'([^'$`]{0,200})'|"([^"$`]{0,200})"|([\w./\\-]{1,200}))\s*[)`]$/.exec(
      substitution,
    )
  const text = match?.[1] ?? match?.[2] ?? match?.[3]
  if (text === undefined) return undefined
  const [word] = parse(`$'${text.replaceAll("'", "\\'")}'`).commands
  return word?.command.type === 'Command' ? (word.command.name?.value ?? text) : text
}

function unwrap(words: string[], assignments: string[]): string[] {
  for (let rest = words, rounds = 0; rounds < 6; rounds++) {
    const name = nameOf(rest[0] ?? '')
    const valued = wrappers.get(name)
    let at = 1
    while (valued !== undefined && at < rest.length) {
      const word = rest[at] ?? ''
      if (assignment.test(word)) assignments.push(word)
      else if (word.startsWith('-')) at += word.length === 2 && valued.includes(word.slice(1)) ? 1 : 0
      else if (!(name === 'timeout' && /^\d+[smhd]?$/.test(word))) break
      at++
    }
    // `env` alone prints the environment, and that is what it is then.
    if (valued === undefined || at >= rest.length) return rest
    rest = rest.slice(at)
    words = rest
  }
  return words
}

const nameOf = (word: string): string =>
  (word.split(/[/\\]/).at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd|bat|com)$/, '')

/** Ends a command where a sentence goes on. */
function withoutProse(words: string[]): string[] {
  const end = words.findIndex((word, index) => index > 0 && is('wordOfSentence', word))
  const kept = end === -1 ? words : words.slice(0, end)
  return kept.map((word) =>
    word.length > 2 ? word.replace(/(?<=[\w/*~])[.,;:!?)]+$/, '') : word.replace(/^([/~*])[.,;:!?)]$/, '$1'),
  )
}

/** Fills in variables that the script itself has set to a plain text. */
function expand(word: string, variables: ReadonlyMap<string, string>): string {
  if (variables.size === 0 || !word.includes('$')) return word
  const expanded = word.replace(
    /\$(?:\{([A-Za-z_]\w{0,60})\}|([A-Za-z_]\w{0,60}))/g,
    (whole, braced, bare) => {
      const value = variables.get(braced ?? bare)
      return value === undefined || value.length > 400 ? whole : value
    },
  )
  return expanded.length > maxWord ? word : expanded
}

export const isShell = ({ name }: Call): boolean =>
  is('shells', name) || /^(?:pwsh|powershell|cmd|su)$/.test(name)

type Arguments = readonly string[]

/** The arguments after the first one that the pattern matches. */
const after = (args: Arguments, pattern: RegExp): string[] => {
  const index = args.findIndex((arg) => pattern.test(arg))
  return index === -1 ? [] : args.slice(index + 1)
}

/** Scripts in the arguments and the input of a program: `sh -c '…'`, `eval …`, `ssh host '…'`, `find -exec …`. */
function scriptsOf(
  name: string,
  args: Arguments,
  { input, redirects }: Pick<Call, 'input' | 'redirects'>,
): string[] {
  if (is('shells', name) || /^(?:su|script)$/.test(name))
    return [...after(args, /^-[a-z]*c$|^--command$/).slice(0, 1), input].filter((script) => script !== '')
  if (/^(?:cat|tee)$/.test(name)) {
    // A script that a here-document writes to a file.
    const files = [...args, ...redirects.map(({ target }) => target)]
    return /^#!.*sh\b/.test(input) || files.some((file) => /\.(?:ba|z)?sh$/.test(file)) ? [input] : []
  }
  if (/^(?:eval|trap|iex|invoke-expression)$/.test(name)) return [args.join(' ')]
  if (name === 'alias') return args.flatMap((arg) => arg.split('=').slice(1))
  const withBlanks = args.filter((arg) => arg.includes(' '))
  if (name === 'ssh') return withBlanks
  if (/^(?:powershell|pwsh)$/.test(name)) {
    const command = after(args, /^-c(?:ommand)?$/i)
    return [(command.length > 0 ? command : withBlanks).join(' ')]
  }
  if (name === 'cmd') return [after(args, /^\/[ck]$/i).join(' ')]
  if (name === 'find')
    return [
      after(args, /^-(?:exec|execdir|ok)$/)
        .filter((arg) => !/^[;+]$/.test(arg))
        .join(' '),
    ]
  if (!/^(?:docker|podman|kubectl)$/.test(name)) return []
  const shell = args.findIndex((arg, at) => at > 0 && (is('shells', nameOf(arg)) || nameOf(arg) === 'rm'))
  return shell > 1 ? [args.slice(shell).map(quote).join(' ')] : []
}

/** A word as a shell reads it back. */
export const quote = (word: string): string =>
  /^[\w@%+=:,./~*$-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
