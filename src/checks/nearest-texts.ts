/** Of a piece that more texts hold only the first of them count: it says nothing, and would only cost time. */
const mostHolders = 24

/** For each text the earlier one that shares the most pieces with it, and how many. */
export interface Nearest {
  readonly other: number | undefined
  readonly count: number
}

/**
 * Compares every text with every earlier one. All pieces lie one behind the other, those of a text end where `ends` says,
 * and none occurs twice in a text. Sorted, the holders of a piece are neighbours: plain numbers and few jumps, since a
 * large catalog has millions of pieces.
 */
export function nearestTexts(pieces: Uint32Array, ends: readonly number[]): Nearest[] {
  const { keys, places } = sorted(pieces)
  const textAt = new Int32Array(pieces.length)
  for (let text = 0; text < ends.length; text++) textAt.fill(text, ends[text - 1] ?? 0, ends[text])
  // The texts in the order of their pieces, and for each place where the holders of its piece begin there.
  const holders = new Int32Array(pieces.length)
  const begins = new Uint32Array(pieces.length)
  for (let at = 0, begin = 0; at < keys.length; at++) {
    if (keys[at] !== keys[begin]) begin = at
    const place = places[at] as number
    holders[at] = textAt[place] as number
    begins[place] = begin
  }
  const shared = new Int32Array(ends.length)
  return ends.map((end, text) => {
    const met: number[] = []
    for (let place = ends[text - 1] ?? 0; place < end; place++) {
      const begin = begins[place] as number
      for (let at = begin; at < begin + mostHolders; at++) {
        const other = holders[at] as number
        if (other >= text) break
        const count = shared[other] as number
        if (count === 0) met.push(other)
        shared[other] = count + 1
      }
    }
    let nearest: Nearest = { other: undefined, count: 0 }
    for (const other of met) {
      const count = shared[other] as number
      shared[other] = 0
      if (count > nearest.count) nearest = { other, count }
    }
    return nearest
  })
}

const digitBits = 11
const digitMask = 2 ** digitBits - 1

/** Numbers in order, each with the place where it was, equal ones in the order of their places: digit by digit from the last. */
function sorted(numbers: Uint32Array): { readonly keys: Uint32Array; readonly places: Uint32Array } {
  const { length } = numbers
  let keys = numbers
  let places = new Uint32Array(length)
  for (let place = 0; place < length; place++) places[place] = place
  for (let shift = 0; shift < 32; shift += digitBits) {
    const next = new Uint32Array(digitMask + 2)
    for (let at = 0; at < length; at++) {
      const after = (((keys[at] as number) >>> shift) & digitMask) + 1
      next[after] = (next[after] as number) + 1
    }
    for (let digit = 1; digit <= digitMask; digit++)
      next[digit] = (next[digit] as number) + (next[digit - 1] as number)
    const nextKeys = new Uint32Array(length)
    const nextPlaces = new Uint32Array(length)
    for (let at = 0; at < length; at++) {
      const key = keys[at] as number
      const digit = (key >>> shift) & digitMask
      const to = next[digit] as number
      next[digit] = to + 1
      nextKeys[to] = key
      nextPlaces[to] = places[at] as number
    }
    keys = nextKeys
    places = nextPlaces
  }
  return { keys, places }
}
