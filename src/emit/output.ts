import type { OutputPath } from '../model/site.ts'
import { escapeUnprintable } from '../model/text.ts'

/** One file of the published folder. */
export interface Output {
  readonly path: OutputPath
  readonly body: string
  /** How `body` is encoded when it is not text. */
  readonly encoding?: 'base64'
  /** Stands for everything that `body` is made of, apart from the program. */
  readonly key?: string | undefined
}

/** Characters that are invisible, reorder text or control a terminal are written as escapes, which no parser sees. */
export const prettyJson = (value: object): string => `${escapeUnprintable(JSON.stringify(value, null, 2))}\n`

/** JSON whose list has one item per line: easy to grep and diff, and a reader that truncates gets whole items. */
export function jsonLines(head: object, key: string, items: readonly unknown[]): string {
  const start = JSON.stringify(head).slice(0, -1)
  const lines = items.map((item) => JSON.stringify(item)).join(',\n')
  return `${start},${JSON.stringify(key)}:[\n${lines}${lines === '' ? '' : '\n'}]}\n`
}
