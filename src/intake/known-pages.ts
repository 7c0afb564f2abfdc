import { type ComparedPage, shinglesOf } from '../checks/near-duplicates.ts'
import { type MatchEntry, matchEntry } from '../client/catalog-files.ts'
import { quotedCodes } from '../client/codes.ts'
import { parseSolution } from '../content/parse-page.ts'
import { readSources } from '../content/read-sources.ts'
import type { SourceFile } from '../model/document.ts'
import type { LabelSet } from '../model/labels.ts'

/** A solution that is there already, as far as a new one can be compared with it. */
export interface KnownPage extends ComparedPage {
  readonly title: string
  readonly entry: MatchEntry
}

/** The solutions of a content folder, those with problems too: nothing is rendered. */
export const readKnownPages = (content: string, labels: LabelSet): KnownPage[] =>
  readSources(content).sources.flatMap((source) => knownPage(source, labels) ?? [])

/** A source as a known page, unless it is none or can't be read. */
export function knownPage(source: SourceFile, labels: LabelSet): KnownPage | undefined {
  if (!source.path.startsWith('solutions/')) return undefined
  const parsed = parseSolution(source, labels, () => {})
  if (parsed === undefined) return undefined
  const { id, data, sections } = parsed
  return {
    path: source.path,
    title: data.title,
    entry: matchEntry({ ...data, id, codes: quotedCodes(data) }),
    shingles: shinglesOf(
      sections.map(({ kind, start, end }) => ({ kind, markdown: source.text.slice(start, end) })),
    ),
  }
}
