import type { Place, ProblemCode, Report } from '../model/problem.ts'
import type { SectionKind } from '../model/vocabulary.ts'
import { commandLines } from './command-lines.ts'
import type { Reading } from './read-page.ts'
import type { EntryAtPlace, Example, Rule } from './rule.ts'
import { type Call, callsOf } from './shell-calls.ts'

/** A piece of a page that a reader may run, with the calls in it. */
export interface Snippet {
  readonly text: string
  readonly calls: readonly Call[]
  readonly kind: 'block' | 'inline' | 'prose'
  readonly language: string
  /** What the author says about its danger. */
  readonly caution: string | undefined
  /** Under the heading “Do not”, where dead ends are named. */
  readonly negative: boolean
  readonly placeAt: (offset: number) => Place
}

export interface Finding {
  readonly offset: number
  /** The command or setting as it was read. */
  readonly found: string
  /** What it does, as a noun phrase. */
  readonly effect: string
  /** A harm that a reader may want, once it is said: a `caution` on the block makes it legitimate. */
  readonly forgivable?: boolean
}

/** Sections whose code shows what went wrong; nothing there is meant to be run. */
const quoting: ReadonlySet<SectionKind | undefined> = new Set(['symptom', 'root-cause'])

/** What command rules see of a page, read once for all of them. */
interface Commands {
  readonly snippets: readonly Snippet[]
  /** Those that start programs. */
  readonly calling: readonly Snippet[]
}

const read = new WeakMap<Reading | EntryAtPlace['entry'], Commands>()

function commandsOf<T extends Reading | EntryAtPlace['entry']>(
  source: T,
  readFrom: (source: T) => readonly Snippet[],
): Commands {
  const before = read.get(source)
  if (before) return before
  const snippets = readFrom(source)
  const calling = snippets.filter(({ calls }) => calls.length > 0)
  const commands = { snippets, calling }
  read.set(source, commands)
  return commands
}

/** Everything on a page that someone may run. */
export const snippetsOf = (reading: Reading): readonly Snippet[] => commandsOf(reading, readSnippets).snippets

function readSnippets({ code, prose }: Reading): Snippet[] {
  const snippets: Snippet[] = []
  for (const piece of code) {
    const { text, inline, language, section, part, placeAt, caution, run } = piece
    if (quoting.has(section) && (inline || part !== 'confirm') && run === undefined) continue
    const kind = inline ? 'inline' : 'block'
    snippets.push({
      text,
      kind,
      language,
      caution,
      negative: part === 'do-not',
      placeAt,
      calls: callsIn(text, language, inline),
    })
  }
  for (const { text, quoted, section, part, placeAt } of prose) {
    if (quoting.has(section)) continue
    const words = quoted.reduce(
      (rest, [start, end]) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
      text,
    )
    snippets.push({ ...proseSnippet(words), negative: part === 'do-not', placeAt })
  }
  return snippets
}

function callsIn(text: string, language: string, inline: boolean): Call[] {
  // One bare word runs nothing that any rule knows.
  if (inline && !/[\s;|&<>(){}$]/.test(text)) return []
  return inline
    ? callsOf(text)
    : commandLines(text, language).flatMap(({ text: line, start }) => shifted(callsOf(line), start))
}

const shifted = (calls: readonly Call[], by: number): Call[] =>
  by === 0 ? [...calls] : calls.map((call) => ({ ...call, start: call.start + by }))

/** Words at which a command may start in the middle of a sentence. */
const opening =
  /(?<![\w./-])(?:(?:sudo|env|printenv|rm|curl|wget|chmod|dd|mkfs[.\w]*|kill|killall|pkill|git|npm|npx|pnpm|yarn|bun|pip3?|pipx|uv|claude|codex|gemini|copilot|eval|iwr|irm|iex|crontab|echo|cat|ssh|scp|nc|tee|dropdb|redis-cli|docker|bash|sh|Remove-Item|del|rd|format|shred|wipefs|helm|kubectl|ufw|setenforce|openssl|base64|apt(?:-get)?|conda|source|python3?|node) (?=[\w"'$/.~*{<-])|\$\(|:\(\)\s?\{)/g

/** A sentence may name a command without code around it. */
function proseSnippet(text: string): Omit<Snippet, 'negative' | 'placeAt'> {
  const calls: Call[] = []
  let end = 0
  for (const { index } of text.matchAll(opening)) {
    if (index < end) continue
    const stop = /[.!?](?=\s+\p{Lu})|\n\n|`/u.exec(text.slice(index, index + 400))
    const sentence = text.slice(index, index + (stop ? stop.index : 400)).replace(/\n/g, ' ')
    end = index + sentence.length
    calls.push(...shifted(callsOf(sentence, { lenient: true }), index))
  }
  return { text, calls, kind: 'prose', language: '', caution: undefined }
}

/** A pattern over settings and code, what it does, and the lines in which it is harmless. */
export interface CommandPattern {
  readonly pattern: RegExp
  readonly effect: string
  readonly exempt?: RegExp
  readonly forgivable?: boolean
}

/** Patterns as they are written in a rule: pattern, effect, lines in which it is harmless. */
export const commandPatterns = (
  list: readonly (readonly [pattern: RegExp, effect: string, exempt?: RegExp])[],
  forgivable = false,
): CommandPattern[] =>
  list.map(([pattern, effect, exempt]) => ({ pattern, effect, forgivable, ...(exempt && { exempt }) }))

interface CommandRule {
  readonly code: ProblemCode
  readonly why: string
  readonly good: readonly Example[]
  readonly bad: readonly Example[]
  readonly hint: string
  /** Whether “Do not” may name it: settings may, what destroys or runs foreign code may not. */
  readonly nameable?: boolean
  /** Harm that shows in one call. */
  inCall?(call: Call): Iterable<Omit<Finding, 'offset'>>
  /** Harm that shows in text, whatever the language. */
  readonly patterns?: readonly CommandPattern[]
  /** Harm that shows in several calls. */
  inCalls?(calls: readonly Call[]): Iterable<Finding>
  /** Harm that only shows in a whole snippet. */
  inSnippet?(snippet: Snippet): Iterable<Finding>
}

const cautionHint = 'Put it into a block of its own with caution="…": what is lost, and how to undo it.'

/** A rule over every command of a page, and over what the cut leaves of one in the index. */
export function commandRule({
  code,
  why,
  good,
  bad,
  hint,
  nameable,
  inCall,
  patterns = [],
  inCalls,
  inSnippet,
}: CommandRule): Rule {
  const refuseAll = ({ snippets, calling }: Commands, report: Report, suffix = '') => {
    for (const snippet of patterns.length > 0 || inSnippet ? snippets : calling) {
      if (nameable && snippet.negative && snippet.kind !== 'block') continue
      const findings: Finding[] = []
      if (inCall) {
        for (const call of snippet.calls)
          for (const finding of inCall(call)) findings.push({ offset: call.start, ...finding })
      }
      findings.push(...patternFindings(snippet, patterns))
      if (inCalls) findings.push(...inCalls(snippet.calls))
      if (inSnippet) findings.push(...inSnippet(snippet))
      if (findings.length > 0) refuse(snippet, findings, report, suffix)
    }
  }
  const refuse = (snippet: Snippet, findings: readonly Finding[], report: Report, suffix: string) => {
    const seen = new Set<string>()
    for (const { offset, found, effect, forgivable } of findings) {
      if (forgivable && snippet.caution) continue
      const shown = found.length > 100 ? `${found.slice(0, 100)}…` : found
      const message = `Unexpected ${effect}${suffix}: \`${shown.replace(/\s+/g, ' ').trim()}\`, expected a command that can do no such harm`
      const place = snippet.placeAt(offset)
      const key = `${place.line} ${effect}`
      if (seen.has(key)) continue
      seen.add(key)
      report(code, place, message, { hint: forgivable ? cautionHint : hint })
    }
  }
  return {
    code,
    why,
    good,
    bad,
    check(_parsed, report, _labels, reading) {
      refuseAll(commandsOf(reading, readSnippets), report)
    },
    checkEntry({ entry, fixPlace }: EntryAtPlace, report) {
      const commands = commandsOf(entry, ({ fix }) => [
        { ...proseSnippet(fix), negative: false, placeAt: () => fixPlace },
      ])
      refuseAll(commands, report, ' in the index, which holds the first 200 characters of Fix')
    },
  }
}

/** Lines, and calls as a shell would read them, for patterns over settings and code. */
export function textsOf({ text, calls }: Snippet): { text: string; offset: number }[] {
  const normalised = calls
    .filter((call) => call.text.length > 3 && !text.includes(call.text))
    .map((call) => ({ text: [...call.assignments, call.text].join(' '), offset: call.start }))
  return [{ text, offset: 0 }, ...normalised]
}

function* patternFindings(snippet: Snippet, patterns: readonly CommandPattern[]): Iterable<Finding> {
  for (const { text, offset } of textsOf(snippet)) {
    for (const { pattern, effect, exempt, forgivable = false } of patterns) {
      const match = pattern.exec(text)
      if (!match || exempt?.test(lineAround(text, match.index))) continue
      yield { offset: offset + (offset === 0 ? match.index : 0), found: match[0], effect, forgivable }
    }
  }
}

export function lineAround(text: string, index: number): string {
  const end = text.indexOf('\n', index)
  return text.slice(text.lastIndexOf('\n', index) + 1, end === -1 ? undefined : end)
}

/** Addresses that never leave the machine. */
export const localHost =
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal|[\w-]+\.(?:local|localhost|internal|test)|(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+|kubernetes(?:\.default\S*)?)$/i

export interface Address {
  readonly host: string
  readonly path: string
  readonly text: string
}

/** The addresses in a text; a host that is a variable is given as it stands. */
export function addressesIn(text: string): Address[] {
  return [
    ...text.matchAll(
      /\b(?:https?|ftp|wss?|git\+https?|git\+ssh|git):\/\/(?:[^\s/@"'<>|]{1,200}@)?([^\s/:?#"'<>|;)]{1,253})(?::\d{1,5})?([^\s"'<>|;]{0,1000})/gi,
    ),
  ].map(([whole, host = '', path = '']) => ({ host: host.toLowerCase(), path, text: whole }))
}
