import type { MatchEntry } from '../client/match-file.ts'
import { parseSolution } from '../content/parse-solution.ts'
import { readSources } from '../content/read-sources.ts'
import { matchEntry } from '../emit/match-file.ts'
import type { LabelSet } from '../model/labels.ts'

/** A solution that is there already, as far as a new one can be compared with it. */
export interface KnownPage {
  /** Relative to the content folder. */
  readonly path: string
  readonly title: string
  readonly entry: MatchEntry
}

/** The solutions of a content folder, those with problems too: nothing is rendered. */
export function readKnownPages(content: string, labels: LabelSet): KnownPage[] {
  return readSources(content).sources.flatMap((source) => {
    const parsed = source.path.startsWith('solutions/') ? parseSolution(source, labels, () => {}) : undefined
    if (parsed === undefined) return []
    const { id, data } = parsed
    return [{ path: source.path, title: data.title, entry: matchEntry({ ...data, id }) }]
  })
}
