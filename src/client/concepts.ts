/*
 * Words as descriptions are compared by: without their endings, and with one word for what the field names in several
 * ways, so that `it hangs forever` finds `the command never returns`.
 */

import lists from './words.json' with { type: 'json' }

const unchanged = new Set(['windows', 'https', 'kubernetes', 'postgres', 'always', 'embed', 'embedding'])

/** Words of the same meaning in reports of failures; the first one of a line stands for all. */
const meaning = new Map<string, string>()
for (const line of lists.synonyms) {
  const [first = '', ...others] = line.split(' ')
  for (const word of [first, ...others]) meaning.set(stem(word), stem(first))
}

/** Plural and verb endings; short words and names that look like plurals stay. */
function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word) || unchanged.has(word)) return word
  let stemmed = word
  if (/[^suia]s$/.test(word)) stemmed = word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  const verb = /^(.{4,}?)(?:ing|ed|ly)$/.exec(stemmed)?.[1]
  if (verb !== undefined) stemmed = /([^lsz])\1$/.test(verb) ? verb.slice(0, -1) : verb
  return stemmed.length > 4 && stemmed.endsWith('e') ? stemmed.slice(0, -1) : stemmed
}

/** Marks words of descriptions, which are counted apart from those of messages. */
const described = '~'

/** The word that stands for this one in descriptions. */
export function concept(word: string): string {
  const known = concepts.get(word)
  if (known !== undefined) return known
  const stemmed = stem(word)
  const found = described + (meaning.get(stemmed) ?? stemmed)
  if (concepts.size < mostRemembered) concepts.set(word, found)
  return found
}

const concepts = new Map<string, string>()
const mostRemembered = 20_000
