import { is } from './data.ts'
import { readShell, type ShellCommand, type ShellScript } from './shell.ts'

/** One program that a script starts, as rules ask about it. */
export interface Call {
  /** Name without folder and ending, lower case: `/usr/bin/RM.exe` is `rm`. */
  readonly name: string
  /** The command word as it was written, with known variables filled in. */
  readonly word: string
  /** Arguments with known variables filled in. */
  readonly args: readonly string[]
  /** Assignments that hold for it or, for one without a name, for what follows. */
  readonly assignments: readonly string[]
  readonly redirects: ShellCommand['redirects']
  readonly input: string
  /** Calls whose output it reads. */
  readonly before: readonly Call[]
  /** Calls in its substitutions, groups and quoted scripts. */
  readonly inside: readonly Call[]
  /** Name and arguments in one line, normalised. */
  readonly text: string
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

/** Far above what anybody types; without limits a file of nothing but brackets keeps every rule busy. */
const mostWords = 2000
const longestWord = 2000
const longestText = 8000

/** Every call of a script, those inside of others included. */
export function callsOf(text: string, options: { lenient?: boolean } = {}): Call[] {
  const all: Call[] = []
  gather(readShell(text), new Map(), all, 0, options.lenient === true)
  return all
}

function gather(
  script: ShellScript,
  variables: Map<string, string>,
  all: Call[],
  depth: number,
  lenient: boolean,
): Call[] {
  const top: Call[] = []
  for (const pipeline of script) {
    let before: Call[] = []
    for (const command of pipeline) {
      const made = makeCall(command, before, variables, all, depth, lenient)
      all.push(made)
      top.push(made)
      // A row of ten thousand bars is no pipeline; the last calls are the ones that matter.
      before = [...before.slice(-12), made, ...(made.name === '' ? made.inside.slice(0, 12) : [])]
    }
  }
  return top
}

function makeCall(
  command: ShellCommand,
  before: readonly Call[],
  variables: Map<string, string>,
  all: Call[],
  depth: number,
  lenient: boolean,
): Call {
  let words = command.words.slice(0, mostWords).map((word) => expand(word, variables).slice(0, longestWord))
  const assignments: string[] = []
  for (;;) {
    const first = words[0]
    if (first === undefined) break
    if (assignment.test(first)) assignments.push(first)
    else if (/^\{[^{},]*,[^{}]*\}$/.test(first)) {
      words = [...first.slice(1, -1).split(','), ...words.slice(1)]
      continue
    } else if (!keywords.has(first) && !/^(?:[^\s@]+@[^\s:~]+[:~]\S*[$#%]|\(\S+\)|PS)$/.test(first)) break
    words = words.slice(1)
  }
  if (words.length === 0)
    for (const text of assignments) {
      const equals = text.indexOf('=')
      variables.set(text.slice(0, equals), text.slice(equals + 1))
    }
  const inside =
    depth < 4 ? command.nested.flatMap((nested) => gather(nested, variables, all, depth + 1, lenient)) : []
  words = unwrap(words, assignments)
  if (lenient) words = withoutProse(words)
  const name = nameOf(words[0] ?? '')
  const args = words.slice(1)
  for (const script of depth < 4 ? scriptsOf(name, args, command) : [])
    inside.push(...gather(readShell(script, command.start), variables, all, depth + 1, lenient))
  const { redirects, input, start } = command
  return {
    name,
    word: words[0] ?? '',
    args,
    assignments,
    redirects,
    input,
    before,
    inside,
    text: [name, ...args].join(' ').slice(0, longestText),
    start,
  }
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

/** Words of a sentence that go on after a command. */
const proseWords = new Set(
  `and then to in from on with or is are which that because before after if so for the a an this it will would again deletes
  removes by at as but into when once while only not does do can may was were has have your you we i its their until unless
  without where instead first also now here there they he she them these those via per`.split(/\s+/),
)

function withoutProse(words: string[]): string[] {
  const end = words.findIndex(
    (word, index) => index > 0 && proseWords.has(word.toLowerCase().replace(/[,;:]$/, '')),
  )
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
  return expanded.length > 2000 ? word : expanded
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
function scriptsOf(name: string, args: Arguments, { input, redirects }: ShellCommand): string[] {
  if (is('shells', name) || /^(?:su|script)$/.test(name))
    return [...after(args, /^-[a-z]*c$|^--command$/).slice(0, 1), input].filter((script) => script !== '')
  if (/^(?:cat|tee)$/.test(name)) {
    // A script that a here-document writes to a file.
    const files = [...args, ...redirects.map(({ target }) => target)]
    return /^#!.*sh\b/.test(input) || files.some((file) => /\.(?:ba|z)?sh$/.test(file)) ? [input] : []
  }
  if (/^(?:eval|trap|iex|invoke-expression)$/.test(name)) return [args.join(' ')]
  const withBlanks = args.filter((arg) => arg.includes(' '))
  switch (name) {
    case 'alias':
      return args.flatMap((arg) => arg.split('=').slice(1))
    case 'ssh':
      return withBlanks
    case 'powershell':
    case 'pwsh': {
      const command = after(args, /^-c(?:ommand)?$/i)
      return [(command.length > 0 ? command : withBlanks).join(' ')]
    }
    case 'cmd':
      return [after(args, /^\/[ck]$/i).join(' ')]
    case 'find':
      return [
        after(args, /^-(?:exec|execdir|ok)$/)
          .filter((arg) => arg !== ';' && arg !== '+')
          .join(' '),
      ]
    case 'docker':
    case 'podman':
    case 'kubectl': {
      const shell = args.findIndex(
        (arg, index) => index > 0 && (is('shells', nameOf(arg)) || nameOf(arg) === 'rm'),
      )
      return shell > 1 ? [args.slice(shell).map(quote).join(' ')] : []
    }
  }
  return []
}

/** A word as a shell reads it back. */
export const quote = (word: string): string =>
  /^[\w@%+=:,./~*$-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
