import { relative, resolve } from 'node:path'
import { printable } from '../model/text.ts'
import type { PageResult } from '../verify/verify-page.ts'
import { plural } from './print-problems.ts'

const shownLines = 30
const shownCharacters = 3000

/** One line of progress. */
export const resultLine = ({ id, milliseconds, failure }: PageResult): string =>
  `${failure === undefined ? 'ok     ' : failure.blameless ? 'NOT RUN' : 'FAILED '} ${id} ${(milliseconds / 1000).toFixed(1)} s\n`

export function summaryLine(results: readonly PageResult[]): string {
  const notRun = results.filter(({ failure }) => failure?.blameless).length
  const failed = results.filter(({ failure }) => failure !== undefined).length - notRun
  const rest = notRun === 0 ? '' : `, ${notRun} could not be run here`
  return `${plural(results.length - notRun, 'page')} run, ${failed} failed${rest}\n`
}

/** Where a page failed, what was expected, and the end of what was printed. */
export function failureText({ path, packages, failure }: PageResult, content: string, cwd: string): string {
  if (failure === undefined) return ''
  const { line, column, expected, got, output } = failure
  const printed = output.trimEnd()
  const lines = printed.slice(-shownCharacters).split('\n').slice(-shownLines)
  const cut = lines.join('\n').length < printed.length ? ', its end' : ''
  const text = [
    `${relative(cwd, resolve(content, path))}:${line}:${column}`,
    `  expected ${expected}`,
    `  got ${got}`,
    ...(packages === undefined ? [] : [`  with ${packages.join(', ')}`]),
    ...(printed === '' ? [] : [`  printed${cut}:`, ...lines.map((shown) => `  | ${shown}`)]),
    '\n',
  ]
  return harmless(text.join('\n'))
}

/** For a terminal and for the log of a workflow, which takes `##[…]` for a command wherever it stands. */
const harmless = (text: string): string => printable(text).replaceAll('##[', '## [')
