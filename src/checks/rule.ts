import type { PageLabels } from '../model/compile-settings.ts'
import type { Parsed, SourceFile } from '../model/document.ts'
import type { IndexEntry } from '../model/json-files.ts'
import type { Place, ProblemCode, Report, Severity } from '../model/problem.ts'
import type { CatalogView } from './catalog-view.ts'
import type { Reading } from './read-page.ts'

/** A valid solution with some of its pieces replaced. */
export interface PageExample {
  /** Lines added to the frontmatter; a key that is here already replaces the valid one. */
  readonly frontmatter?: string
  readonly title?: string
  readonly symptom?: string
  readonly cause?: string
  readonly fix?: string
  readonly checklist?: string
  readonly environment?: string
  /** Replaces all sections. */
  readonly body?: string
}

/** A file of an example as its text, as bytes that are no UTF-8, as a symbolic link, or as a solution. */
export type ExampleFile = string | { readonly latin1: string } | { readonly link: string } | PageExample

/** A little catalog; `published` are the addresses of solutions that readers know already. */
export interface CatalogExample {
  readonly files: Readonly<Record<string, ExampleFile>>
  readonly published?: readonly string[]
}

/** One page, or a catalog for rules that need more than one. */
export type Example = PageExample | CatalogExample

export const isCatalogExample = (example: Example): example is CatalogExample => 'files' in example

/** An entry of the index as it is published, and where the section that it is cut from starts. */
export interface EntryAtPlace {
  readonly entry: Pick<IndexEntry, 'title' | 'symptom' | 'fix'>
  /** The whole of Fix as plain text, of which the entry holds the beginning. */
  readonly fixText: string
  readonly fixPlace: Place
}

/** Reports a problem with the code and the severity of the rule at hand; `hint` replaces the rule's own. */
export type RuleReport = (place: Place, message: string, hint?: string) => void

/** A page and what its language calls things. */
export interface PageView extends Reading {
  readonly parsed: Parsed
  readonly labels: PageLabels
}

/** Which runs take the time for a catalog check: each stage runs after the ones before it. */
export type Stage = 'preview' | 'build' | 'check' | 'published'

/**
 * One thing that content must not do. `why` and the examples are what authors read; the examples are also the
 * rule's tests: `bad` ones are found, `good` ones are not. A rule without any check is reported by a parser.
 */
export interface Rule {
  readonly code: ProblemCode
  /** `error` by default. */
  readonly severity?: Severity
  readonly why: string
  /** What to do about it, unless a report says something more precise. */
  readonly hint?: string
  readonly good: readonly Example[]
  readonly bad: readonly Example[]
  /** Runs on the file as it stands, before anything parses it. */
  checkText?(source: SourceFile, report: RuleReport): void
  checkPage?(page: PageView, report: RuleReport): void
  check?(parsed: Parsed, report: Report, labels: PageLabels, reading: Reading): void
  /** Runs on the index entry after the cut. */
  checkEntry?(entry: EntryAtPlace, report: Report): void
  /** The first stage at which `checkCatalog` runs; `preview` by default. */
  readonly stage?: Stage
  /** Runs on all pages together. */
  checkCatalog?(catalog: CatalogView, reportAt: (path: string) => RuleReport): void
}
