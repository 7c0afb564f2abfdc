import { collapse, cut } from '../model/text.ts'
import { shownPaste } from './paste.ts'
import { redacted } from './without-secrets.ts'

/** Lines of a paste that a page lists as `errors`, and how much of them: the frontmatter has 2 KB in all. */
const mostMessages = 4
const longestMessage = 300
const mostBytes = 900

/** A place in a program, a caret under it, a prompt with what was typed: no message. */
const noMessage =
  /^(?:at\s+\S.*[:(]|at <anonymous>|File ".*", line \d+|Traceback \(most recent|\.\.\. \d+ more|[~^\s|│]+$|[$>%#]\s|[-=*_#+]{4,}|(?:npm|yarn|pnpm) (?:run|test|start)\b)/
/** Words of a line that says what went wrong. */
export const tells =
  /error|exception|fail|refused|denied|invalid|can(?:no|'|’)t|could(?: no|n['’])t|unable|not (?:found|allowed|supported|permitted)|no such|unauthori|forbidden|timed? ?out|exceed|reject|unsupported|unknown|unexpected|missing|fatal|panic|abort|\bE[A-Z]{4,}\b|(?<![\d.])[45]\d\d(?![\d.])|错误|失败|エラー|失敗|오류|실패|ошибк|не удалось|fehler|erreur|échou/iu
const timestamp =
  /^(?:\[?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?\]?|\[?\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?\]?)[\s:|-]*/

/**
 * The messages in a paste as `errors` lists them: the lines that say what went wrong, with `…` for what certainly
 * varies (times, identifiers, addresses in memory, home folders). Ports, numbers and names may be what tells this
 * error from others, so they stay for the author to judge.
 */
export function messageLines(paste: string): string[] {
  const lines = shownPaste(paste)
    .split('\n')
    .map((line) => collapse(line).replace(timestamp, ''))
    .filter((line) => line !== '' && !noMessage.test(line))
  const telling = lines.filter((line) => tells.test(line))
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
