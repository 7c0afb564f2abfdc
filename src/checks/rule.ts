import type { PageLabels } from '../model/compile-settings.ts'
import type { Parsed, ParsedSolution, SourceFile } from '../model/document.ts'
import type { Place, ProblemCode, Severity } from '../model/problem.ts'
import type { Approved } from './approved.ts'
import type { CatalogView } from './catalog-view.ts'
import type { Snippet } from './command-snippets.ts'
import type { RuleText } from './data.ts'
import type { Reading } from './read-page.ts'

/** Reports a problem with the code of the rule at hand; `hint` replaces the rule's own. */
export type RuleReport = (place: Place, message: string, hint?: string) => void

/** A page and what its language calls things. */
export interface PageView extends Reading {
  readonly parsed: Parsed
  readonly labels: PageLabels
  readonly approved: Approved
  readonly snippets: readonly Snippet[]
}

/** Which runs take the time for a catalog check: each stage runs after the ones before it. */
export type Stage = RuleText['stage']

/** How a rule looks at content; it has at least one of these. */
export interface Check {
  /** Runs on the file as it stands, before anything parses it. */
  checkText?(source: SourceFile, report: RuleReport): void
  checkPage?(page: PageView, report: RuleReport): void
  /** Runs on the beginning of Fix, which the index holds; `rest` is what it cuts off. */
  checkEntry?(fix: Snippet, rest: string, report: RuleReport): void
  /** Runs on all pages together. */
  checkCatalog?(catalog: CatalogView, reportAt: (path: string) => RuleReport): void
}

/** A check of each page. */
export const onPage = (checkPage: NonNullable<Check['checkPage']>): Check => ({ checkPage })

/** A check of each solution. */
export const onSolution = (
  check: (page: PageView & { readonly parsed: ParsedSolution }, report: RuleReport) => void,
): Check =>
  onPage((page, report) => {
    const { parsed } = page
    if (parsed.kind === 'solution') check({ ...page, parsed }, report)
  })

/** A check of all pages together. */
export const onCatalog = (checkCatalog: NonNullable<Check['checkCatalog']>): Check => ({ checkCatalog })

export type Checks = Partial<Record<ProblemCode, Check>>

/** One thing that content must not do: its entry in data/rules.yaml, and its check unless a parser reports it. */
export interface Rule extends RuleText, Check {
  readonly code: ProblemCode
  readonly severity: Severity
}
