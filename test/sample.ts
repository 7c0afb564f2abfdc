import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastGlob from 'fast-glob'
import { root } from './catalog.ts'

/** `FULL=1`, as the scheduled workflow sets it: every page and all random inputs, however long that takes. */
export const full = process.env.FULL === '1'

/** Pages of the real catalog, by their path in `content/`: all of them in a full run, else a sample that a new page hardly changes. */
export function realPages(): Map<string, string> {
  const content = join(root, 'content')
  const paths = fastGlob.sync(['solutions/**/*.md', 'guides/*.md'], { cwd: content })
  const order = (path: string) => createHash('sha256').update(path).digest('hex')
  const sample = paths.sort((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, full ? undefined : 60)
  return new Map(sample.map((path) => [path, readFileSync(join(content, path), 'utf8')]))
}
