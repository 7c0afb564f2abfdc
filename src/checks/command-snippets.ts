import type { Place } from '../model/problem.ts'
import type { SectionKind } from '../model/vocabulary.ts'
import type { Reading } from './read-page.ts'
import type { EntryAtPlace } from './rule.ts'
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
export interface Commands {
  readonly snippets: readonly Snippet[]
  /** Those that start programs. */
  readonly calling: readonly Snippet[]
}

const read = new WeakMap<Reading | EntryAtPlace['entry'], Commands>()

export function commandsOf<T extends Reading | EntryAtPlace['entry']>(
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

export function readSnippets({ code, prose }: Reading): Snippet[] {
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
export function proseSnippet(text: string): Omit<Snippet, 'negative' | 'placeAt'> {
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

/** Lines, and calls as a shell would read them, for patterns over settings and code. */
export function textsOf({ text, calls }: Snippet): { text: string; offset: number }[] {
  const normalised = calls
    .filter((call) => call.text.length > 3 && !text.includes(call.text))
    .map((call) => ({ text: [...call.assignments, call.text].join(' '), offset: call.start }))
  return [{ text, offset: 0 }, ...normalised]
}

export function lineAround(text: string, index: number): string {
  const end = text.indexOf('\n', index)
  return text.slice(text.lastIndexOf('\n', index) + 1, end === -1 ? undefined : end)
}

/** A part of a code block that a shell may get to run. */
export interface CommandLine {
  readonly text: string
  /** Offset in the block. */
  readonly start: number
}

const shellLanguages =
  /^(?:ba|z|da|k|c|tc|fi)?sh$|^(?:shell|console|terminal|shellsession|shell-session|sh-session|powershell|pwsh|ps1?|cmd|bat|batch|dos|command|cli|)$/

/** `$ ` of a shell, `# ` of a root shell before a command word, `PS C:\>`, `user@host:~$`. */
const prompt =
  /^[ \t]*(?:\$|%|❯|➜|>|#(?= (?:rm|curl|wget|chmod|dd|mkfs|kill|sudo|bash|sh) -?)|PS [^>\n]{0,80}>|[\w.-]+@[\w.-]+[: ][^$#\n]{0,60}[$#]|[A-Z]:\\[^>\n]{0,80}>) /

/** Keys whose value is a command: of pipelines, containers, packages, make files. */
const key =
  /^[ \t]*(?:RUN|CMD|ENTRYPOINT|ONBUILD RUN|[-*] )?[ \t]*(?:["']?(?:run|command|script|cmd|args|entrypoint|exec|ExecStart(?:Pre|Post)?|ExecStop|before_script|after_script|post[a-z]*|pre[a-z]*|install|start|test|build|shell|bash|sh)["']?\s?[:=]\s?[|>]?-?\+?)?[ \t]*/

/** The lines of a block that a shell may run: all of it for a shell, the likely parts for other languages. */
export function commandLines(code: string, language: string): CommandLine[] {
  if (shellLanguages.test(language)) return [{ text: withoutPrompts(code, language), start: 0 }]
  const lines: CommandLine[] = []
  let start = 0
  for (const line of joined(code)) {
    const skip = (prompt.exec(line) ?? key.exec(line))?.[0].length ?? 0
    lines.push({ text: line.slice(skip), start: start + skip })
    for (const { text, at } of quotedTexts(line)) lines.push({ text, start: start + at })
    start += line.length + 1
  }
  return lines.filter(({ text }) => text.trim().length > 3)
}

/** Prompts become blanks of the same length, so that offsets stay true. */
function withoutPrompts(code: string, language: string): string {
  let text = code.replace(/\r/g, ' ')
  if (/^(?:powershell|pwsh|ps1?)$/.test(language)) text = text.replace(/`\n/g, ' \n').replaceAll('\\', '/')
  if (/^(?:cmd|bat|batch|dos)$/.test(language)) text = text.replace(/\^\n/g, ' \n').replaceAll('\\', '/')
  if (!/^[ \t]*(?:[$%❯➜>#]|PS |[\w.-]+@|[A-Z]:\\)/m.test(text)) return text
  return text
    .split('\n')
    .map((line) => line.replace(prompt, (mark) => ' '.repeat(mark.length)))
    .join('\n')
}

/** Lines, with those that a backslash continues in one piece. */
function joined(code: string): string[] {
  const lines: string[] = []
  for (const line of code.split('\n')) {
    const last = lines.length - 1
    if (last >= 0 && (lines[last] ?? '').endsWith('\\') && (lines[last] ?? '').length < 4000)
      lines[last] += `\n${line}`
    else lines.push(line)
  }
  return lines
}

/** Strings that hold more than a word, and lists of strings as one line: `["rm", "-rf", "/"]`. */
function quotedTexts(line: string): { text: string; at: number }[] {
  if (line.length > 4000) return []
  const texts: { text: string; at: number }[] = []
  for (const { 2: text = '', index } of line.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n]){4,1000})\1/g)) {
    if (/\s/.test(text)) texts.push({ text: text.replace(/\\(["'`])/g, '$1'), at: index + 1 })
  }
  for (const { 0: list, index } of line.matchAll(/\[\s*(?:(["'])[^"'\n]{0,400}\1\s*(?:,\s*)?){2,40}\]/g)) {
    const words = [...list.matchAll(/(["'])([^"'\n]{0,400})\1/g)].map(([, , word = '']) =>
      /^[\w@%+=:,./~*$-]+$/.test(word) ? word : `'${word}'`,
    )
    texts.push({ text: words.join(' '), at: index + 1 })
  }
  return texts
}
