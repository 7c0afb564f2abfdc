import { compare, type Problem } from '../model/problem.ts'
import type { Section } from '../model/solution.ts'
import type { SectionKind } from '../model/vocabulary.ts'
import { nearestTexts } from './nearest-texts.ts'

/** Words in a row that count as one piece of text. */
const shingleLength = 5
/** Shorter sections are alike by chance: "Restart the gateway." */
const fewestShingles = 25
/** Share of the shorter text’s pieces that the other one holds. */
export const limit = 0.5

const comparedKinds = ['root-cause', 'fix'] as const

/** The pieces of each compared section: hashes of 32 bits in order, joined and in base64. Nothing of a section that is short. */
export type Pieces = Readonly<Record<(typeof comparedKinds)[number], string>>

export function piecesOf(sections: readonly Pick<Section, 'kind' | 'markdown'>[]): Pieces {
  const of = (kind: SectionKind) =>
    shingles(sections.find((section) => section.kind === kind)?.markdown ?? '')
  return { 'root-cause': of('root-cause'), fix: of('fix') }
}

/** A text as the words that are compared. Code counts too: it is what gets copied. */
function shingles(markdown: string): string {
  const words = markdown.toLowerCase().match(wordsIn(markdown)) ?? []
  const hashes = words.map(hashOf)
  const found = new Set<number>()
  for (let at = 0; at + shingleLength <= hashes.length; at++) {
    let hash = 0
    for (let next = at; next < at + shingleLength; next++)
      hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ (hashes[next] as number), 0x9e3779b1)
    found.add(hash >>> 0)
  }
  return found.size < fewestShingles
    ? ''
    : Buffer.from(Uint32Array.from(found).sort().buffer).toString('base64')
}

/** The properties of Unicode take several times as long, and most texts have no need of them. */
const wordsIn = (text: string): RegExp =>
  /^[\0-\x7f]*$/.test(text) ? /[a-z0-9_]+/g : /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}_]+/gu

/** FNV-1a */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash
}

function readPieces(text: string): Uint32Array {
  const bytes = Buffer.from(text, 'base64')
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

/**
 * Of the pieces of some texts one in four, one behind the other, and where those of each text end: enough to find the
 * nearest text by, of which then all pieces are compared.
 */
function samplesOf(texts: readonly string[]): { samples: Uint32Array; ends: number[] } {
  const samples: number[] = []
  const ends = texts.map((text) => {
    for (const piece of readPieces(text)) {
      if (piece >= 2 ** 30) break
      samples.push(piece)
    }
    return samples.length
  })
  return { samples: Uint32Array.from(samples), ends }
}

/** The share of the shorter text’s pieces that the other one holds. */
function sharedBy(one: string, other: string): number {
  const [a, b] = [readPieces(one), readPieces(other)]
  let shared = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = (a[i] as number) - (b[j] as number)
    if (difference === 0) shared++
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  return shared / Math.min(a.length, b.length)
}

/** What of a page is compared. */
export interface Told {
  readonly id: string
  readonly pieces: Pieces
}

/** Pages whose cause or fix is largely the text of another page: one of them explains nothing of its own error. */
export function nearDuplicates(solutions: readonly Told[]): Problem[] {
  const sorted = [...solutions].sort((a, b) => compare(a.id, b.id))
  return comparedKinds.flatMap((kind) => {
    const told = sorted.filter(({ pieces }) => pieces[kind] !== '')
    const texts = told.map(({ pieces }) => pieces[kind])
    const { samples, ends } = samplesOf(texts)
    const sizeOf = (text: number) => (ends[text] ?? 0) - (ends[text - 1] ?? 0)
    const problems: Problem[] = []
    for (const [index, { other, count }] of nearestTexts(samples, ends).entries()) {
      if (other === undefined || count < (Math.min(sizeOf(index), sizeOf(other)) * limit) / 2) continue
      const share = sharedBy(texts[index] ?? '', texts[other] ?? '')
      if (share < limit) continue
      problems.push({
        code: 'catalog/near-duplicate',
        severity: 'warning',
        path: `solutions/${told[index]?.id}.md`,
        line: 1,
        column: 1,
        message: `Unexpected ${kind === 'fix' ? 'fix' : 'cause'} that shares ${Math.round(share * 100)} % of its text with solutions/${told[other]?.id}.md, expected words of its own`,
        hint: 'Merge the pages, or write what holds for this error alone and link the other page.',
      })
    }
    return problems
  })
}
