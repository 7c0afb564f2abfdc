/** Everything that can be wrong with a published folder. A code is stable: tests and people name it. */
export type FindingCode =
  | 'manifest/missing'
  | 'manifest/differs'
  | 'file/stray'
  | 'file/kind'
  | 'file/missing'
  | 'file/differs'
  | 'file/encoding'
  | 'file/line-ends'
  | 'file/hidden-character'
  | 'file/too-long'
  | 'file/syntax'
  | 'file/hash'
  | 'file/remote'
  | 'index/json'
  | 'index/schema'
  | 'index/keys'
  | 'index/lines'
  | 'index/base-url'
  | 'index/count'
  | 'index/order'
  | 'index/duplicate'
  | 'index/url'
  | 'index/length'
  | 'index/size'
  | 'index/page'
  | 'index/part'
  | 'index/version'
  | 'match/entries'
  | 'html/parse'
  | 'html/element'
  | 'html/attribute'
  | 'html/value'
  | 'html/script'
  | 'html/style'
  | 'html/handler'
  | 'html/embed'
  | 'html/remote'
  | 'html/hidden'
  | 'html/class'
  | 'html/id'
  | 'head/charset'
  | 'head/lang'
  | 'head/title'
  | 'head/description'
  | 'head/canonical'
  | 'head/twin'
  | 'head/feed'
  | 'head/policy'
  | 'head/card'
  | 'page/heading'
  | 'page/agents-line'
  | 'page/sections'
  | 'page/source'
  | 'page/footer'
  | 'page/entries'
  | 'page/unlisted'
  | 'page/moved'
  | 'page/retired'
  | 'text/title'
  | 'text/symptom'
  | 'text/fix'
  | 'twin/frontmatter'
  | 'twin/first-line'
  | 'twin/headings'
  | 'twin/text'
  | 'twin/links'
  | 'link/address'
  | 'link/target'
  | 'link/fragment'
  | 'link/rel'
  | 'link/text'
  | 'sitemap/pages'
  | 'llms/entries'
  | 'lookup/entries'
  | 'feed/entries'
  | 'changes/entries'
  | 'host/lines'
  | 'host/answer'
  | 'host/type'
  | 'host/body'
  | 'host/old'
  | 'host/redirects'
  | 'skill/digest'
  | 'schema/head'

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
