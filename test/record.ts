import { join } from 'node:path'
import { blocksHash, executedPage, parseSolution } from '../src/content/parse-page.ts'
import { readLabels } from '../src/content/read-config.ts'
import { type Verification, verificationsText } from '../src/model/verification.ts'

const labels = readLabels(join(import.meta.dirname, '../content'))

/** The `verified.json` that a catalog's pages would have after a good run. */
export function recordOf(files: Readonly<Record<string, string>>): string {
  const entries = Object.entries(files).flatMap(([path, text]): [string, Verification][] => {
    const parsed = path.startsWith('solutions/') ? parseSolution({ path, text }, labels, () => {}) : undefined
    const page = parsed && executedPage(parsed)
    if (page === undefined) return []
    const blocks = blocksHash(page)
    return [[page.id, { date: '2026-11-01', blocks, sandbox: 'bubblewrap', runtimes: { Node: '20.20.2' } }]]
  })
  return verificationsText(Object.fromEntries(entries))
}
