import severities from './problem-codes.json' with { type: 'json' }

export type ProblemCode = keyof typeof severities

/** All problem codes. They are stable: people search for them, and exceptions and tests name them. */
export const problemCodes = Object.keys(severities) as ProblemCode[]

export type Severity = 'error' | 'warning'

export const severityOf = (code: ProblemCode): Severity => severities[code] as Severity

/** A problem in the content: what, where, and how to fix it. */
export interface Problem extends Place {
  readonly code: ProblemCode
  readonly severity: Severity
  /** Path of the file, relative to the content folder, with forward slashes. */
  readonly path: string
  /** "Unexpected X, expected Y", or "Missing X". */
  readonly message: string
  /** What to do about it. */
  readonly hint?: string
}

/** A position in a file: 1-based line and column, in UTF-16 units, as editors count. */
export interface Place {
  readonly line: number
  readonly column: number
}

export const startOfFile: Place = { line: 1, column: 1 }

/** Reports a problem of the current file; the caller continues. */
export type Report = (code: ProblemCode, place: Place, message: string, hint?: string) => void

/** A `Report` that appends to `problems`, for the file at `path`. */
export function reportInto(problems: Problem[], path: string): Report {
  return (code, { line, column }, message, hint) => {
    const severity = severityOf(code)
    problems.push({ code, severity, path, line, column, message, ...(hint === undefined ? {} : { hint }) })
  }
}

/** Sorts by file, place and code. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (a, b) =>
      compare(a.path, b.path) ||
      a.line - b.line ||
      a.column - b.column ||
      compare(a.code, b.code) ||
      compare(a.message, b.message),
  )
}

export const hasErrors = (problems: readonly Problem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')

/** Code-unit order: the same in every locale. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
