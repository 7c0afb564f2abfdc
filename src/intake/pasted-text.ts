import { findSecrets } from '../checks/secret.ts'
import { redacted } from './messages.ts'

/** Kind and line of a removed key or password. Never the value. */
export interface RemovedSecret {
  readonly name: string
  readonly line: number
}

/**
 * Removes keys and passwords that look real from all texts in a JSON value. A draft is committed, and a repository keeps
 * what was once committed, so they are removed before anything is written or shown.
 */
export function withoutSecrets<T>(value: T): { clean: T; removed: RemovedSecret[] } {
  const removed: RemovedSecret[] = []
  const cleanText = (text: string): string => {
    let at = 0
    let rest = ''
    for (const { name, start, end } of findSecrets(text).sort((a, b) => a.start - b.start)) {
      if (start < at) continue
      removed.push({ name, line: text.slice(0, start).split('\n').length })
      rest += text.slice(at, start) + redacted
      at = end
    }
    // A secret may hide another one.
    return at === 0 ? text : cleanText(rest + text.slice(at))
  }
  const clean = JSON.parse(JSON.stringify(value), (_, item) =>
    typeof item === 'string' ? cleanText(item) : item,
  )
  return { clean, removed }
}

/** A file name of at most 64 characters from the first text with enough Latin letters; empty if there is none. */
export const slugOf = (...texts: readonly string[]): string =>
  texts.map(slugged).find((slug) => slug.length >= 5) ?? ''

function slugged(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’`]/gu, '')
  const slug = plain.match(/[a-z0-9]+/g)?.join('-') ?? ''
  return /^.{1,64}(?=-|$)/.exec(slug)?.[0] ?? slug.slice(0, 64)
}
