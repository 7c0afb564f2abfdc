import type { Catalog } from '../model/catalog.ts'
import type { OutputPath, Site } from '../model/site.ts'

/** One file of the published folder. */
export interface Output {
  readonly path: OutputPath
  readonly body: string
  /** Of a body that is no text. */
  readonly encoding?: 'base64'
}

/** What is written and sent. */
export const contentOf = ({ body, encoding }: Pick<Output, 'body' | 'encoding'>): string | Buffer =>
  encoding === undefined ? body : Buffer.from(body, encoding)

/** Makes some of the published files. Pure, without a disk. */
export type Emitter = (catalog: Catalog, site: Site) => Iterable<Output>

/** JSON whose list stands one item a line: greppable, diffable, and whole lines survive a reader that cuts. */
export function jsonLines(head: object, key: string, items: readonly unknown[]): string {
  const start = JSON.stringify(head).slice(0, -1)
  const lines = items.map((item) => JSON.stringify(item)).join(',\n')
  return `${start}${start.length > 1 ? ',' : ''}${JSON.stringify(key)}:[\n${lines}${lines === '' ? '' : '\n'}]}\n`
}
