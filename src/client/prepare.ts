import type { MatchEntry } from './catalog-files.ts'
import { codeSpans } from './codes.ts'
import { concept } from './concepts.ts'
import { isName, isSpecific, stopWords, tokenize, type WordWeights, wordWeights, wrappers } from './words.ts'

/** A literal message of an entry, as words. */
export interface Message {
  readonly entry: MatchEntry
  readonly text: string
  /** Is it quoted in the page's Symptom, and not one of its messages? */
  readonly quoted: boolean
  /** Is it what two messages of the page have in common, with a gap where they differ? */
  readonly general: boolean
  /** Has it only words of any report? */
  readonly ordinary: boolean
  /** `varies` stands between two fixed parts. */
  readonly words: readonly string[]
  /** How many words name the class of the error before the message itself; logs may lack them. */
  readonly head: number
  /** Index of the rarest word, where looking for the message is cheapest. */
  readonly anchor: number
  /** Says it only that something else failed, such as `Process completed with exit code 1`? Then it is no answer. */
  readonly wrapper: boolean
  /** Which words are quoted values. */
  readonly values: ReadonlySet<number>
  /** Index of the first word after the last colon, where a message tells the cause; 0 if there is none. */
  readonly cause: number
  /** Weight of all words, each counted once, and of those after the head. */
  readonly weight: number
  readonly bodyWeight: number
  /** Of each word: is it part of a frame that messages of other entries have too? */
  readonly frame: readonly boolean[]
  /** The rarest words; one of them has to be in a text for a part of the message to be found. */
  readonly leaders: readonly string[]
}

/** What tells of an entry, with its codes and products. */
export interface Description {
  readonly entry: MatchEntry
  readonly text: string
  /** `page` is title, signs and symptoms together. */
  readonly kind: 'sign' | 'title' | 'page'
  readonly words: ReadonlySet<string>
  readonly weight: number
  /** The words of each quoted value in it. */
  readonly values: readonly (readonly string[])[]
  /** Its rarest words besides the names of products, and those names. */
  readonly rarest: readonly string[]
  readonly names: readonly string[]
}

/** What the weights of words in single entries depend on, of all entries of a catalog. */
export interface Statistics {
  readonly entries: number
  /** How many entries use a word; undefined for a word that none uses. */
  readonly counts: Pick<ReadonlyMap<string, number>, 'get'>
  /** Words that lead to too many messages to help to find one of them. */
  readonly commonLeaders: ReadonlySet<string>
  /** Words that name products. */
  readonly names: ReadonlySet<string>
  /** Words in a row that messages of several entries have. */
  readonly frames: ReadonlySet<string>
}

/** Entries indexed for matching. */
export interface Prepared {
  readonly statistics: Pick<Statistics, 'entries' | 'names'>
  readonly weights: WordWeights
  readonly messagesByAnchor: ReadonlyMap<string, readonly Message[]>
  readonly messagesByLeader: ReadonlyMap<string, readonly Message[]>
  readonly descriptionsByWord: ReadonlyMap<string, readonly Description[]>
}

/** With all that was prepared, in the order of the entries. */
interface PreparedAll extends Prepared {
  readonly statistics: Statistics
  readonly messages: readonly Message[]
  readonly descriptions: readonly Description[]
}

/** Stands for a part of a message that varies; no word is equal to it. */
export const varies = '…'

/** A message this rare proves an entry by its presence; a common one such as `fetch failed` only makes it likely. */
export const provingWeight = 9

/** Prepares all entries of a catalog, or a few of them with the statistics of all. */
export function prepare(entries: readonly MatchEntry[], ofAll?: Statistics): PreparedAll {
  const tokenized = entries.map(tokenizeEntry)
  const counts = ofAll?.counts ?? countEntries(tokenized)
  const total = ofAll?.entries ?? entries.length
  const weights = wordWeights(counts, total)
  const frames = ofAll?.frames ?? framesIn(tokenized)
  const messagesByAnchor = new Map<string, Message[]>()
  const messagesByLeader = new Map<string, Message[]>()
  const descriptionsByWord = new Map<string, Description[]>()
  const messages: Message[] = []
  const descriptions: Description[] = []
  for (const { entry, names, messages: wordings, descriptions: texts } of tokenized) {
    for (const wording of wordings) {
      const { words } = wording
      const wrapper = isWrapper(words.filter((word) => word !== varies))
      const weighed = weighMessage(wording, weights)
      const message = { entry, ...wording, ...weighed, wrapper, frame: frameOf(words, frames) }
      messages.push(message)
      add(messagesByAnchor, words[message.anchor], message)
      for (const word of message.leaders) add(messagesByLeader, word, message)
    }
    for (const { text, words, kind } of texts) {
      const distinct = new Set(words)
      const ofNames = [...new Set(names.map(concept))]
      const rarest = [...distinct]
        .filter((word) => !ofNames.includes(word))
        .sort((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0))
        .slice(0, leadersOfEach)
      const weight = weightOf(distinct, weights)
      const values = quotedIn(text).map((value) => tokenize(value).map(concept))
      const description = { entry, text, kind, words: distinct, weight, values, rarest, names: ofNames }
      descriptions.push(description)
      for (const word of distinct) add(descriptionsByWord, word, description)
    }
  }
  const leaders = [...messagesByLeader].filter(([, messages]) => messages.length > mostPerLeader)
  const commonLeaders = ofAll?.commonLeaders ?? new Set(leaders.map(([word]) => word))
  for (const word of commonLeaders) messagesByLeader.delete(word)
  const names = ofAll?.names ?? new Set(tokenized.flatMap(({ names }) => names))
  const statistics = { entries: total, counts, commonLeaders, names, frames }
  return {
    statistics,
    weights,
    messages,
    descriptions,
    messagesByAnchor,
    messagesByLeader,
    descriptionsByWord,
  }
}

/** A word that leads to more messages is ignored. */
const mostPerLeader = 256

type TokenizedEntry = ReturnType<typeof tokenizeEntry>

function countEntries(entries: readonly TokenizedEntry[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { messages, descriptions } of entries) {
    const all = [...messages, ...descriptions].flatMap(({ words }) => words)
    for (const word of new Set(all)) if (word !== varies) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** A wrapper such as `when calling the … operation` is in messages of several entries. */
function framesIn(entries: readonly TokenizedEntry[]): ReadonlySet<string> {
  const first = new Map<string, MatchEntry>()
  const frames = new Set<string>()
  for (const { entry, messages } of entries) {
    for (const frame of messages.flatMap(({ words }) => inRow(words))) {
      const before = first.get(frame)
      if (before === undefined) first.set(frame, entry)
      else if (before !== entry) frames.add(frame)
    }
  }
  return frames
}

const frameWords = 3

const noFrames: ReadonlySet<string> = new Set()
const wrapperRows = new Set(wrappers.flatMap((wrapper) => inRow(tokenize(wrapper))))

/** Each few words in a row. */
export function inRow(words: readonly string[]): string[] {
  return words.slice(frameWords - 1).map((_, at) => words.slice(at, at + frameWords).join(' '))
}

function frameOf(words: readonly string[], frames: Statistics['frames']): boolean[] {
  const found = words.map(() => false)
  for (const [at, frame] of inRow(words).entries())
    if (frames.has(frame) || wrapperRows.has(frame)) found.fill(true, at, at + frameWords)
  return found
}

/** Do the words say only that something else failed? */
export const isWrapper = (words: readonly string[]): boolean => frameOf(words, noFrames).every((one) => one)

export function add<Value>(lists: Map<string, Value[]>, key: string | undefined, value: Value): void {
  if (key === undefined) return
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

function tokenizeEntry(entry: MatchEntry) {
  const { title, errors, signs, symptoms = [], codes, products } = entry
  const names = products.flatMap(tokenize)
  const conceptsOf = (texts: readonly string[]) =>
    texts
      .flatMap(tokenize)
      .filter((word) => !stopWords.has(word))
      .map(concept)
  const always = conceptsOf([...codes, ...products])
  const ofSigns = signs.map((sign) => conceptsOf([sign]))
  const ofTitle = [...conceptsOf([title]), ...ofSigns.flat()]
  const quotes = new Set(symptoms.flatMap(quotesOf))
  for (const message of errors) quotes.delete(message)
  const listed = errors.map((text) => ({ text, ...wordsOfMessage(text), quoted: false, general: false }))
  return {
    entry,
    names: names.filter(isName),
    messages: [
      ...listed,
      ...inCommon(listed).map((message) => ({ ...message, quoted: false, general: true })),
      ...[...quotes].map((text) => ({ text, ...wordsOfMessage(text), quoted: true, general: false })),
    ],
    descriptions: [
      ...signs.map((text, at) => ({
        text,
        words: [...(ofSigns[at] ?? []), ...always],
        kind: 'sign' as const,
      })),
      { text: title, words: [...ofTitle, ...always], kind: 'title' as const },
      ...(symptoms.length > 0
        ? [{ text: title, words: [...ofTitle, ...conceptsOf(symptoms), ...always], kind: 'page' as const }]
        : []),
    ],
  }
}

type Wording = Pick<Message, 'text' | 'words' | 'values'>

/**
 * Of `spawn npx ENOENT` and `spawn uvx ENOENT`: `spawn … ENOENT`. What differs varies; of quoted
 * values, which a page may be about, three have to differ.
 */
function inCommon(messages: readonly Wording[]): Wording[] {
  const found = new Map<string, Wording>()
  const pairs = new Set<string>()
  for (const [at, { text, words, values }] of messages.entries()) {
    for (const other of messages.slice(at + 1)) {
      const shorter = Math.min(words.length, other.words.length)
      let start = 0
      while (start < shorter && words[start] === other.words[start]) start++
      let end = 0
      while (end < shorter - start && words.at(-1 - end) === other.words.at(-1 - end)) end++
      const differ = Math.max(words.length, other.words.length) - start - end
      if (start === 0 || end === 0 || differ > mostDiffering || shorter === start + end) continue
      const common = [...words.slice(0, start), varies, ...words.slice(words.length - end)]
      const key = common.join(' ')
      if (!values.has(start) || pairs.has(key)) found.set(key, { text, words: common, values })
      pairs.add(key)
    }
  }
  return [...found.values()]
}

const mostDiffering = 1

/** Quoted texts that may be messages, and no commands such as `git worktree add`. */
const quotesOf = (markdown: string): string[] => codeSpans(markdown).filter(mayBeMessage)

export const mayBeMessage = (quoted: string): boolean =>
  quoted.length >= quotedLength &&
  quoted.split(/\s+/).length >= quotedWords &&
  !command.test(quoted) &&
  !/^[\w./-]+ (?:\S+ )*--?[a-z]/.test(quoted)

const command =
  /^(?:aws|claude|codex|copilot|docker|eslint|gemini|gh|git|hermes|kubectl|node|npm|npx|ollama|openclaw|opencode|pip3?|pnpm|python3?|sed|sudo|uv|vitest|yarn) (?!err|warn)[a-z./-]/

const quotedLength = 12
const quotedWords = 3

/** The words of a message with `varies` between its fixed parts, and the places of those between quotes. */
function wordsOfMessage(text: string): Pick<Message, 'words' | 'values'> {
  const words: string[] = []
  const values = new Set<number>()
  for (const part of text.replaceAll('0x…', '…').split('…')) {
    const pieces = part.split(quotedValue).map(tokenize)
    if (words.length > 0 && pieces.some(({ length }) => length > 0)) words.push(varies)
    for (const [index, piece] of pieces.entries()) {
      for (const word of piece) {
        if (index % 2 === 1) values.add(words.length)
        words.push(word)
      }
    }
  }
  return { words, values }
}

const leadersOfEach = 3

function weighMessage({ text, words }: Wording, weights: WordWeights) {
  const headLength = tokenize(headOf(text)).length
  const bodyWeight = weightOf(words.slice(headLength), weights)
  // A body that proves nothing alone is looked for with its head only.
  const head = bodyWeight < provingWeight ? 0 : headLength
  // The class of an error says less than what it is about.
  const rarities = new Map<string, number>()
  for (const word of words) rarities.set(word, (weights.get(word) ?? 0) * (errorClass.test(word) ? 0.5 : 1))
  const rarityAt = (index: number): number => rarities.get(words[index] ?? varies) ?? 0
  let anchor = head
  for (let at = head + 1; at < words.length; at++) if (rarityAt(at) >= rarityAt(anchor)) anchor = at
  rarities.delete(varies)
  const byRarity = [...rarities].sort(([, a], [, b]) => b - a)
  const leaders = byRarity.slice(0, leadersOfEach).map(([word]) => word)
  const ordinary = !words.some((word) => word !== varies && isSpecific(word))
  const colon = text.lastIndexOf(': ')
  const cause = colon === -1 ? 0 : wordsOfMessage(text.slice(0, colon)).words.length
  return { ordinary, head, anchor, cause, weight: weightOf(words, weights), bodyWeight, leaders }
}

/** Values between quotes, such as `yaml` of `No module named 'yaml'`. */
const quotedIn = (text: string): string[] => text.split(quotedValue).filter((_, index) => index % 2 === 1)

const quotedValue = /(?<![\p{L}\p{N}])["'`]([^"'`…]+)["'`](?![\p{L}\p{N}])/u

/** Each word counts once. */
export function weightOf(words: Iterable<string>, weights: WordWeights): number {
  let sum = 0
  for (const word of new Set(words)) sum += weights.get(word) ?? 0
  return sum
}

const errorClass = /(?:error|exception|warning)$/

/** `TypeError: `, `litellm.exceptions.BadRequestError: `, `Error: `, `fatal: ` and the like. */
const head =
  /^\s*(?:uncaught )?(?:[\w$.]*(?:error|exception|warning|fault)|fatal|npm err!)(?: \[\w+\])?:?\s+(?=\S)/i

/** The class of the error at the start of a message; empty if there is none or nothing follows it. */
export function headOf(message: string): string {
  const found = head.exec(message)?.[0] ?? ''
  if (found === '') return ''
  const isAll = found.includes('…') || tokenize(message.slice(found.length)).length === 0
  return isAll ? '' : found
}
