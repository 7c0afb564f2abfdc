import type { Parsed } from '../model/document.ts'
import type { Labels } from '../model/labels.ts'
import type { ProblemCode, Report } from '../model/problem.ts'

/** A piece of a solution that replaces that piece of a clean one: what an example shows. */
export interface Example {
  /** Lines added to the frontmatter. */
  readonly frontmatter?: string
  readonly symptom?: string
  readonly cause?: string
  readonly fix?: string
  readonly checklist?: string
  readonly environment?: string
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
  check(parsed: Parsed, report: Report, labels: Labels): void
}
