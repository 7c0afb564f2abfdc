import { isMatchEntry, type MatchEntry, notOurs, parseObject } from './catalog-files.ts'
import { concept } from './concepts.ts'
import { createMatcher, type Matcher } from './match.ts'
import { add, type Description, inRow, type Message, prepare, varies } from './prepare.ts'
import { isNumber, rareCount, textWords, wordWeights } from './words.ts'

/*
 * The matcher's files of a large catalog. The key of a message is its rarest word; a description has several. A Bloom
 * filter in the root tells which keys exist, and the entries are in the shards that their keys hash to.
 */

/** Placements of entries in a shard, on average: some 3 KB compressed. */
const entriesOfShard = 8
/** Bits of the filter for each key, and in total so that the root stays small. */
const bitsOfKey = 10
const mostBits = 600_000
/** Keys of a title or sign, which texts tell in other words. */
const keysOfDescription = 4
/** A word of more entries is no further key of a description: its shard would be large. */
const mostHolders = 50

/** Of shards that one look-up reads. */
const mostShards = 4
const hashes = 2

/** FNV-1a, mixed once more because the shards and the filter need all bits. */
function hash(text: string, seed: number): number {
  let found = 0x811c9dc5 ^ seed
  for (let at = 0; at < text.length; at++) found = Math.imul(found ^ text.charCodeAt(at), 0x01000193)
  found = Math.imul(found ^ (found >>> 15), 0x2c1b3c6d)
  return (found ^ (found >>> 12)) >>> 0
}

/** The bits that a key sets in a filter of so many bits. */
const bitsOf = (key: string, bits: number): number[] =>
  Array.from({ length: hashes }, (_, index) => hash(key, index + 1) % bits)

/** How many entries use a concept, at least, by the counts of words that are not rare. */
function conceptCounts(counts: Iterable<readonly [string, number]>): Map<string, number> {
  const found = new Map<string, number>()
  for (const [word, count] of counts) {
    const key = word.startsWith('~') ? word : concept(word)
    found.set(key, Math.max(count, found.get(key) ?? 0))
  }
  return found
}

/** Puts those words first that say most, longer ones first, which few texts have by chance; numbers, which vary, last. */
function mostTelling(counts: ReadonlyMap<string, number>, entries: number) {
  const weights = wordWeights({ get: (word) => counts.get(word) ?? 1 }, entries)
  const weightOf = (word: string) => (isNumber(word.slice(1)) ? 0 : (weights.get(word) ?? 0))
  return (a: string, b: string): number => weightOf(b) - weightOf(a) || b.length - a.length
}

/** The shards that the keys in a text lead to, those of the most telling words first. */
function shardsFor({ words, shards, keys, count }: ShardRoot, text: string): number[] {
  const counts = conceptCounts(Object.entries(words))
  const filter = atob(keys)
  const isSet = (bit: number) => filter.charCodeAt(bit >> 3) & (1 << (bit & 7))
  const found = [...new Set(textWords(text).sequence.map(concept))]
    .filter((word) => bitsOf(word, filter.length * 8).every(isSet))
    .sort(mostTelling(counts, count))
  return [...new Set(found.map((key) => hash(key, 0) % shards))].slice(0, mostShards)
}

/** A matcher for this text, of the entries that it can be about. */
export async function shardMatcher(
  root: ShardRoot,
  text: string,
  read: (path: string) => Promise<Shard>,
): Promise<Matcher & { readonly entries: readonly MatchEntry[] }> {
  const found = await Promise.all(shardsFor(root, text).map((number) => read(`match/${number}.json`)))
  const byId = new Map<string, MatchEntry>()
  for (const entry of found.flatMap(({ entries }) => entries)) byId.set(entry.id, entry)
  const entries = [...byId.values()]
  const listed = new Map(Object.entries(root.words))
  const { counts } = prepare(entries).statistics
  const ofAll = {
    entries: root.count,
    counts: { get: (word: string) => listed.get(word) ?? counts.get(word) },
    commonLeaders: new Set(root.commonLeaders),
    names: new Set(root.names),
    frames: new Set(found.flatMap(({ frames }) => frames)),
  }
  return { ...createMatcher({ entries }, ofAll), entries }
}

/** `match.json` and the shards of a large catalog. */
export function shardFiles(entries: readonly MatchEntry[], generated: string) {
  const prepared = prepare(entries)
  const { statistics } = prepared
  const messagesOf = new Map<string, Message[]>()
  for (const message of prepared.messages) add(messagesOf, message.entry.id, message)
  const descriptionsOf = new Map<string, Description[]>()
  for (const description of prepared.descriptions) add(descriptionsOf, description.entry.id, description)
  const all = statistics.counts as ReadonlyMap<string, number>
  const rare = rareCount(entries.length)
  const counts = conceptCounts(all)
  const first = mostTelling(counts, entries.length)
  const placed = new Map<string, Set<MatchEntry>>()
  const frames = new Map<MatchEntry, readonly string[]>()
  for (const entry of entries) {
    const messages = messagesOf.get(entry.id) ?? []
    const descriptions = descriptionsOf.get(entry.id) ?? []
    for (const key of keysOf(messages, descriptions, counts, first))
      placed.set(key, (placed.get(key) ?? new Set()).add(entry))
    frames.set(
      entry,
      messages.flatMap(({ words }) => inRow(words).filter((row) => statistics.frames.has(row))),
    )
  }
  const json = JSON.stringify(entries)
  const digest = `${hash(json, 0)}-${hash(json, 1)}`
  const placements = [...placed.values()].reduce((sum, { size }) => sum + size, 0)
  const contents = Array.from({ length: Math.ceil(placements / entriesOfShard) }, () => new Set<MatchEntry>())
  const filter = new Uint8Array(Math.ceil(Math.min(placed.size * bitsOfKey, mostBits) / 8))
  for (const [key, holders] of placed) {
    for (const bit of bitsOf(key, filter.length * 8))
      filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7))
    for (const entry of holders) contents[hash(key, 0) % contents.length]?.add(entry)
  }
  const root = {
    format: 2 as const,
    generated,
    count: entries.length,
    /** Of all entries; each shard repeats it. */
    digest,
    /** How many there are, `/match/<number>.json` from 0. */
    shards: contents.length,
    /** How many entries use a word, of the words that are not rare. */
    words: Object.fromEntries([...all].filter(([, count]) => count > rare)),
    /** The filter, in base64. */
    keys: btoa(filter.reduce((text, byte) => text + String.fromCharCode(byte), '')),
    commonLeaders: [...statistics.commonLeaders],
    names: [...statistics.names],
  }
  const shards = contents.map((of) => {
    const rows = [...of].flatMap((entry) => frames.get(entry) ?? [])
    return { digest, frames: [...new Set(rows)], entries: [...of] }
  })
  return { root, shards }
}

/** One key for each message, if possible the same for several; a few for each description. */
function keysOf(
  messages: readonly Message[],
  descriptions: Iterable<Description>,
  counts: ReadonlyMap<string, number>,
  first: (a: string, b: string) => number,
): string[] {
  const byWeight = (a: string, b: string): number =>
    first(a, b) || (times.get(b) ?? 0) - (times.get(a) ?? 0) || (a < b ? -1 : 1)
  const inMessages = messages
    .filter(({ wrapper }) => !wrapper)
    .map(({ words, head }) => [...new Set(words.slice(head))].filter((word) => word !== varies).map(concept))
  const times = new Map<string, number>()
  for (const word of inMessages.flat()) times.set(word, (times.get(word) ?? 0) + 1)
  const keys = inMessages.flatMap((words) => words.sort(byWeight).slice(0, 1))
  for (const { words, names, kind } of descriptions) {
    const own = [...words].filter((word) => !names.includes(word)).sort(byWeight)
    const few = own.filter((word, at) => at === 0 || (counts.get(word) ?? 0) <= mostHolders)
    keys.push(...few.slice(0, kind === 'page' ? 1 : keysOfDescription))
  }
  return keys
}

/** `match.json` of a large catalog, and a file that it leads to. */
export type ShardRoot = ReturnType<typeof shardFiles>['root']
export type Shard = ReturnType<typeof shardFiles>['shards'][number]

/** Undefined for a `match.json` of another format. Throws if it is truncated. */
export function parseRoot(body: string): ShardRoot | undefined {
  if (!body.startsWith('{"format":2,')) return undefined
  const data = parseObject(body, 'match.json') as unknown as ShardRoot
  if (typeof data.digest !== 'string' || !Number.isInteger(data.shards)) throw notOurs('match.json')
  return data
}

/** Throws if the shard does not belong to this root, because another version has been published. */
export function parseShard(body: string, { digest }: ShardRoot): Shard {
  const shard = parseObject(body, 'the shard') as unknown as Shard
  if (shard.digest !== digest || !Array.isArray(shard.entries)) throw notOurs('the shard')
  return { ...shard, entries: shard.entries.filter(isMatchEntry) }
}
