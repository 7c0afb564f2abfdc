import type { PageLabels } from '../model/compile-settings.ts'
import type { Parsed, SourceFile } from '../model/document.ts'
import type { IndexEntry } from '../model/json-files.ts'
import type { Place, ProblemCode, Report } from '../model/problem.ts'
import type { Reading } from './reading.ts'

/** A piece of a solution that replaces that piece of a clean one: what an example shows. */
export interface Example {
  /** Lines added to the frontmatter. */
  readonly frontmatter?: string
  /** Replaces the title. */
  readonly title?: string
  readonly symptom?: string
  readonly cause?: string
  readonly fix?: string
  readonly checklist?: string
  readonly environment?: string
}

/** An entry of the index as it is published, and where the section that it is cut from starts. */
export interface EntryAtPlace {
  readonly entry: Pick<IndexEntry, 'title' | 'symptom' | 'fix'>
  /** The whole of Fix as plain text, of which the entry holds the beginning. */
  readonly fixText: string
  readonly fixPlace: Place
}

/**
 * One thing that content must not do. `why` and the examples are what authors read; the examples are also the
 * rule's tests: `bad` ones are found, `good` ones are not.
 */
export interface Rule {
  readonly code: ProblemCode
  readonly why: string
  readonly good: readonly Example[]
  readonly bad: readonly Example[]
  /** Runs on the file as it stands, before anything parses it. */
  checkText?(source: SourceFile, report: Report): void
  check?(parsed: Parsed, report: Report, labels: PageLabels, reading: Reading): void
  /** Runs on the index entry after the cut. */
  checkEntry?(entry: EntryAtPlace, report: Report): void
}
