import { stripVTControlCharacters } from 'node:util'
import { cut } from '../model/text.ts'

const mostLines = 24
const mostCharacters = 1600
const longestLine = 400

/** A paste as a page may show it: no colour codes, no home folders and mail addresses of people. */
export function shownPaste(paste: string): string {
  return stripVTControlCharacters(paste)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/((?:\/home|\/Users)\/|[A-Za-z]:\\Users\\)[^/\\\s:;,"'`<>()]+/g, '$1…')
    .replace(/(?<![\w.+-])(?!git@)[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,4}[a-z]{2,12}\b/gi, '…')
    .replace(/^\n+|(?<!\n)\n+$/g, '')
}

/** Of a long paste the lines around its first message: a page is no log. */
export function cutPaste(paste: string, telling: RegExp): string {
  const all = shownPaste(paste)
    .split('\n')
    .map((line) => (line.length > longestLine ? `${cut(line, longestLine)} …` : line))
  const first = all.findIndex((line) => telling.test(line))
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
