/** Everything that can be wrong with a published folder. A code is stable: tests and people refer to it. */
export type FindingCode =
  | `file/${'stray' | 'kind' | 'missing' | 'differs' | 'hidden-character' | 'picture' | 'syntax' | 'too-long'}`
  | `manifest/${'missing' | 'differs'}`
  | `link/${'address' | 'target' | 'fragment'}`
  | `markdown/${'footnote' | 'image' | 'table-row'}`
  | 'code/words'
  | `host/${'answer' | 'type' | 'body' | 'old'}`

/** A promise about what is published that the folder breaks. */
export interface Finding {
  readonly code: FindingCode
  /** Relative to the audited folder, forward slashes. */
  readonly path: string
  readonly message: string
}

/** Takes a finding and goes on: one run reports everything that is wrong. */
export type Report = (code: FindingCode, path: string, message: string) => void

/** The same for the file at hand. */
export type Fail = (code: FindingCode, message: string) => void

export const failAt =
  (report: Report, path: string): Fail =>
  (code, message) =>
    report(code, path, message)

/** Quotes text of the output for a message, cut to fit on one line. */
export function quote(text: string): string {
  const points = [...text]
  return JSON.stringify(points.length <= 60 ? text : `${points.slice(0, 59).join('')}…`)
}
