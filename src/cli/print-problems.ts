import { relative, resolve } from 'node:path'
import { styleText } from 'node:util'
import { prettyJson } from '../emit/output.ts'
import type { SourceFile } from '../model/document.ts'
import type { Problem } from '../model/problem.ts'
import { codeFrame, plural, printable } from '../model/text.ts'
import type { Environment } from './environment.ts'

export const formats = ['pretty', 'unix', 'json', 'github', 'sarif'] as const
type Format = (typeof formats)[number]

interface Printed {
  readonly format?: Format
  /** The folder to which paths of problems are relative. */
  readonly content: string
  /** For quoting lines. */
  readonly sources?: readonly SourceFile[]
}

/** Problems as text. Paths are relative to the working folder, so that terminals and editors can open them. */
export function printProblems(
  problems: readonly Problem[],
  { format = 'pretty', content, sources = [] }: Printed,
  { cwd, colour }: Environment,
): string {
  const shown = (path: string) => relative(cwd, resolve(content, path))
  const placed = problems.map((problem) => ({ ...problem, path: shown(problem.path) }))
  switch (format) {
    case 'json':
      return prettyJson(placed)
    case 'sarif':
      return sarif(placed)
    case 'unix':
      return placed
        .map(
          (p) => `${printable(`${p.path}:${p.line}:${p.column}: ${p.severity}: ${p.message} [${p.code}]`)}\n`,
        )
        .join('')
    case 'github':
      return placed.map(githubCommand).join('')
    case 'pretty': {
      const texts = new Map(sources.map(({ path, text }) => [shown(path), text]))
      return placed.map((problem) => pretty(problem, texts.get(problem.path), colour)).join('\n')
    }
  }
}

/** Problems as SARIF 2.1.0, for code scanning. */
function sarif(problems: readonly Problem[]): string {
  const codes = [...new Set(problems.map(({ code }) => code))].sort()
  return prettyJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'fixdex', rules: codes.map((id) => ({ id })) } },
        columnKind: 'utf16CodeUnits',
        results: problems.map(({ code, severity, path, line, column, message, hint }) => ({
          ruleId: code,
          level: severity,
          message: { text: printable(hint === undefined ? message : `${message}. ${hint}`) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
                region: { startLine: line, startColumn: column },
              },
            },
          ],
        })),
      },
    ],
  })
}

/** Workflow command of GitHub Actions; its own marks are percent-encoded. */
function githubCommand({ severity, path, line, column, code, message, hint }: Problem): string {
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const text = hint === undefined ? message : `${message}\n${hint}`
  return `::${severity} file=${property(printable(path))},line=${line},col=${column},title=${property(code)}::${data(printable(text))}\n`
}

function pretty(
  { severity, path, line, column, code, message, hint }: Problem,
  text: string | undefined,
  colour: boolean,
): string {
  const paint = (style: Parameters<typeof styleText>[0], words: string) =>
    colour ? styleText(style, words, { validateStream: false }) : words
  const head = `${paint('bold', printable(`${path}:${line}:${column}`))} ${paint(severity === 'error' ? 'red' : 'yellow', severity)} ${paint('dim', code)}`
  const lines = [head, `  ${printable(message)}`]
  // Secrets must not be repeated on a terminal or in a log.
  if (text !== undefined && code !== 'text/secret')
    lines.push(...codeFrame(text, line, column).map((frame) => `  ${paint('dim', frame)}`))
  if (hint !== undefined) lines.push(`  ${paint('cyan', 'hint:')} ${printable(hint)}`)
  return `${lines.join('\n')}\n`
}

/** "2 errors, 1 warning in 3 files" */
export function summary(problems: readonly Problem[]): string {
  const count = (severity: Problem['severity']) =>
    problems.filter((problem) => problem.severity === severity).length
  const files = new Set(problems.map(({ path }) => path)).size
  return `${plural(count('error'), 'error')}, ${plural(count('warning'), 'warning')} in ${plural(files, 'file')}`
}
