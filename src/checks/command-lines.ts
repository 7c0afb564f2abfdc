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
