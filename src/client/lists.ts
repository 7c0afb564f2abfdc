/** Many lists of ascending numbers in two typed arrays: list `n` stands from `starts[n]` up to `starts[n + 1]`. */
export interface Lists {
  readonly starts: Uint32Array
  readonly items: Uint32Array
}

/** Turns lists of keys by item into lists of items by key, each item once per key; `keep` leaves keys out. */
export function transpose(lists: Lists, size: number, keep: (key: number) => boolean): Lists {
  const starts = new Uint32Array(size + 1)
  const last = new Uint32Array(size)
  const eachPair = (take: (key: number, item: number) => void): void => {
    last.fill(0)
    for (let item = 0; item + 1 < lists.starts.length; item++) {
      const end = lists.starts[item + 1] ?? 0
      for (let at = lists.starts[item] ?? 0; at < end; at++) {
        const key = lists.items[at] ?? 0
        if (key >= size || last[key] === item + 1 || !keep(key)) continue
        last[key] = item + 1
        take(key, item)
      }
    }
  }
  eachPair((key) => {
    starts[key + 1] = (starts[key + 1] ?? 0) + 1
  })
  for (let key = 0; key < size; key++) starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0)
  const items = new Uint32Array(starts[size] ?? 0)
  const next = starts.slice()
  eachPair((key, item) => {
    const at = next[key] ?? 0
    items[at] = item
    next[key] = at + 1
  })
  return { starts, items }
}

export function listAt({ starts, items }: Lists, key: number): Uint32Array {
  return items.subarray(starts[key] ?? 0, starts[key + 1] ?? 0)
}

/** Is the number in the ascending list? */
export function includes(list: Uint32Array, number: number): boolean {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return list[low] === number
}

/** Finds items by the weight of the keys that they have; holds memory for it, so one is made per `Lists`. */
export type HeavyItems = (keyWeights: ReadonlyMap<number, number>, least: number) => HeavyItem[]

export interface HeavyItem {
  readonly item: number
  /** What its keys weigh, and how many they are. */
  readonly weight: number
  readonly keys: number
}

/**
 * Items whose keys weigh `least` or more together. The longest lists are not walked, as long as what they weigh could
 * not suffice alone: an item must then be in one of the shorter ones.
 */
export function heavyItemsOf(lists: Lists, size: number): HeavyItems {
  const sums = new Float64Array(size)
  const counts = new Uint32Array(size)
  return (keyWeights, least) => {
    const keys = [...keyWeights].map(([key, weight]) => ({ weight, list: listAt(lists, key) }))
    keys.sort((a, b) => b.list.length - a.list.length)
    let skipped = 0
    let first = 0
    for (const { weight } of keys) {
      if (skipped + weight >= least - rounding) break
      skipped += weight
      first++
    }
    const touched: number[] = []
    for (const { list, weight } of keys.slice(first)) {
      for (const item of list) {
        if (sums[item] === 0) touched.push(item)
        sums[item] = (sums[item] ?? 0) + weight
        counts[item] = (counts[item] ?? 0) + 1
      }
    }
    const found: HeavyItem[] = []
    for (const item of touched) {
      let weight = sums[item] ?? 0
      let count = counts[item] ?? 0
      sums[item] = 0
      counts[item] = 0
      if (weight + skipped < least - rounding) continue
      for (const common of keys.slice(0, first)) {
        if (!includes(common.list, item)) continue
        weight += common.weight
        count++
      }
      if (weight >= least - rounding) found.push({ item, weight, keys: count })
    }
    return found
  }
}

/** Sums of the same weights in another order differ by less. */
const rounding = 1e-9
