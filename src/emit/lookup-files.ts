import type { Catalog } from '../model/catalog.ts'
import { cut, type IndexEntry, indexEntry } from '../model/index-entry.ts'
import { type Site, siteFile, sitePath, solutionPath, twinPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import type { Output } from './output.ts'
import { jsonLines } from './output.ts'
import { codesInOrder } from './solution-codes.ts'

/** A lookup file answers in one small GET; a code that so many pages share would not. */
export const lookupBytes = 6000

/** `/lookup/<token>.json` per error code or identifier, and the list of tokens. */
export function lookupFiles(catalog: Catalog, site: Site): Output[] {
  const files = codesInOrder(catalog.solutions).flatMap(([token, solutions]) => {
    const body = lookupBody(token, solutions, site)
    return body === undefined ? [] : [{ token, count: solutions.length, body }]
  })
  const tokens = files.map(({ token, count }) => ({ token, count }))
  return [
    {
      path: siteFile(site, 'lookup/index.json'),
      body: jsonLines(
        { generated: catalog.generated, count: tokens.length, path: sitePath(site, 'lookup/{token}.json') },
        'tokens',
        tokens,
      ),
    },
    ...files.map(({ token, body }) => ({ path: siteFile(site, `lookup/${token}.json`), body })),
  ]
}

/** Whole entries while they fit, then without the symptom, then with a short fix; nothing when even that is too long. */
function lookupBody(token: string, solutions: readonly Solution[], site: Site): string | undefined {
  const entries = solutions.map((solution): IndexEntry & { md: string } => {
    const path = solutionPath(site, solution.id)
    return { ...indexEntry(solution, path), md: twinPath(path) }
  })
  const shapes: ((entry: IndexEntry & { md: string }) => object)[] = [
    (entry) => entry,
    ({ symptom: _, ...entry }) => entry,
    ({ symptom: _, source: __, ...entry }) => ({ ...entry, fix: cut(entry.fix, 80) }),
  ]
  for (const shape of shapes) {
    const body = jsonLines({ token, count: entries.length }, 'solutions', entries.map(shape))
    if (Buffer.byteLength(body) <= lookupBytes) return body
  }
  return undefined
}
