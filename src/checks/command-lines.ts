import { is, pattern } from './data.ts'
import { quote } from './shell-calls.ts'

/** A part of a code block that a shell may get to run. */
interface CommandLine {
  readonly text: string
  /** Offset in the block. */
  readonly start: number
  /** Is it run for certain? */
  readonly runs: boolean
}

/** The lines of a block that a shell may run: all of it for a shell, the likely parts for other languages. */
export function commandLines(code: string, language: string, file = ''): CommandLine[] {
  if (is('shellLanguages', language) || /\.(?:sh|bash|zsh|ps1|bat|cmd)$/.test(file)) {
    // Where there is a prompt, what follows without one is output.
    const output = /^(?:console|terminal|shell-?session|sh-session|)$/.test(language)
    return [{ text: withoutPrompts(code, language), start: 0, runs: !output || !is('promptLine', code) }]
  }
  const lines: CommandLine[] = embedded(code, language, file)
  let start = 0
  for (const line of joined(code)) {
    const skip = (pattern('prompt').exec(line) ?? pattern('commandKey').exec(line))?.[0].length ?? 0
    lines.push({ text: line.slice(skip), start: start + skip, runs: false })
    for (const { text, at } of quotedTexts(line)) lines.push({ text, start: start + at, runs: false })
    start += line.length + 1
  }
  return lines.filter(({ text }) => text.trim().length > 3)
}

/** The commands that a file of another language holds for certain. */
function embedded(code: string, language: string, file: string): CommandLine[] {
  const found: CommandLine[] = []
  const add = (text: string, start: number) => found.push({ text, start, runs: true })
  if (/^(?:docker|container)/.test(language) || /(?:^|\/)(?:Dockerfile|Containerfile)/.test(file))
    for (const { 0: start, index } of code.matchAll(
      /^[ \t]*(?:ONBUILD )?(?:RUN|CMD|ENTRYPOINT) (?!\s*\[)/gim,
    ))
      add(continued(code.slice(index + start.length)).replace(/^(?:\s*--\S+)+/, ''), index + start.length)
  if (/^ya?ml/.test(language)) yamlScripts(code, add)
  if (/^make/.test(language))
    for (const { 1: line = '', index } of code.matchAll(/^\t[@-]?([^\n]+)/gm)) add(line, index + 1)
  for (const { 0: scripts, index } of code.matchAll(/"scripts"\s*:\s*\{[^{}]*\}/g))
    for (const { 1: script = '', index: at } of scripts.matchAll(/:\s*"((?:[^"\\\n]|\\.)+)"/g))
      add(unescaped(script), index + at)
  for (const { 1: command = '', index } of code.matchAll(/"command"\s*:\s*"((?:[^"\\\n]|\\.)+)"/g))
    if (/\s/.test(command)) add(unescaped(command), index)
  for (const { index } of code.matchAll(/\bargs["']?\s*[:=]\s*\[/g)) {
    const before = code.slice(Math.max(0, index - 500), index)
    const [, name] = [...before.matchAll(/\bcommand["']?\s*[:=]\s*["']?([\w./@:~$-]+)/g)].at(-1) ?? []
    const args = stringsIn(code.slice(code.indexOf('[', index), code.indexOf(']', index)))
    if (name) add([name, ...args].map(quote).join(' '), index)
  }
  if (/^(?:jsx?|tsx?|mjs|cjs|javascript|typescript|py|python|php|rb|ruby)$/.test(language))
    for (const { 0: start, index } of code.matchAll(pattern('startsProgram')))
      startedBy(code, index + start.length, add)
  return found
}

type Add = (text: string, start: number) => void

/** A text up to the end of its line, and of those that a backslash continues. */
const continued = (text: string): string => text.slice(0, text.search(/(?<!\\)\n|$(?!\n)/))

/** `run: …` and `script: …`, on one line or as a block of lines. */
function yamlScripts(code: string, add: Add): void {
  const lines = code.split('\n')
  let start = 0
  for (const [index, line] of lines.entries()) {
    const [key = '', indent = '', value = ''] =
      /^([ \t]*)(?:- )?(?:run|script|cmd|command):[ \t]*(\S.*)?$/.exec(line) ?? []
    if (/^[|>]/.test(value)) {
      const rest = lines.slice(index + 1)
      const end = rest.findIndex((other) => other.trim() !== '' && other.search(/\S/) <= indent.length)
      add(rest.slice(0, end === -1 ? undefined : end).join('\n'), start + line.length + 1)
    } else if (key !== '' && value !== '' && !value.startsWith('[') && !/\bcommand:/.test(line))
      add(value.replace(/^(["'])(.*)\1$/, '$2'), start + line.indexOf(value))
    start += line.length + 1
  }
}

/** `execSync("npm ci")`, `spawn("npm", ["ci"])`, `subprocess.run(["npm", "ci"])`: the call’s first argument, and a list behind it. */
function startedBy(code: string, at: number, add: Add): void {
  const call = code.slice(at, at + 1000)
  const one = /^(["'`])((?:\\.|(?!\1)[^\\\n])+)\1/.exec(call)
  const rest = one ? call.slice(one[0].length) : call
  const list = /^(?:\s*,\s*)?\[([^\]]*)\]/.exec(rest)?.[1] ?? ''
  const words = stringsIn(list).map(quote)
  if (one) add([unescaped(one[2] ?? ''), ...words].join(' '), at + 1)
  else if (words.length > 0) add(words.join(' '), at + 1)
}

const stringsIn = (list: string): string[] =>
  [...list.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n]){0,800})\1/g)].map(([, , text = '']) => unescaped(text))

const unescaped = (text: string): string => text.replace(/\\(["'`\\])/g, '$1')

/** Prompts become blanks of the same length, so that offsets stay true. */
function withoutPrompts(code: string, language: string): string {
  let text = code.replace(/\r/g, ' ')
  if (/^(?:powershell|pwsh|ps1?)$/.test(language)) text = text.replace(/`\n/g, ' \n').replaceAll('\\', '/')
  if (/^(?:cmd|bat|batch|dos)$/.test(language)) text = text.replace(/\^\n/g, ' \n').replace(/[\\;]/g, '/')
  if (!/^[ \t]*(?:[$%❯➜>#]|PS |[\w.-]+@|[A-Z]:\\)/m.test(text)) return text
  return text
    .split('\n')
    .map((line) => line.replace(pattern('prompt'), (mark) => ' '.repeat(mark.length)))
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
    texts.push({ text: stringsIn(list).map(quote).join(' '), at: index + 1 })
  }
  return texts
}
