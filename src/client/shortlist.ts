import type { MatchEntry } from './catalog-files.ts'
import { leastWeight, passages, sharedWeights } from './find-descriptions.ts'
import { add, type Description, type Message, type Prepared, prepare, varies } from './prepare.ts'
import type { TextWords } from './words.ts'
import { wordWeights } from './words.ts'

/**
 * A prepared catalog that can be stored as JSON, because preparing it takes longer than the rest of a single look-up. A
 * text needs few of its rows, and they give the same answer as the whole catalog.
 */
export interface Shortlists {
  readonly entries: number
  readonly names: readonly string[]
  /**
   * Of each word: how many entries use it; the rows of messages that it leads to; the rows of descriptions that have it.
   * Written as `12;0,7,31;7,44`, because most of them are never read.
   */
  readonly words: Readonly<Record<string, string>>
}

/** The lists, and as JSON each entry, and each message and description with the row of its entry. */
export function shortlistsOf(entries: readonly MatchEntry[]): { lists: Shortlists; rows: string[] } {
  const { statistics, messages, descriptions, ...byWord } = prepare(entries)
  const places = new Map([...entries, ...messages, ...descriptions].map((item, at) => [item, at] as const))
  const numbersOf = (items: readonly (Message | Description)[] = []): string =>
    [...new Set(items.map((item) => places.get(item)))].join()
  const listOf = (word: string): string => {
    const leads = [...(byWord.messagesByAnchor.get(word) ?? []), ...(byWord.messagesByLeader.get(word) ?? [])]
    const described = byWord.descriptionsByWord.get(word)
    return [statistics.counts.get(word), numbersOf(leads), numbersOf(described)].join(';')
  }
  const words = new Set([...messages.flatMap(({ words }) => words), ...byWord.descriptionsByWord.keys()])
  words.delete(varies)
  const rows = [
    ...entries,
    ...messages.map((message) => ({
      ...message,
      entry: places.get(message.entry),
      values: [...message.values],
    })),
    ...descriptions.map((one) => ({ ...one, entry: places.get(one.entry), words: [...one.words] })),
  ]
  const lists = {
    entries: entries.length,
    names: [...statistics.names],
    words: Object.fromEntries([...words].map((word) => [word, listOf(word)])),
  }
  return { lists, rows: rows.map((row) => JSON.stringify(row)) }
}

/** The messages and descriptions that a text can be about. */
export function prepareShortlist(
  { entries, names, words }: Shortlists,
  text: TextWords,
  rowAt: (number: number) => string,
): Prepared {
  const columns = (word: string): string[] =>
    (Object.hasOwn(words, word) ? (words[word] ?? '') : '').split(';')
  const numbersAt = (word: string, column: number): number[] =>
    (columns(word)[column] || undefined)?.split(',').map(Number) ?? []
  const weights = wordWeights({ get: (word) => Number(columns(word)[0]) || undefined }, entries)
  const messages = new Set([...text.distinct].flatMap((word) => numbersAt(word, 1)))
  const descriptions = new Set<number>()
  for (const passage of passages(text)) {
    const { shared, unread } = sharedWeights(passage, weights, (word) => numbersAt(word, 2))
    const missing = leastWeight - unread.reduce((sum, { weight }) => sum + weight, 0)
    for (const [number, { weight }] of shared) if (weight >= missing - rounding) descriptions.add(number)
  }
  const known = new Map<number, MatchEntry>()
  const parsed = (number: number) => {
    const row = JSON.parse(rowAt(number))
    const entry = known.get(row.entry) ?? JSON.parse(rowAt(row.entry))
    known.set(row.entry, entry)
    return { ...row, entry }
  }
  const inOrder = (numbers: ReadonlySet<number>) => [...numbers].sort((a, b) => a - b).map(parsed)
  const messagesByAnchor = new Map<string, Message[]>()
  const messagesByLeader = new Map<string, Message[]>()
  const descriptionsByWord = new Map<string, Description[]>()
  for (const row of inOrder(messages)) {
    const message: Message = { ...row, values: new Set(row.values) }
    add(messagesByAnchor, message.words[message.anchor], message)
    for (const word of message.leaders) add(messagesByLeader, word, message)
  }
  for (const row of inOrder(descriptions)) {
    const description: Description = { ...row, words: new Set(row.words) }
    for (const word of description.words) add(descriptionsByWord, word, description)
  }
  const statistics = { entries, names: new Set(names) }
  return { statistics, weights, messagesByAnchor, messagesByLeader, descriptionsByWord }
}

/** Sums of the same weights in another order differ by less. */
const rounding = 1e-9
