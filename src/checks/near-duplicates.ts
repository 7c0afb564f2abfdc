import { compare, startOfFile } from '../model/problem.ts'
import { isRetired, type Section } from '../model/solution.ts'
import type { SectionKind } from '../model/vocabulary.ts'
import type { Check } from './rule.ts'

/** Words in a row that are compared as one. */
const shingleLength = 5
/** Shorter sections are alike by chance: "Restart the gateway." */
const fewestShingles = 25
/** Share of the shorter text's shingles that the other one holds. */
const limit = 0.5
/** A shingle that more texts hold says nothing. */
const mostHolders = 24

/** Hashes of the shingles of the sections that are compared; none of a section that is short. */
export type Shingles = Readonly<Record<'root-cause' | 'fix', readonly number[]>>

export function shinglesOf(sections: readonly Pick<Section, 'kind' | 'markdown'>[]): Shingles {
  const of = (kind: SectionKind) =>
    hashesOf(sections.find((section) => section.kind === kind)?.markdown ?? '')
  return { 'root-cause': of('root-cause'), fix: of('fix') }
}

/** Code counts too: it is what gets copied. */
function hashesOf(markdown: string): number[] {
  const words = markdown.toLowerCase().match(wordPattern(markdown)) ?? []
  const found = new Set<number>()
  for (let at = 0; at + shingleLength <= words.length; at++)
    found.add(hashOf(words.slice(at, at + shingleLength).join(' ')))
  return found.size < fewestShingles ? [] : [...found]
}

/** Patterns with Unicode properties take several times as long. */
const wordPattern = (text: string): RegExp =>
  /^[\0-\x7f]*$/.test(text) ? /[a-z0-9_]+/g : /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}_]+/gu

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

interface NearDuplicate {
  readonly path: string
  /** Path of the earlier page. */
  readonly other: string
  readonly message: string
}

export interface ComparedPage {
  readonly path: string
  readonly shingles: Shingles
}

/** For each page whose cause or fix is largely that of an earlier page, the nearest of those. */
export function nearDuplicates(pages: readonly ComparedPage[]): NearDuplicate[] {
  const sorted = [...pages].sort((a, b) => compare(a.path, b.path))
  return (['root-cause', 'fix'] as const).flatMap((kind) => {
    const holders = new Map<number, ComparedPage[]>()
    return sorted.flatMap((page): NearDuplicate[] => {
      const shared = new Map<ComparedPage, number>()
      for (const hash of page.shingles[kind]) {
        const known = holders.get(hash) ?? []
        for (const other of known) shared.set(other, (shared.get(other) ?? 0) + 1)
        if (known.length < mostHolders) holders.set(hash, [...known, page])
      }
      const [nearest] = [...shared]
        .map(([other, count]) => ({
          other: other.path,
          share: count / Math.min(page.shingles[kind].length, other.shingles[kind].length),
        }))
        .sort((a, b) => b.share - a.share)
      if (nearest === undefined || nearest.share < limit) return []
      const { other, share } = nearest
      const message = `Unexpected ${kind === 'fix' ? 'fix' : 'cause'} that shares ${Math.round(share * 100)} % of its text with ${other}, expected words of its own`
      return [{ path: page.path, other, message }]
    })
  })
}

export const nearDuplicate: Check = {
  checkCatalog({ pages }, reportAt) {
    const compared = pages.flatMap((page) =>
      page.kind === 'guide' || isRetired(page.solution) ? [] : [{ path: page.path, shingles: page.shingles }],
    )
    for (const { path, message } of nearDuplicates(compared)) reportAt(path)(startOfFile, message)
  },
}
