/** All problem codes. They are stable: people search for them, and exceptions and tests name them. */
export const problemCodes = [
  'file/encoding',
  'file/size',
  'file/kind',
  'file/name',
  'file/path',
  'file/complexity',
  'frontmatter/missing',
  'frontmatter/size',
  'frontmatter/yaml',
  'frontmatter/unknown-key',
  'frontmatter/value',
  'frontmatter/expected',
  'section/unknown',
  'section/order',
  'section/duplicate',
  'section/missing',
  'section/empty',
  'section/stray-text',
  'section/title-heading',
  'code/language',
  'code/run',
  'code/words',
  'link/address',
  'link/host',
  'link/target',
  'link/moved',
  'link/withdrawn',
  'markdown/html',
  'markdown/image',
  'markdown/footnote',
  'markdown/table-row',
  'checklist/table',
  'address/alias',
  'address/redirects',
  'address/successor',
  'address/translation',
  'address/vanished',
  'catalog/duplicate-title',
  'catalog/unlisted',
  'catalog/near-duplicate',
  'catalog/shrunk',
  'command/approval',
  'command/caution',
  'command/data-loss',
  'command/delete',
  'command/host',
  'command/indirect',
  'command/inline-code',
  'command/leak',
  'command/obfuscated',
  'command/package',
  'command/permission',
  'command/persistence',
  'command/program',
  'command/protection',
  'command/remote-code',
  'command/system',
  'coverage/page',
  'evidence/not-run',
  'evidence/versions',
  'exception/unused',
  'quality/boilerplate',
  'quality/branch',
  'quality/evidence',
  'quality/first-sentence',
  'quality/language',
  'quality/nothing-to-do',
  'quality/retired',
  'quality/reviewed',
  'quality/symptom',
  'quality/title',
  'text/hidden-character',
  'text/instructions',
  'text/language',
  'text/look-alike',
  'text/secret',
  'text/size',
  'text/stuffing',
  'unaided/page',
  'unaided/stale',
  'site/config',
  'match/unmatched',
  'match/other-first',
] as const

export type ProblemCode = (typeof problemCodes)[number]

export type Severity = 'error' | 'warning'

/** A problem in the content: what, where, and how to fix it. */
export interface Problem {
  readonly code: ProblemCode
  readonly severity: Severity
  /** Path of the file, relative to the content folder, with forward slashes. */
  readonly path: string
  /** 1-based. */
  readonly line: number
  /** 1-based, in UTF-16 units, as editors count. */
  readonly column: number
  /** "Unexpected X, expected Y", or "Missing X". */
  readonly message: string
  /** What to do about it. */
  readonly hint?: string
}

/** A position in a file: 1-based line and column. */
export interface Place {
  readonly line: number
  readonly column: number
}

export const startOfFile: Place = { line: 1, column: 1 }

/** Reports a problem of the current file; the caller continues. */
export type Report = (
  code: ProblemCode,
  place: Place,
  message: string,
  options?: { hint?: string; severity?: Severity },
) => void

/** A `Report` that appends to `problems`, for the file at `path`. */
export function reportInto(problems: Problem[], path: string): Report {
  return (code, { line, column }, message, { hint, severity = 'error' } = {}) => {
    problems.push({ code, severity, path, line, column, message, ...(hint === undefined ? {} : { hint }) })
  }
}

/** Sorts by file, place and code. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return [...problems].sort(
    (a, b) =>
      compare(a.path, b.path) ||
      a.line - b.line ||
      a.column - b.column ||
      compare(a.code, b.code) ||
      compare(a.message, b.message),
  )
}

export const hasErrors = (problems: readonly Problem[]): boolean =>
  problems.some((p) => p.severity === 'error')

/** Code-unit order: the same in every locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
