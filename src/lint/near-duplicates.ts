import { compare, type Problem } from '../model/problem.ts'
import type { Section, Solution } from '../model/solution.ts'

/** Words in a row that count as one piece of text. */
const shingleLength = 5
/** Shorter sections are alike by chance: "Restart the gateway." */
const fewestShingles = 25
/** Share of the shorter text’s pieces that the other one holds. */
export const limit = 0.5

/** Cause and fix of a page, as the words that are compared. Code counts too: it is what gets copied. */
function shingles(markdown: string): Set<string> {
  const words =
    markdown.toLowerCase().match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}_]+/gu) ?? []
  const found = new Set<string>()
  for (let at = 0; at + shingleLength <= words.length; at++)
    found.add(words.slice(at, at + shingleLength).join(' '))
  return found
}

/** What of a page is compared. */
export interface Told extends Pick<Solution, 'id'> {
  readonly sections: readonly Pick<Section, 'kind' | 'markdown'>[]
}

/** Pages whose cause or fix is largely the text of another page: one of them explains nothing of its own error. */
export function nearDuplicates(solutions: readonly Told[]): Problem[] {
  return (['root-cause', 'fix'] as const).flatMap((kind) => {
    const texts = solutions
      .map(({ id, sections }) => ({
        id,
        pieces: shingles(sections.find((section) => section.kind === kind)?.markdown ?? ''),
      }))
      .filter(({ pieces }) => pieces.size >= fewestShingles)
      .sort((a, b) => compare(a.id, b.id))
    const holders = new Map<string, number[]>()
    const problems: Problem[] = []
    for (const [index, { id, pieces }] of texts.entries()) {
      const shared = new Map<number, number>()
      for (const piece of pieces) {
        const others = holders.get(piece)
        for (const other of others ?? []) shared.set(other, (shared.get(other) ?? 0) + 1)
        // Pieces that many pages hold say nothing; past this they would only cost time.
        if (others === undefined) holders.set(piece, [index])
        else if (others.length < 24) others.push(index)
      }
      const [nearest, count = 0] = [...shared].reduce(
        (most, entry) => (entry[1] > most[1] ? entry : most),
        [-1, 0],
      )
      const other = texts[nearest ?? -1]
      if (other === undefined) continue
      const share = count / Math.min(pieces.size, other.pieces.size)
      if (share < limit) continue
      problems.push({
        code: 'catalog/near-duplicate',
        severity: 'warning',
        path: `solutions/${id}.md`,
        line: 1,
        column: 1,
        message: `Unexpected ${kind === 'fix' ? 'fix' : 'cause'} that shares ${Math.round(share * 100)} % of its text with solutions/${other.id}.md, expected words of its own`,
        hint: 'Merge the pages, or write what holds for this error alone and link the other page.',
      })
    }
    return problems
  })
}
