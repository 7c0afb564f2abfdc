import { fenceAfter } from './open-fence.ts'

/** A line of a body that may be the heading of a question, by the question's place in the form. */
export interface Heading {
  readonly line: number
  readonly question: number
}

export interface Reading {
  /** Lines of the questions' headings, in the order of the form, at most one for each. */
  readonly headings: readonly Heading[]
  /** Headings that look the same and stand in an answer, outside of code. */
  readonly quoted: readonly Heading[]
}

/** How much speaks against a reading: a question that is not there, and a heading that is left over in an answer. */
const missing = 7
const leftOver = 1

/**
 * Which of the lines that look like headings of the form are those that GitHub wrote. `doubt` says how much speaks
 * against a text as the answer to a question; `closed`, whether every fence in it is closed. The reading with the least
 * doubt wins, of equals the one whose headings come first.
 */
export function bestReading(
  lines: readonly string[],
  candidates: readonly Heading[],
  questions: number,
  doubt: (question: number, answer: string, closed: boolean) => number,
): Reading {
  const inFence = candidates.map(({ line }) => fencesFrom(lines, line + 1, candidates))
  const shownBetween = (from: number, to: number): number[] =>
    candidates.flatMap((_, at) => (at > from && at < to && !inFence[from]?.[at] ? [at] : []))
  const answerCost = (from: number, to: number): number => {
    const { line, question } = candidates[from] as Heading
    const answer = lines.slice(line + 1, candidates[to]?.line).join('\n')
    const closed = !inFence[from]?.[to]
    return doubt(question, answer, closed) + (shownBetween(from, to).length > 0 ? leftOver : 0)
  }
  const best: { cost: number; before: number | undefined }[] = []
  for (const [at, { line, question }] of candidates.entries()) {
    const preamble = lines.slice(0, line).some((text) => text.trim() !== '') ? leftOver : 0
    let cheapest: { cost: number; before: number | undefined } = {
      cost: question * missing + preamble,
      before: undefined,
    }
    for (let before = 0; before < at; before++) {
      const skipped = question - (candidates[before]?.question ?? 0) - 1
      if (skipped < 0) continue
      const cost = (best[before]?.cost ?? 0) + answerCost(before, at) + skipped * missing
      if (cost < cheapest.cost) cheapest = { cost, before }
    }
    // GitHub leaves an empty line on both sides.
    const crowded = lines[line - 1]?.trim() || lines[line + 1]?.trim() ? leftOver : 0
    best.push({ ...cheapest, cost: cheapest.cost + crowded })
  }
  const ends = best.map(
    ({ cost }, at) =>
      cost + answerCost(at, candidates.length) + (questions - 1 - (candidates[at]?.question ?? 0)) * missing,
  )
  const chosen: number[] = []
  let at = ends.length === 0 ? undefined : ends.indexOf(Math.min(...ends))
  for (; at !== undefined; at = best[at]?.before) chosen.unshift(at)
  const pick = (indexes: readonly number[]) => indexes.map((index) => candidates[index] as Heading)
  return {
    headings: pick(chosen),
    quoted: pick(chosen.flatMap((from, index) => shownBetween(from, chosen[index + 1] ?? candidates.length))),
  }
}

/** For each candidate, and for the end, whether a fence that opened behind `from` is still open there. */
function fencesFrom(lines: readonly string[], from: number, candidates: readonly Heading[]): boolean[] {
  const open: boolean[] = []
  let fence: string | undefined
  let next = candidates.findIndex(({ line }) => line >= from)
  if (next === -1) next = candidates.length
  for (let line = from; line < lines.length; line++) {
    if (candidates[next]?.line === line) open[next++] = fence !== undefined
    fence = fenceAfter(lines[line] ?? '', fence)
  }
  open[candidates.length] = fence !== undefined
  return open
}
