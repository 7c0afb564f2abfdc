import { type Command, forEachChild, parse, type Redirection, type SyntaxNode, type Word } from 'unbash'

/** One command, with quotes, escapes and ANSI-C strings resolved: `r\m`, `'rm'` and `$'\x72m'` are all `rm`. */
export interface ShellCommand {
  /** Unquoted words, assignments in front included. */
  readonly words: readonly string[]
  readonly redirects: readonly { operator: string; target: string }[]
  /** Scripts in substitutions, groups and process substitutions of this command. */
  readonly nested: readonly ShellScript[]
  /** Text given by a here-document or here-string. */
  readonly input: string
  /** Offset in the text. */
  readonly start: number
}

export type ShellPipeline = readonly ShellCommand[]
export type ShellScript = readonly ShellPipeline[]

/** Nobody types a command that is longer or nested deeper; without limits hostile input keeps the parser busy. */
const maxLength = 100_000
const maxDepth = 24
const maxErrors = 50

/** Reads text as bash. Never throws: text that is not shell yields commands whose names no rule knows. */
export function readShell(text: string, offset = 0): ShellScript {
  const script: ShellPipeline[] = []
  let rest = plain(text.slice(0, maxLength))
  let start = offset
  for (let errors = 0; rest !== ''; errors++) {
    if (errors === maxErrors) return [...script, ...readLines(rest, start)]
    const tree = parse(rest)
    const stray = tree.errors?.find(({ message }) => /^unterminated .*(?:quote|backtick)/.test(message))
    if (stray) {
      rest = blank(rest, stray.pos, 1)
      continue
    }
    script.push(...pipelinesIn(tree, start, 0))
    // The parser stops at a token that can't be there; the commands after it count all the same.
    const stop = tree.errors?.findLast(({ message }) => message.startsWith('unexpected token'))
    if (stop === undefined) break
    const next = stop.pos + (/^(?:[a-z]+|[;&|]+|.)/s.exec(rest.slice(stop.pos))?.[0].length ?? 1)
    const read = tree.commands.at(-1)?.end ?? 0
    const from = Math.max(next, read)
    rest = rest.slice(from)
    start += from
  }
  return script
}

function readLines(text: string, offset: number): ShellPipeline[] {
  let start = offset
  return text.split('\n').flatMap((line) => {
    const pipelines = pipelinesIn(parse(line), start, 0)
    start += line.length + 1
    return pipelines
  })
}

const blank = (text: string, at: number, length: number): string =>
  text.slice(0, at) + ' '.repeat(length) + text.slice(at + length)

/** Keeps every offset: `${IFS}` becomes blanks, and the apostrophe of `don't`, which opens no quote, becomes a letter. */
const plain = (text: string): string =>
  text
    .replace(/\r|(?<!\\)\$(?:IFS(?:\$\d)?\b|\{IFS[^}]{0,20}\})/g, (match) => ' '.repeat(match.length))
    .replace(/(?<=[A-Za-z])'(?=[a-z])(?![^'\n]{0,12}')/g, '’')

/** The pipelines in a list or compound command, in order. */
function pipelinesIn(node: SyntaxNode, offset: number, depth: number): ShellPipeline[] {
  const pipelines: ShellPipeline[] = []
  if (depth > maxDepth) return pipelines
  forEachChild(node, (child) => {
    if (child.type === 'Command') pipelines.push([commandOf(child, offset, depth)])
    else if (child.type === 'Pipeline')
      pipelines.push(child.commands.map((part) => partOf(part, offset, depth)))
    else if (child.type === 'Function')
      pipelines.push([
        {
          words: ['function', textOf(child.name)],
          redirects: [],
          nested: [pipelinesIn(child, offset, depth + 1)],
          input: '',
          start: offset + child.pos,
        },
      ])
    else if (child.type === 'Redirected') pipelines.push([partOf(child, offset, depth)])
    else pipelines.push(...pipelinesIn(child, offset, depth + (child.type === 'Statement' ? 0 : 1)))
  })
  return pipelines
}

/** A part of a pipeline; a group or loop is a command without words. */
function partOf(node: SyntaxNode, offset: number, depth: number): ShellCommand {
  if (node.type === 'Command') return commandOf(node, offset, depth)
  const redirects = node.type === 'Redirected' ? node.redirects : []
  return {
    words: [],
    nested: [pipelinesIn(node, offset, depth + 1)],
    start: offset + node.pos,
    ...given(redirects),
  }
}

function commandOf(node: Command, offset: number, depth: number): ShellCommand {
  const nested: ShellScript[] = []
  const collect = (child: SyntaxNode): void => {
    if (child.type === 'HereDoc') return
    if (child.type !== 'CommandExpansion' && child.type !== 'ProcessSubstitution')
      forEachChild(child, collect)
    else if (child.script && depth < maxDepth && printed(child.text) === undefined) {
      // A script in escaped backticks has a text of its own.
      const base = child.script.source === undefined ? offset : offset + child.pos
      nested.push(pipelinesIn(child.script, base, depth + 1))
    }
  }
  forEachChild(node, collect)
  const words = [...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix].flatMap((part) =>
    part.type === 'Word' ? textOf(part) : part.type === 'Assignment' ? assignmentOf(part) : [],
  )
  return { words, nested, start: offset + node.pos, ...given(node.redirects) }
}

const assignmentOf = ({ text, value }: { text: string; value: Word | { type: 'ArrayValue' } }): string =>
  value.type === 'Word' ? text.slice(0, text.indexOf('=') + 1) + textOf(value) : text

function given(redirections: readonly Redirection[]): Pick<ShellCommand, 'redirects' | 'input'> {
  const redirects: { operator: string; target: string }[] = []
  let input = ''
  for (const redirection of redirections) {
    if (redirection.type === 'HereDoc') input += redirection.body.text
    else if (redirection.type === 'HereString') input += redirection.target ? textOf(redirection.target) : ''
    else if (redirection.target)
      redirects.push({ operator: redirection.operator, target: textOf(redirection.target) })
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
