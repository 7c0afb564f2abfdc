import type { IndexEntry } from '../model/json-files.ts'

/*
 * The order in which people are shown what the contract's search keeps. It never adds or drops an entry, so that every
 * client finds the same. Small on purpose: a handful of entries is left when every word must occur, and the index is
 * read anew by each page view, so nothing is worth preparing.
 */

const inTitle = 4
const wholeWord = 3
const titleStart = 2
const phraseInTitle = 6
const phraseInSymptom = 2
const namesCategory = 3

/** Best first; equals keep the index's order. */
export function rank(entries: readonly IndexEntry[], keywords: string): IndexEntry[] {
  const phrase = keywords.toLowerCase().trim().replace(/\s+/g, ' ')
  const words = phrase.split(' ').filter(Boolean)
  return entries
    .map((entry, place) => ({ entry, place, score: scoreOf(entry, words, phrase) }))
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .map(({ entry }) => entry)
}

function scoreOf(
  { title, symptom = '', category }: IndexEntry,
  words: readonly string[],
  phrase: string,
): number {
  const head = title.toLowerCase()
  const body = symptom.toLowerCase()
  let score = 0
  for (const word of words) {
    if (head.includes(word)) score += inTitle
    if (standsAlone(head, word)) score += wholeWord
    else if (standsAlone(body, word)) score += wholeWord / 2
    if (category.split('-').includes(word) || category === word) score += namesCategory
  }
  if (words[0] !== undefined && head.startsWith(words[0])) score += titleStart
  if (words.length > 1 && head.includes(phrase)) score += phraseInTitle
  else if (words.length > 1 && body.includes(phrase)) score += phraseInSymptom
  return score
}

/** Is the word in the text with no letter or digit on either side? */
function standsAlone(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordCharacter(text.charAt(at - 1)) && !isWordCharacter(text.charAt(at + word.length))) return true
  }
  return false
}

const isWordCharacter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)
