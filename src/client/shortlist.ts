import type { MatchEntry } from './catalog-files.ts'
import { leastWeight, passages, sharedWeights } from './find-descriptions.ts'
import { type Prepared, prepare, varies } from './prepare.ts'
import type { TextWords } from './words.ts'
import { wordWeights } from './words.ts'

/**
 * An index that can be stored as JSON, because preparing a whole catalog takes longer than the rest of a single look-up.
 * It gives the few entries that a text can be about, and prepared alone they give the same answer as the whole catalog.
 */
export interface Shortlists {
  readonly entries: number
  readonly commonLeaders: readonly string[]
  readonly names: readonly string[]
  readonly frames: readonly string[]
  /**
   * Of each word: how many entries use it; those with a message that it leads to; those with a description that has it.
   * Written as `12;0,7,31;7,44`, because most rows are never read.
   */
  readonly words: Readonly<Record<string, string>>
}

export function shortlistsOf(entries: readonly MatchEntry[]): Shortlists {
  const { statistics, messagesByAnchor, messagesByLeader, descriptionsByWord } = prepare(entries)
  const frames = [...statistics.frames]
  const indexes = new Map(entries.map((entry, index) => [entry, index]))
  const indexesOf = (items: readonly { readonly entry: MatchEntry }[]): string =>
    [...new Set(items.map(({ entry }) => indexes.get(entry)))].join()
  const rowOf = (word: string): string => {
    const messages = [...(messagesByAnchor.get(word) ?? []), ...(messagesByLeader.get(word) ?? [])]
    const described = descriptionsByWord.get(word) ?? []
    return [statistics.counts.get(word), indexesOf(messages), indexesOf(described)].join(';')
  }
  const words = new Set(descriptionsByWord.keys())
  for (const messages of messagesByAnchor.values())
    for (const message of messages) for (const word of message.words) words.add(word)
  words.delete(varies)
  return {
    entries: entries.length,
    commonLeaders: [...statistics.commonLeaders],
    names: [...statistics.names],
    frames,
    words: Object.fromEntries([...words].map((word) => [word, rowOf(word)])),
  }
}

/** Prepares the entries that a text can be about; `entryAt` gets an entry by its index. */
export function prepareShortlist(
  { entries, commonLeaders, names, frames, words }: Shortlists,
  text: TextWords,
  entryAt: (index: number) => MatchEntry,
): Prepared {
  const columns = (word: string): string[] =>
    (Object.hasOwn(words, word) ? (words[word] ?? '') : '').split(';')
  const counts = { get: (word: string) => Number(columns(word)[0]) || undefined }
  const indexesAt = (word: string, column: number): number[] =>
    (columns(word)[column] || undefined)?.split(',').map(Number) ?? []
  const listed = new Set([...text.distinct].flatMap((word) => indexesAt(word, 1)))
  const weights = wordWeights(counts, entries)
  for (const passage of passages(text)) {
    const { shared, unread } = sharedWeights(passage, weights, (word) => indexesAt(word, 2))
    const missing = leastWeight - unread.reduce((sum, { weight }) => sum + weight, 0)
    for (const [index, { weight }] of shared) if (weight >= missing - rounding) listed.add(index)
  }
  const inOrder = [...listed].sort((a, b) => a - b)
  return prepare(inOrder.map(entryAt), {
    entries,
    counts,
    commonLeaders: new Set(commonLeaders),
    names: new Set(names),
    frames: new Set(frames),
  })
}

/** Sums of the same weights in another order differ by less. */
const rounding = 1e-9
