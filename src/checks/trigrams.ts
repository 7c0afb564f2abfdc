import { lower, type Needs, needsOf } from './needs.ts'

/** Which groups of three characters a text holds, as bits by their hash; letters of ASCII in lower case. */
export type Trigrams = Uint32Array

const bits = 16
const mask = (1 << bits) - 1

/** One look at every character of a text; afterwards most patterns are known not to match without being run. */
export function trigramsOf(text: string): Trigrams {
  const held = new Uint32Array(1 << (bits - 5))
  let a = lower(text.charCodeAt(0))
  let b = lower(text.charCodeAt(1))
  for (let at = 2; at < text.length; at++) {
    const c = lower(text.charCodeAt(at))
    const hash = hashOf(a, b, c)
    held[hash >> 5] = (held[hash >> 5] as number) | (1 << (hash & 31))
    a = b
    b = c
  }
  return held
}

const hashOf = (a: number, b: number, c: number): number => ((a * 31 + b) * 1009 + c * 7) & mask

/** Needs with the hashes of their pieces: all of these, and of those below all or any. Of one shape, which is fast. */
interface Hashes {
  readonly own: Uint16Array
  readonly every: boolean
  readonly of: readonly Hashes[]
}

const known = new WeakMap<RegExp, Hashes>()

/** False only when the pattern has no match in a text of these trigrams. */
export function canMatch(pattern: RegExp, held: Trigrams): boolean {
  let hashes = known.get(pattern)
  if (hashes === undefined) {
    hashes = hashesOf(needsOf(pattern))
    known.set(pattern, hashes)
  }
  return satisfied(hashes, held)
}

function hashesOf(needs: Needs): Hashes {
  if (needs === true) return { own: none, every: true, of: [] }
  if (typeof needs !== 'string')
    return { own: none, every: needs.all !== undefined, of: (needs.all ?? needs.any).map(hashesOf) }
  const codes = Array.from({ length: needs.length }, (_, at) => needs.charCodeAt(at)) as [
    number,
    number,
    number,
  ]
  const own = Uint16Array.from(codes.slice(2), (code, at) =>
    hashOf(codes[at] as number, codes[at + 1] as number, code),
  )
  return { own, every: true, of: [] }
}

const none = new Uint16Array()

function satisfied({ own, every, of }: Hashes, held: Trigrams): boolean {
  for (let at = 0; at < own.length; at++) {
    const hash = own[at] as number
    if (((held[hash >> 5] as number) & (1 << (hash & 31))) === 0) return false
  }
  for (let at = 0; at < of.length; at++) {
    if (satisfied(of[at] as Hashes, held) !== every) return !every
  }
  return every
}
