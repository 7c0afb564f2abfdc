/*
 * A reader of shell text that is made to be hard to fool, not to be complete: quotes, escapes, substitutions and
 * here-documents are undone the way a shell does it, so that `r\m`, `'rm'`, `$'\x72m'` and `rm${IFS}-rf` are all `rm`.
 * It never fails; text that is no shell gives commands whose names no rule knows.
 */

export interface ShellCommand {
  /** Unquoted words, assignments in front included. */
  readonly words: readonly string[]
  readonly redirects: readonly { operator: string; target: string }[]
  /** Scripts in substitutions, groups and process substitutions of this command. */
  readonly nested: readonly ShellScript[]
  /** Text given by a here-document or here-string. */
  readonly input: string
  readonly start: number
  readonly end: number
}

export type ShellPipeline = readonly ShellCommand[]
export type ShellScript = readonly ShellPipeline[]

type Draft = { -readonly [key in keyof ShellCommand]: ShellCommand[key] } & {
  words: string[]
  redirects: { operator: string; target: string }[]
  nested: ShellScript[]
}

const deepest = 6

export function readShell(text: string, offset = 0, depth = 0): ShellScript {
  const script: ShellCommand[][] = []
  let pipeline: ShellCommand[] = []
  let command = draft(0)
  let word: string | undefined
  let redirect: string | undefined
  let documents: string[] = []
  let at = 0

  function draft(start: number): Draft {
    return { words: [], redirects: [], nested: [], input: '', start: offset + start, end: offset + start }
  }
  const endWord = () => {
    if (word === undefined) return
    if (redirect === undefined) command.words.push(word)
    else if (redirect === '<<') documents = [...documents.slice(-3), word]
    else if (redirect === '<<<') command.input += word
    else command.redirects.push({ operator: redirect, target: word })
    redirect = undefined
    word = undefined
  }
  const endCommand = () => {
    endWord()
    command.end = offset + at
    if (command.words.length + command.redirects.length + command.nested.length > 0) pipeline.push(command)
    command = draft(at + 1)
  }
  const endPipeline = () => {
    endCommand()
    if (pipeline.length > 0) script.push(pipeline)
    pipeline = []
  }
  const nest = (inner: string, start: number) => {
    if (depth < deepest && inner.length > 0) command.nested.push(readShell(inner, offset + start, depth + 1))
  }
  const add = (characters: string) => {
    if (word === undefined && command.words.length === 0) command.start = offset + at
    word = (word ?? '') + characters
  }
  /** A substitution that only prints a fixed text is that text. */
  const substitution = (inner: string, start: number) => {
    const fixed = printed(inner)
    if (fixed !== undefined) add(fixed)
    else {
      add(`$(${inner})`)
      nest(inner, start)
    }
  }

  /** Reads `$…` at `at`; returns the offset behind it. */
  const dollar = (): number => {
    const rest = text.slice(at, at + 64)
    const fieldSeparator = /^\$(?:IFS(?:\$\d)?\b|\{IFS[^}]{0,20}\})/.exec(rest)?.[0]
    if (fieldSeparator !== undefined) {
      endWord()
      return at + fieldSeparator.length
    }
    if (text[at + 1] === '(') {
      const end = closing(text, at + 1)
      substitution(text.slice(at + 2, end), at + 2)
      return end + 1
    }
    if (text[at + 1] === "'") {
      const end = quoteEnd(text, at + 2, "'", true)
      if (end !== -1) {
        add(unescapeAnsi(text.slice(at + 2, end)))
        return end + 1
      }
    }
    if (text[at + 1] === '{') {
      const end = text.indexOf('}', at)
      if (end !== -1 && end - at < 200) {
        add(text.slice(at, end + 1))
        return end + 1
      }
    }
    if (text[at + 1] === '"') return at + 1
    add('$')
    return at + 1
  }

  while (at < text.length) {
    const character = text[at] ?? ''
    const next = text[at + 1] ?? ''
    if (character === '\\' && next === '\n') at += 2
    else if (character === '\n') {
      endPipeline()
      at++
      for (const mark of documents) {
        const end = documentEnd(text, at, mark)
        const body = text.slice(at, end.body)
        const owner = script.at(-1)?.at(-1) as Draft | undefined
        if (owner) owner.input += body
        at = end.after
      }
      documents = []
      command = draft(at)
    } else if (character === ' ' || character === '\t' || character === '\r') {
      endWord()
      at++
    } else if (character === '#' && word === undefined) {
      const end = text.indexOf('\n', at)
      at = end === -1 ? text.length : end
    } else if (character === ';' || (character === '&' && next !== '>')) {
      endPipeline()
      at += next === character ? 2 : 1
      command.start = offset + at
    } else if (character === '|') {
      if (next === '|') {
        endPipeline()
        at += 2
      } else {
        endCommand()
        at += next === '&' ? 2 : 1
      }
      command.start = offset + at
    } else if ((character === '<' || character === '>') && next === '(') {
      const end = closing(text, at + 1)
      add(`${character}(${text.slice(at + 2, end)})`)
      nest(text.slice(at + 2, end), at + 2)
      at = end + 1
    } else if (character === '<' || character === '>' || (character === '&' && next === '>')) {
      // A number in front names a stream and is no word.
      if (word !== undefined && /^\d$/.test(word)) word = undefined
      endWord()
      const operator =
        /^(?:<<<|<<-?|<&|<>|<|&>>|&>|>>|>\||>&|>)/.exec(text.slice(at, at + 3))?.[0] ?? character
      redirect = operator.startsWith('<<') && operator !== '<<<' ? '<<' : operator
      at += operator.length
    } else if (character === '(') {
      const end = closing(text, at)
      endWord()
      nest(text.slice(at + 1, end), at + 1)
      at = end + 1
    } else if (character === ')') {
      endPipeline()
      at++
    } else if (character === '`') {
      const end = text.indexOf('`', at + 1)
      if (end === -1) at++
      else {
        substitution(text.slice(at + 1, end), at + 1)
        at = end + 1
      }
    } else if (character === "'") {
      const end = apostrophe(text, at) ? -1 : quoteEnd(text, at + 1, "'", false)
      if (end === -1) {
        add("'")
        at++
      } else {
        add(text.slice(at + 1, end))
        at = end + 1
      }
    } else if (character === '"') {
      const end = quoteEnd(text, at + 1, '"', true)
      if (end === -1) at++
      else {
        add('')
        readDouble(text.slice(at + 1, end), at + 1)
        at = end + 1
      }
    } else if (character === '$') at = dollar()
    else if (character === '\\') {
      add(next)
      at += 2
    } else {
      add(character)
      at++
    }
  }
  endPipeline()
  return script

  function readDouble(inner: string, start: number): void {
    for (const [, escaped, opened, tick, plain] of inner.matchAll(
      /\\([$`"\\\n])|(\$\()|`([^`]{0,2000})`|([\s\S])/g,
    )) {
      if (escaped !== undefined) add(escaped === '\n' ? '' : escaped)
      else if (tick !== undefined) substitution(tick, start)
      else add(opened ?? plain ?? '')
    }
    for (let open = inner.indexOf('$('); open !== -1; ) {
      const end = closing(inner, open + 1)
      nest(inner.slice(open + 2, end), start + open + 2)
      open = inner.indexOf('$(', end)
    }
  }
}

/** Offset of the bracket that closes the one at `open`, quotes respected; the end of the text when none does. */
function closing(text: string, open: number): number {
  let level = 0
  for (let at = open; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === "'" || character === '"') {
      const end = apostrophe(text, at) ? -1 : quoteEnd(text, at + 1, character, character === '"')
      if (end !== -1) at = end
    } else if (character === '(') level++
    else if (character === ')' && --level === 0) return at
  }
  return text.length
}

/** Quotes span lines, but one that is closed only far below is more likely a stray mark. */
const longestQuote = 4000

function quoteEnd(text: string, from: number, quote: string, escapes: boolean): number {
  const limit = Math.min(text.length, from + longestQuote)
  for (let at = from; at < limit; at++) {
    if (escapes && text[at] === '\\') at++
    else if (text[at] === quote) return at
  }
  return -1
}

/** `don't`: a letter on either side and no other mark to close it in the line. */
function apostrophe(text: string, at: number): boolean {
  if (!/[A-Za-z]/.test(text[at - 1] ?? '') || !/[a-z]/.test(text[at + 1] ?? '')) return false
  const close = text.indexOf("'", at + 1)
  const newline = text.indexOf('\n', at)
  return close === -1 || (newline !== -1 && newline < close) || close - at > 12
}

function documentEnd(text: string, from: number, mark: string): { body: number; after: number } {
  for (let start = from; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    if (text.slice(start, end).trim() === mark) return { body: start, after: Math.min(end + 1, text.length) }
    start = end + 1
  }
  return { body: text.length, after: text.length }
}

const ansiEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '',
  b: '',
  e: '',
  '\\': '\\',
  "'": "'",
  '"': '"',
}

const unescapeAnsi = (text: string): string =>
  text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|(.))/gs,
    (_, hex, unicode, octal, other) => {
      if (hex ?? unicode) return String.fromCharCode(Number.parseInt(hex ?? unicode, 16))
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8))
      return ansiEscapes[other] ?? other
    },
  )

/** What `printf 'x'` or `echo x` prints, when it is certain. */
function printed(script: string): string | undefined {
  const match =
    /^\s*(?:printf|echo(?: -[ne]{1,2})?)\s+(?:'([^'$`]{0,200})'|"([^"$`]{0,200})"|([\w./\\-]{1,200}))\s*$/.exec(
      script,
    )
  const text = match?.[1] ?? match?.[2] ?? match?.[3]
  return text === undefined ? undefined : unescapeAnsi(text)
}
