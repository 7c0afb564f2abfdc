import { type Lexicon, lexiconOf } from './lexicon.ts'
import type { MatchEntry } from './match-file.ts'
import { tokenize } from './tokens.ts'

/** One literal message, cut at the parts that vary. */
export interface Pattern {
  readonly entry: MatchEntry
  readonly text: string
  readonly parts: readonly (readonly string[])[]
  readonly weight: number
}

/** Words that may stand where a message has its `…`. */
const gap = 80
/** Share of a message's weight that must be there, and the least weight of what is there, for a likely match. */
const mostShare = 0.55
const mostWeight = 8
/** A short text may hold just the beginning of a long message: then this share of the text must be the message's. */
const textShare = 0.65
const shortText = 40

export function patternOf(entry: MatchEntry, text: string, lexicon: Lexicon): Pattern {
  const parts = text
    .split('…')
    .map(tokenize)
    .filter((part) => part.length > 0)
  return { entry, text, parts, weight: lexicon.weigh(new Set(parts.flat())) }
}

/** Does the message stand in the text, with anything in the place of its varying parts? */
export function occurs(message: string, text: string): boolean {
  const entry = { id: '', title: '', errors: [message], signs: [], codes: [], products: [] }
  const lexicon = lexiconOf([[message]])
  return patternIndex([patternOf(entry, message, lexicon)], lexicon).whole(tokenize(text)).length > 0
}

export interface PatternIndex {
  /** Patterns whose parts all stand in the words, in order. */
  whole(words: readonly string[]): Pattern[]
  /** Patterns of which most stands in the words, with the weight of that part. */
  most(words: readonly string[]): { pattern: Pattern; weight: number }[]
}

interface Anchor {
  readonly pattern: Pattern
  readonly part: number
  readonly offset: number
}

export function patternIndex(patterns: readonly Pattern[], lexicon: Lexicon): PatternIndex {
  const anchors = new Map<string, Anchor[]>()
  const pairs = new Map<string, Set<Pattern>>()
  const pairWeight = new Map<Pattern, number>()
  const tellingWord = new Map<Pattern, string>()
  for (const pattern of patterns) {
    const anchor = rarest(pattern, lexicon)
    if (anchor) {
      const word = pattern.parts[anchor.part]?.[anchor.offset] ?? ''
      push(anchors, word, anchor)
      tellingWord.set(pattern, word)
    }
    let weight = 0
    for (const pair of new Set(pattern.parts.flatMap(pairsOf))) {
      weight += weighPair(pair, lexicon)
      const holders = pairs.get(pair)
      if (holders) holders.add(pattern)
      else pairs.set(pair, new Set([pattern]))
    }
    pairWeight.set(pattern, weight)
  }

  return {
    whole(words) {
      const found = new Set<Pattern>()
      for (const [at, word] of words.entries()) {
        for (const anchor of anchors.get(word) ?? []) {
          if (!found.has(anchor.pattern) && fits(words, at, anchor)) found.add(anchor.pattern)
        }
      }
      return [...found]
    },
    most(words) {
      const present = new Set(words)
      const shared = new Map<Pattern, number>()
      let textWeight = 0
      for (const pair of new Set(pairsOf(words))) {
        const weight = weighPair(pair, lexicon)
        textWeight += lexicon.weighInText(pair.split(' '))
        for (const pattern of pairs.get(pair) ?? []) shared.set(pattern, (shared.get(pattern) ?? 0) + weight)
      }
      return [...shared].flatMap(([pattern, weight]) => {
        // `No module named 'httpx'` is about httpx: without its rarest word most of a message is nothing.
        const about = present.has(tellingWord.get(pattern) ?? '')
        const ofMessage = about ? weight / (pairWeight.get(pattern) || 1) : 0
        const ofText = words.length <= shortText ? weight / (textWeight || 1) : 0
        const enough = weight >= mostWeight * 2 && (ofMessage >= mostShare || ofText >= textShare)
        return enough ? [{ pattern, weight: (weight / 2) * Math.max(ofMessage, ofText) }] : []
      })
    },
  }
}

/** The word of a pattern that the fewest entries use: the place where looking costs least. */
function rarest(pattern: Pattern, lexicon: Lexicon): Anchor | undefined {
  let best: { anchor: Anchor; weight: number } | undefined
  for (const [part, words] of pattern.parts.entries()) {
    for (const [offset, word] of words.entries()) {
      // The class of an error says less than what it is about.
      const weight = lexicon.weigh([word]) * (/(?:error|exception|warning)$/.test(word) ? 0.5 : 1)
      if (best === undefined || weight > best.weight) best = { anchor: { pattern, part, offset }, weight }
    }
  }
  return best?.anchor
}

/** Do all parts stand around the anchor at `at`, in order, none farther than a gap from the next? */
function fits(words: readonly string[], at: number, { pattern: { parts }, part, offset }: Anchor): boolean {
  const start = at - offset
  if (!standsAt(words, start, parts[part] ?? [])) return false
  let from = start
  for (let index = part - 1; index >= 0; index--) {
    const before = parts[index] ?? []
    const found = search(words, before, from - before.length, Math.max(0, from - before.length - gap), -1)
    if (found === undefined) return false
    from = found
  }
  let end = start + (parts[part]?.length ?? 0)
  for (let index = part + 1; index < parts.length; index++) {
    const after = parts[index] ?? []
    const found = search(words, after, end, Math.min(words.length - after.length, end + gap), 1)
    if (found === undefined) return false
    end = found + after.length
  }
  return true
}

/** The first place from `from` to `to` (both included) at which the part stands. */
function search(
  words: readonly string[],
  part: readonly string[],
  from: number,
  to: number,
  step: 1 | -1,
): number | undefined {
  for (let at = from; step === 1 ? at <= to : at >= to; at += step) {
    if (standsAt(words, at, part)) return at
  }
  return undefined
}

const standsAt = (words: readonly string[], at: number, part: readonly string[]): boolean =>
  at >= 0 && at + part.length <= words.length && part.every((word, index) => words[at + index] === word)

/** Neighbouring words, which keep some of a message's order when its ends are cut off. */
const pairsOf = (words: readonly string[]): string[] =>
  words.slice(1).map((word, index) => `${words[index]} ${word}`)

const weighPair = (pair: string, lexicon: Lexicon): number => lexicon.weigh(pair.split(' '))

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
