/**
 * Words by number, in typed arrays alone: a stored vocabulary answers at once, where a map would first have to be built
 * of every word of the catalog.
 */
export interface Vocabulary {
  /** The words one after the other, as UTF-16. */
  readonly characters: Uint16Array
  /** Where each word starts, and where the last one ends. */
  readonly starts: Uint32Array
  /** A hash table with open addressing: the number of a word plus one, 0 where a slot is free. */
  readonly slots: Uint32Array
}

/** Numbers the words in their order; they must differ. */
export function vocabularyOf(words: readonly string[]): Vocabulary {
  const starts = new Uint32Array(words.length + 1)
  for (const [index, word] of words.entries()) starts[index + 1] = (starts[index] ?? 0) + word.length
  const characters = new Uint16Array(starts[words.length] ?? 0)
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * words.length + 2)))
  for (const [index, word] of words.entries()) {
    const start = starts[index] ?? 0
    for (let at = 0; at < word.length; at++) characters[start + at] = word.charCodeAt(at)
    let slot = hash(word) & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = index + 1
  }
  return { characters, starts, slots }
}

/** The number of a word, or -1. */
export function numberOf({ characters, starts, slots }: Vocabulary, word: string): number {
  const mask = slots.length - 1
  for (let slot = hash(word) & mask; ; slot = (slot + 1) & mask) {
    const number = (slots[slot] ?? 0) - 1
    if (number < 0) return -1
    const start = starts[number] ?? 0
    if ((starts[number + 1] ?? 0) - start === word.length && spells(characters, start, word)) return number
  }
}

function spells(characters: Uint16Array, start: number, word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    if (characters[start + at] !== word.charCodeAt(at)) return false
  }
  return true
}

/** FNV-1a, with its high bits folded into those that choose a slot. */
function hash(word: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < word.length; at++) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193)
  return (value ^ (value >>> 15)) >>> 0
}
