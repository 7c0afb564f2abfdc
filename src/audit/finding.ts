/** Everything that can be wrong with a published folder. A code is stable: tests and people refer to it. */
export type FindingCode =
  | `manifest/${'missing' | 'differs'}`
  | `file/${'stray' | 'kind' | 'missing' | 'differs' | 'encoding' | 'line-ends' | 'hidden-character'}`
  | `file/${'too-long' | 'syntax' | 'hash' | 'remote'}`
  | `index/${'json' | 'schema' | 'lines' | 'base-url' | 'count' | 'order' | 'duplicate'}`
  | `index/${'url' | 'length' | 'size' | 'page' | 'part' | 'version'}`
  | 'match/entries'
  | `html/${'parse' | 'element' | 'attribute' | 'value' | 'script' | 'style' | 'handler' | 'embed'}`
  | `html/${'remote' | 'hidden' | 'class' | 'id'}`
  | `head/${'charset' | 'lang' | 'title' | 'description' | 'canonical' | 'twin' | 'feed' | 'policy'}`
  | 'head/card'
  | `page/${'heading' | 'agents-line' | 'source' | 'entries' | 'unlisted'}`
  | `page/${'moved' | 'retired' | 'frame'}`
  | `text/${'title' | 'symptom' | 'fix'}`
  | `twin/${'frontmatter' | 'first-line' | 'headings' | 'text' | 'links'}`
  | `link/${'address' | 'target' | 'fragment' | 'rel' | 'text'}`
  | 'sitemap/pages'
  | 'llms/entries'
  | 'lookup/entries'
  | 'feed/entries'
  | 'changes/entries'
  | `host/${'answer' | 'type' | 'body' | 'old' | 'redirects' | 'form'}`

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
