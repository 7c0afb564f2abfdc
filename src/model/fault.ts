import type { Place } from './problem.ts'

/**
 * The run can't go on, and the user can mend it: a wrong folder, a missing configuration, a taken port.
 * Shown as one line and the hint, exit code 2. Faults of the content are problems instead, see problem.ts.
 */
export class Fault extends Error {
  readonly hint: string | undefined
  /** The file that must be mended, where there is one: a command that goes on running shows it like a problem. */
  readonly place: (Place & { readonly file: string }) | undefined
  constructor(message: string, hint?: string, place?: Place & { readonly file: string }) {
    super(message)
    this.name = 'Fault'
    this.hint = hint
    this.place = place
  }
}
