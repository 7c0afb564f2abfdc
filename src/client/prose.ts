import type { Lexicon } from './lexicon.ts'
import type { MatchEntry } from './match-file.ts'
import { tokenize } from './tokens.ts'

/** Longer texts are logs: their words overlap with everything. */
const longestProse = 80
const proseShare = 0.5
const proseWeight = 16

/**
 * For texts that describe a failure in words: entries whose title or signs hold a large share of what the text says.
 * Gives the weight of what both say.
 */
export function proseIndex(
  entries: readonly MatchEntry[],
  lexicon: Lexicon,
): (words: readonly string[]) => { entry: MatchEntry; matched: string; weight: number }[] {
  const texts = entries.flatMap((entry) => [
    ...entry.signs.map((sign) => ({
      entry,
      matched: sign,
      words: contentWords(tokenize(`${sign} ${[...entry.codes, ...entry.products].join(' ')}`)),
    })),
    {
      entry,
      matched: entry.title,
      words: contentWords(
        tokenize([entry.title, ...entry.signs, ...entry.codes, ...entry.products].join(' ')),
      ),
    },
  ])
  const holders = new Map<string, number[]>()
  for (const [index, { words }] of texts.entries()) {
    for (const word of words) {
      const list = holders.get(word)
      if (list) list.push(index)
      else holders.set(word, [index])
    }
  }
  return (words) => {
    if (words.length > longestProse) return []
    const said = contentWords(words)
    const all = lexicon.weigh(said)
    const shared = new Map<number, number>()
    for (const word of said) {
      const weight = lexicon.weigh([word])
      for (const index of holders.get(word) ?? []) shared.set(index, (shared.get(index) ?? 0) + weight)
    }
    return [...shared].flatMap(([index, weight]) => {
      const text = texts[index]
      if (text === undefined || weight < proseWeight || weight < all * proseShare) return []
      return [{ entry: text.entry, matched: text.matched, weight: weight / 2 }]
    })
  }
}

const stopWords = new Set(
  'a an and are as at be but by can does do for from has have he how i if in into is it its me my no not of on only or our she so still than that the their them then there they this to too up was we were what when where which while who why will with without you your'.split(
    ' ',
  ),
)

const contentWords = (words: readonly string[]): Set<string> =>
  new Set(words.filter((word) => !stopWords.has(word)))
