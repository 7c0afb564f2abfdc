import { growing } from './growing.ts'
import { type Lists, transpose } from './lists.ts'
import { tokenize } from './tokens.ts'

/** Literal messages, cut at the parts that vary. */
export interface MessageTables {
  /** The entry of each message. */
  readonly entries: Uint32Array
  /** Place of the message among those of its entry. */
  readonly places: Uint32Array
  /** The words of all messages; `varies` stands between two parts. */
  readonly words: Uint32Array
  /** Where each message starts in `words`, and where the last one ends. */
  readonly starts: Uint32Array
  /** Place in `words` of the message's rarest word, where looking for it costs least. */
  readonly anchors: Uint32Array
  /** How many words name the class of the error before what is said of it; logs may lack them. */
  readonly heads: Uint8Array
  /** What all its words weigh, each once, and what those after its head do. */
  readonly weights: Float64Array
  readonly bodyWeights: Float64Array
  /** For each word the messages whose rarest it is. */
  readonly anchored: Lists
  /** The rarest words of each message, which lead to it when only a part of it is there. */
  readonly leaders: Lists
  /** For each word the messages that it leads to. */
  readonly led: Lists
}

/** Stands between the parts of a message; no word has this number. */
export const varies = 0xffffffff

/** A message this rare proves by its presence; a commoner one such as `fetch failed` only makes an entry likely. */
export const provingWeight = 9

export function messageTables(
  messages: Lists,
  headLengths: Uint32Array,
  words: readonly string[],
  wordWeights: Float64Array,
): Omit<MessageTables, 'entries' | 'places'> {
  const { starts, items } = messages
  const count = starts.length - 1
  // The class of an error says less than what it is about.
  const anchorWeights = Float64Array.from(
    words,
    (word, number) => (wordWeights[number] ?? 0) * (errorClass.test(word) ? 0.5 : 1),
  )
  const anchors = new Uint32Array(count)
  const rarest = new Uint32Array(count)
  const heads = new Uint8Array(count)
  const weights = new Float64Array(count)
  const bodyWeights = new Float64Array(count)
  for (let message = 0; message < count; message++) {
    const first = starts[message] ?? 0
    const sequence = items.subarray(first, starts[message + 1])
    const weight = weigh(sequence, wordWeights)
    const head = headLengths[message] ?? 0
    const body = weigh(sequence.subarray(head), wordWeights)
    // A body that proves nothing alone is looked for with its head only.
    heads[message] = body < provingWeight ? 0 : head
    weights[message] = weight
    bodyWeights[message] = body
    let best = heads[message] ?? 0
    for (let at = best + 1; at < sequence.length; at++) {
      if ((anchorWeights[sequence[at] ?? 0] ?? 0) >= (anchorWeights[sequence[best] ?? 0] ?? 0)) best = at
    }
    anchors[message] = first + best
    rarest[message] = sequence[best] ?? varies
  }
  const leaders = rarestWords(messages, anchorWeights)
  return {
    words: items,
    starts,
    anchors,
    heads,
    weights,
    bodyWeights,
    anchored: transpose(
      { starts: Uint32Array.from({ length: count + 1 }, (_, at) => at), items: rarest },
      words.length,
      () => true,
    ),
    leaders,
    led: transpose(leaders, words.length, () => true),
  }
}

/** Each word counts once. */
function weigh(sequence: Uint32Array, weights: Float64Array): number {
  let sum = 0
  for (const [at, word] of sequence.entries()) {
    if (word !== varies && sequence.indexOf(word) === at) sum += weights[word] ?? 0
  }
  return sum
}

const leadersOfEach = 3

function rarestWords({ starts, items }: Lists, weights: Float64Array): Lists {
  const rarest = { starts: growing(), items: growing() }
  for (let list = 0; list + 1 < starts.length; list++) {
    rarest.starts.push(rarest.items.length())
    const words = new Set(items.subarray(starts[list], starts[list + 1]))
    words.delete(varies)
    const sorted = [...words].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0))
    for (const word of sorted.slice(0, leadersOfEach)) rarest.items.push(word)
  }
  rarest.starts.push(rarest.items.length())
  return { starts: rarest.starts.numbers(), items: rarest.items.numbers() }
}

const errorClass = /(?:error|exception|warning)$/

/** `TypeError: `, `litellm.exceptions.BadRequestError: `, `Error: `, `fatal: ` and the like. */
const head =
  /^\s*(?:uncaught )?(?:[\w$.]*(?:error|exception|warning|fault)|fatal|npm err!)(?: \[\w+\])?:?\s+(?=\S)/i

/** How a message begins that names the class of the error first; empty where it does not. */
export function headOf(message: string): string {
  const found = head.exec(message)?.[0] ?? ''
  const isAll = found.includes('…') || tokenize(message.slice(found.length)).length === 0
  return isAll ? '' : found
}
