import type { Place, ProblemCode } from '../model/problem.ts'
import type { SectionKind } from '../model/vocabulary.ts'
import { conditions, isLocal } from './command-conditions.ts'
import { commandLines } from './command-lines.ts'
import { type CommandRow, type CommandTable, commandTables } from './data.ts'
import type { Reading } from './read-page.ts'
import type { Check, EntryAtPlace, RuleReport } from './rule.ts'
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

interface CommandChecks {
  /** Harm that shows in one call. */
  inCall?(call: Call): Iterable<Omit<Finding, 'offset'>>
  /** Harm that shows in several calls. */
  inCalls?(calls: readonly Call[]): Iterable<Finding>
  /** Harm that only shows in a whole snippet. */
  inSnippet?(snippet: Snippet): Iterable<Finding>
  readonly inEntry?: Check['checkEntry']
}

const cautionHint = 'Put it into a block of its own with caution="…": what is lost, and how to undo it.'

const noTable: CommandTable = { nameable: false, calls: [], text: [] }

const tableOf = (code: ProblemCode): CommandTable => commandTables()[code] ?? noTable

/** The first row of a rule's table that a call matches. */
export const rowFor = (code: ProblemCode, call: Call): CommandRow | undefined =>
  tableOf(code).calls.find((row) => matches(row, call))

function matches({ programs, first, args, line, when, remote, writes }: CommandRow, call: Call): boolean {
  return (
    programs.test(call.name) &&
    (first === undefined || first.test(call.args[0] ?? '')) &&
    args.every((pattern) => call.args.some((arg) => pattern.test(arg))) &&
    (line === undefined || line.test(call.text)) &&
    (writes === undefined || written(writes, call) !== undefined) &&
    (when === undefined || conditions[when]?.(call) === true) &&
    !(remote && isLocal(call))
  )
}

const written = (file: RegExp, { redirects }: Call) =>
  redirects.find(({ operator, target }) => operator.includes('>') && file.test(target))

function* rowFindings(call: Call, rows: readonly CommandRow[]): Iterable<Finding> {
  for (const row of rows) {
    if (!matches(row, call)) continue
    const to = row.writes && written(row.writes, call)
    const found = to ? `${call.text} ${to.operator} ${to.target}` : call.text
    yield { offset: call.start, found, effect: row.effect, forgivable: row.forgiven }
  }
}

/** A rule over every command of a page, and over what the cut leaves of one in the index. */
export function commandCheck(
  code: ProblemCode,
  { inCall, inCalls, inSnippet, inEntry }: CommandChecks = {},
): Check {
  const refuseAll = ({ snippets, calling }: Commands, report: RuleReport, suffix = '') => {
    const { calls: rows, text: patterns, nameable } = tableOf(code)
    for (const snippet of patterns.length > 0 || inSnippet ? snippets : calling) {
      if (nameable && snippet.negative && snippet.kind !== 'block') continue
      const findings: Finding[] = []
      for (const call of snippet.calls) {
        findings.push(...rowFindings(call, rows))
        if (inCall) for (const finding of inCall(call)) findings.push({ offset: call.start, ...finding })
      }
      findings.push(...patternFindings(snippet, patterns))
      if (inCalls) findings.push(...inCalls(snippet.calls))
      if (inSnippet) findings.push(...inSnippet(snippet))
      if (findings.length > 0) refuse(snippet, findings, report, suffix)
    }
  }
  const refuse = (snippet: Snippet, findings: readonly Finding[], report: RuleReport, suffix: string) => {
    const seen = new Set<string>()
    for (const { offset, found, effect, forgivable } of findings) {
      if (forgivable && snippet.caution) continue
      const shown = found.length > 100 ? `${found.slice(0, 100)}…` : found
      const message = `Unexpected ${effect}${suffix}: \`${shown.replace(/\s+/g, ' ').trim()}\`, expected a command that can do no such harm`
      const place = snippet.placeAt(offset)
      const key = `${place.line} ${effect}`
      if (seen.has(key)) continue
      seen.add(key)
      report(place, message, forgivable ? cautionHint : undefined)
    }
  }
  return {
    checkPage(page, report) {
      refuseAll(commandsOf(page, readSnippets), report)
    },
    checkEntry(entryAtPlace, report) {
      const { entry, fixPlace } = entryAtPlace
      const commands = commandsOf(entry, ({ fix }) => [
        { ...proseSnippet(fix), negative: false, placeAt: () => fixPlace },
      ])
      refuseAll(commands, report, ' in the index, which holds the first 200 characters of Fix')
      inEntry?.(entryAtPlace, report)
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

function* patternFindings(snippet: Snippet, patterns: CommandTable['text']): Iterable<Finding> {
  for (const { text, offset } of textsOf(snippet)) {
    for (const { pattern, effect, except, forgiven } of patterns) {
      const match = pattern.exec(text)
      if (!match || except?.test(lineAround(text, match.index))) continue
      yield {
        offset: offset + (offset === 0 ? match.index : 0),
        found: match[0],
        effect,
        forgivable: forgiven,
      }
    }
  }
}

export function lineAround(text: string, index: number): string {
  const end = text.indexOf('\n', index)
  return text.slice(text.lastIndexOf('\n', index) + 1, end === -1 ? undefined : end)
}
