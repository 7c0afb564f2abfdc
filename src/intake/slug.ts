import { slugLength } from '../model/fields.ts'

/** Words that nobody searches for. */
const small = new Set(
  'a an and are as at be been but by for from has have in into is it its of on or so than that the then there this to was were when where which while with you your'.split(
    ' ',
  ),
)
/** Longer names are hard to read in a list; the limit itself is higher. */
const comfortable = 64

const notRepeated = (word: string, at: number, words: readonly string[]): boolean => word !== words[at - 1]

/** A file name out of the first text that has words for one; empty when none has. */
export function slugOf(...texts: readonly string[]): string {
  for (const text of texts) {
    const words =
      text
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[\p{M}'’`]/gu, '')
        .match(/[a-z0-9]+/g) ?? []
    let slug = ''
    for (const word of words.filter((each) => !small.has(each)).filter(notRepeated)) {
      const longer = slug === '' ? word.slice(0, slugLength) : `${slug}-${word}`
      if (longer.length > comfortable && slug !== '') break
      slug = longer
    }
    // A few letters of a title in another script say nothing.
    if (slug.length >= 6 || (slug.length >= 3 && !/[^\p{ASCII}]/u.test(text))) return slug
  }
  return ''
}
