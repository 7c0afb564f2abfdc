import type { IndexEntry } from '../model/index-entry.ts'
import { nearest } from '../model/text.ts'
import { stopWords } from './words.ts'

const shown = 10
/** An entry is shown if it has the words that make up this share of what all of them weigh. */
const leastShare = 0.5
const inTitle = 2

/** Entries that have some of the words or words spelled like them, best first: for a text that no entry has all words of. */
export function closest(entries: readonly IndexEntry[], text: string): IndexEntry[] {
  const texts = entries.map((entry) => ({
    entry,
    title: asWords(entry.title),
    body: asWords(entry.symptom ?? ''),
  }))
  const vocabulary = [...new Set(texts.flatMap(({ title }) => title.trim().split(' ')))].filter(
    (word) => word.length > 3,
  )
  const holdersOf = (word: string) =>
    texts.filter(({ title, body }) => title.includes(` ${word}`) || body.includes(` ${word}`)).length
  const words = [...new Set(asWords(text).trim().split(' '))]
    .filter((word) => [...word].length > 2 && !stopWords.has(word))
    .flatMap((typed) => {
      const stem = typed.length > 4 ? typed.replace(/s$/, '') : typed
      const word = holdersOf(stem) > 0 ? stem : nearest(typed, vocabulary)
      return word === undefined ? [] : [{ word, weight: Math.log(1 + texts.length / holdersOf(word)) }]
    })
  const all = words.reduce((sum, { weight }) => sum + weight, 0)
  const scored = texts.map(({ entry, title, body }) => {
    const held = words.filter(({ word }) => title.includes(` ${word}`) || body.includes(` ${word}`))
    const share = held.reduce((sum, { weight }) => sum + weight, 0) / all
    const named = held.filter(({ word }) => title.includes(` ${word}`))
    return { entry, share, score: share + inTitle * named.reduce((sum, { weight }) => sum + weight / all, 0) }
  })
  return scored
    .filter(({ share }) => share >= leastShare)
    .sort((a, b) => b.score - a.score)
    .slice(0, shown)
    .map(({ entry }) => entry)
}

/** Lower-case words with a space before and after each. */
const asWords = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .join(' ')} `
