import { findSecrets } from '../checks/secret.ts'
import { slugLength } from '../model/fields.ts'
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

/** Words that nobody searches for. */
const stopWords = new Set(
  'a an and are as at be been but by for from has have in into is it its of on or so than that the then there this to was were when where which while with you your'.split(
    ' ',
  ),
)
/** Longer names are hard to read in a list; the limit itself is higher. */
const comfortable = 64

/** A file name from the first text that has words for one; empty if none has. */
export function slugOf(...texts: readonly string[]): string {
  for (const text of texts) {
    const words =
      text
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[\p{M}'’`]/gu, '')
        .match(/[a-z0-9]+/g)
        ?.filter((word) => !stopWords.has(word))
        .filter((word, at, all) => word !== all[at - 1]) ?? []
    let slug = ''
    for (const word of words) {
      const longer = slug === '' ? word.slice(0, slugLength) : `${slug}-${word}`
      if (longer.length > comfortable && slug !== '') break
      slug = longer
    }
    // A few Latin letters in a title of another script say nothing.
    if (slug.length >= 6 || (slug.length >= 3 && !/[^\p{ASCII}]/u.test(text))) return slug
  }
  return ''
}
