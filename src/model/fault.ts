/** The code of a system error, such as `ENOENT`, or an empty string. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

interface FilePlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

/**
 * An error that the user must fix before the command can continue: a wrong folder, a missing configuration, a port in
 * use. Shown as one line and the hint, exit code 2. Errors in the content are problems instead, see problem.ts.
 */
export class Fault extends Error {
  readonly hint: string | undefined
  /** The file to fix, if there is one: a command that keeps running shows it like a problem. */
  readonly place: FilePlace | undefined
  constructor(message: string, hint?: string, place?: FilePlace) {
    super(message)
    this.name = 'Fault'
    this.hint = hint
    this.place = place
  }
}
