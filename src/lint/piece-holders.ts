/** Pieces that more texts hold say nothing; past this they would only cost time. */
const mostHolders = 24

/**
 * Which texts hold a piece: the first two dozen of each, in the order in which they came. A table in plain numbers, since
 * millions of small lists would fill the memory of a large catalog.
 */
export class PieceHolders {
  private readonly mask: number
  /** Of each slot: its piece, how many hold it, the first and the last link of their chain. A count of 0 is a free slot. */
  private readonly pieces: Uint32Array
  private readonly counts: Uint8Array
  private readonly firsts: Uint32Array
  private readonly lasts: Uint32Array
  /** Of each link: the text, and the link after it. */
  private readonly texts: Uint32Array
  private readonly nexts: Uint32Array
  private links = 0
  /** Of each text: how many pieces it shares with the one at hand. */
  private readonly shared: Uint32Array

  /** With room for so many texts and pieces. */
  constructor(mostTexts: number, mostPieces: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(2, mostPieces * 2)))
    this.mask = slots - 1
    this.pieces = new Uint32Array(slots)
    this.counts = new Uint8Array(slots)
    this.firsts = new Uint32Array(slots)
    this.lasts = new Uint32Array(slots)
    this.texts = new Uint32Array(mostPieces)
    this.nexts = new Uint32Array(mostPieces)
    this.shared = new Uint32Array(mostTexts)
  }

  /** Takes in a text; tells which earlier one shares the most pieces with it, and how many. */
  add(text: number, pieces: Uint32Array): { readonly nearest: number | undefined; readonly count: number } {
    const met: number[] = []
    for (const piece of pieces) this.meet(piece, text, met)
    let nearest: number | undefined
    let count = 0
    for (const other of met) {
      const shared = this.shared[other] as number
      this.shared[other] = 0
      if (shared <= count) continue
      nearest = other
      count = shared
    }
    return { nearest, count }
  }

  private meet(piece: number, text: number, met: number[]): void {
    let slot = Math.imul(piece, 0x9e3779b1) & this.mask
    while (this.counts[slot] !== 0 && this.pieces[slot] !== piece) slot = (slot + 1) & this.mask
    const count = this.counts[slot] as number
    for (let at = 0, link = this.firsts[slot] as number; at < count; at++) {
      const other = this.texts[link] as number
      const shared = this.shared[other] as number
      if (shared === 0) met.push(other)
      this.shared[other] = shared + 1
      link = this.nexts[link] as number
    }
    if (count === mostHolders) return
    this.texts[this.links] = text
    if (count === 0) {
      this.pieces[slot] = piece
      this.firsts[slot] = this.links
    } else this.nexts[this.lasts[slot] as number] = this.links
    this.lasts[slot] = this.links
    this.counts[slot] = count + 1
    this.links++
  }
}
