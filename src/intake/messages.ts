import { stripVTControlCharacters } from 'node:util'
import { collapse, cut } from '../model/text.ts'

/** Replaces a secret; the checks accept it as a placeholder. */
export const redacted = '<redacted>'

const mostLines = 24
const mostCharacters = 1600
const longestLine = 400

/** A paste as a page may show it: without colour codes, names of home folders and mail addresses. */
function shownPaste(paste: string): string {
  return stripVTControlCharacters(paste)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/((?:\/home|\/Users)\/|[A-Za-z]:\\Users\\)[^/\\\s:;,"'`<>()]+/g, '$1…')
    .replace(/(?<![\w.+-])(?!git@)[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,4}[a-z]{2,12}\b/gi, '…')
    .replace(/^\n+|(?<!\n)\n+$/g, '')
}

/** Cuts a long paste to the lines around its first message: a page is not a log. */
export function cutPaste(paste: string): string {
  const all = shownPaste(paste)
    .split('\n')
    .map((line) => (line.length > longestLine ? `${cut(line, longestLine)} …` : line))
  const first = all.findIndex(tells)
  const from = all.length <= mostLines ? 0 : Math.max(0, first - 3)
  const kept: string[] = []
  let length = 0
  for (const line of all.slice(from, from + mostLines)) {
    length += line.length + 1
    if (length > mostCharacters) break
    kept.push(line)
  }
  return [...(from > 0 ? ['…'] : []), ...kept, ...(from + kept.length < all.length ? ['…'] : [])].join('\n')
}

/** Limits for the messages of a paste: the frontmatter may have 2 KB in all. */
const mostMessages = 4
const longestMessage = 300
const mostBytes = 900

/** Stack frames, carets, prompts and rulers, which are not messages. */
const noMessage =
  /^(?:at\s+\S.*[:(]|at <anonymous>|File ".*", line \d+|Traceback \(most recent|\.\.\. \d+ more|[~^\s|│]+$|[$>%#]\s|[-=*_#+]{4,}|(?:npm|yarn|pnpm) (?:run|test|start)\b|[·└] (?:Failed|Done) )/
/** What package managers and compose print in front of each line. */
const prefix = /^(?:➤ YN\d{4}: [│┌]?\s*|\S+-\d+\s+\| )/
/** Words of a line with an error. */
const words =
  /error|exception|fail|refused|denied|invalid|can(?:no|'|’)t|could(?: no|n['’])t|unable|not (?:found|allowed|supported|permitted)|no such|unauthori|forbidden|timed? ?out|exceed|reject|unsupported|unknown|unexpected|missing|fatal|panic|abort|(?<![\d.])[45]\d\d(?![\d.])|错误|失败|エラー|失敗|오류|실패|ошибк|не удалось|fehler|erreur|échou/iu
const codes = /\bE[A-Z]{4,}\b/

/** Does a line say what went wrong? */
export const tells = (line: string): boolean => words.test(line) || codes.test(line)

const timestamp =
  /^(?:\[?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?\]?|\[?\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?\]?)[\s:|-]*/

/**
 * The messages in a paste as `errors` lists them: the lines that say what went wrong, with `…` for what certainly
 * varies (times, identifiers, memory addresses, home folders). Ports, numbers and names may distinguish this error from
 * others, so the author decides about them.
 */
export function messageLines(paste: string): string[] {
  const lines = shownPaste(paste)
    .split('\n')
    .map((line) => collapse(line).replace(timestamp, '').replace(prefix, ''))
    .filter((line) => line !== '' && !noMessage.test(line))
  const telling = lines.filter(tells)
  const chosen = telling.length > 0 ? telling : lines.slice(0, 1)
  const messages = [...new Set(chosen.map(varied).filter((line) => /\p{L}/u.test(line)))]
  const bytes = (count: number) => Buffer.byteLength(messages.slice(0, count).join(''))
  return messages.slice(0, mostMessages).filter((_, index) => bytes(index + 1) <= mostBytes)
}

function varied(line: string): string {
  const text = line
    .replaceAll(redacted, '…')
    .replace(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '…')
    .replace(/\b0x[0-9a-f]{6,16}\b/gi, '…')
    .replace(/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?/g, '…')
    .replace(/\b([a-z]{2,12}_)(?=[A-Za-z]*\d)[A-Za-z0-9]{14,}\b/g, '$1…')
    .replace(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{16,}\b/g, '…')
    .replace(/…(?:\s*…)+/g, '…')
  if (text.length <= longestMessage) return text
  const head = cut(text, longestMessage)
  return `${head.slice(0, head.lastIndexOf(' ') > longestMessage / 2 ? head.lastIndexOf(' ') : undefined)} …`
}
