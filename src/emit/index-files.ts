import { createHash } from 'node:crypto'
import type { MatchEntry, MatchFile } from '../client/catalog-files.ts'
import { codesOf } from '../client/codes.ts'
import { factsOf, matchEntry } from '../client/match-entry.ts'
import { type Catalog, solutionsOf } from '../model/catalog.ts'
import type { IndexEntry } from '../model/index-entry.ts'
import { indexEntry } from '../model/json-files.ts'
import { absolute, type Site, siteFile, sitePath, solutionPath, twinPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { cut } from '../model/text.ts'
import { unaidedRate } from '../model/unaided.ts'
import { categories } from '../model/vocabulary.ts'
import { solutionsByCode } from './lists.ts'
import { jsonLines, type Output } from './output.ts'

/** `solutions.json`, the part of each category, and the small file that clients poll. */
export function indexFiles(catalog: Catalog, site: Site): Output[] {
  return [
    { path: siteFile(site, 'solutions.json'), body: indexJson(catalog.solutions, catalog, site) },
    versionFile(catalog, site),
    ...categories.map((category) => ({
      path: siteFile(site, `solutions/${category}/index.json`),
      body: indexJson(solutionsOf(catalog, category), catalog, site, { category }),
    })),
  ]
}

export function versionFile(catalog: Catalog, site: Site): Output {
  const index = indexJson(catalog.solutions, catalog, site)
  const version = {
    generated: catalog.generated,
    count: catalog.solutions.length,
    sha256: createHash('sha256').update(index).digest('hex'),
    bytes: Buffer.byteLength(index),
  }
  return { path: siteFile(site, 'version.json'), body: `${JSON.stringify(version)}\n` }
}

function indexJson(
  solutions: readonly Solution[],
  { generated }: Catalog,
  site: Site,
  extra: object = {},
): string {
  const head = { generated, count: solutions.length, base_url: site.base_url, ...extra }
  const entries = solutions.map((solution) => indexEntry(solution, solutionPath(site, solution.id)))
  return jsonLines(head, 'solutions', entries)
}

/** `/match.json`: what the matcher needs and nothing more. */
export function matchFile(catalog: Catalog, site: Site): Output[] {
  const head: Omit<MatchFile, 'entries'> = {
    format: 1,
    generated: catalog.generated,
    count: catalog.solutions.length,
  }
  return [
    {
      path: siteFile(site, 'match.json'),
      body: jsonLines(head, 'entries', catalog.solutions.map(matchEntry)),
    },
  ]
}

/** A lookup file answers in one small GET. A code that too many pages share has none. */
export const lookupBytes = 6000
/** A shortened entry has at most 1.5 KB by the limits of titles and file names, so this many always fit. */
const alwaysFitting = 3

/** `/lookup/<token>.json` per error code or identifier, and the list of tokens. */
export function lookupFiles(catalog: Catalog, site: Site): Output[] {
  const files = [...solutionsByCode(catalog.solutions)].flatMap(([token, solutions]) => {
    const body = lookupBody(token, solutions, site)
    return body === undefined ? [] : [{ token, count: solutions.length, body }]
  })
  return [
    {
      path: siteFile(site, 'lookup/index.json'),
      body: jsonLines(
        { generated: catalog.generated, count: files.length, path: sitePath(site, 'lookup/{token}.json') },
        'tokens',
        files.map(({ token, count }) => ({ token, count })),
      ),
    },
    ...files.map(({ token, body }) => ({ path: siteFile(site, `lookup/${token}.json`), body })),
  ]
}

/** Entries are published whole if they fit, else without the symptom, else with a short fix. */
const shapes: readonly ((entry: LookupEntry) => object)[] = [
  (entry: LookupEntry) => entry,
  ({ symptom: _, ...entry }: LookupEntry) => entry,
  ({ title, category, url, fix, md, known }: LookupEntry) => ({
    title,
    category,
    url,
    fix: cut(fix, 80),
    md,
    known,
  }),
]

/** `known` and the facts as in `match.json`; `doc_uri` as in problem details (RFC 9457). */
type LookupEntry = IndexEntry &
  ReturnType<typeof lookupFacts> & {
    readonly md: string
    readonly known?: number
    readonly see?: readonly object[]
  }

/** The parts of a page to which wordings with this code lead. */
const partsFor = (token: string, { see = [], errors, signs }: MatchEntry) =>
  see
    .filter(({ of }) => of.some((index) => codesOf([...errors, ...signs][index] ?? '').includes(token)))
    .map(({ at, says }) => ({ at, says }))

const lookupFacts = (solution: Solution, site: Site) => ({
  doc_uri: absolute(site, solutionPath(site, solution.id)),
  ...factsOf(solution),
})

/** Undefined for a code that too many pages share. */
function lookupBody(token: string, solutions: readonly Solution[], site: Site): string | undefined {
  const entries = solutions.map((solution): LookupEntry => {
    const path = solutionPath(site, solution.id)
    const known = unaidedRate(solution.unaided)
    const see = partsFor(token, matchEntry(solution))
    const facts = { ...lookupFacts(solution, site), ...(see.length > 0 && { see }) }
    const entry = { ...indexEntry(solution, path), md: twinPath(path), ...facts }
    return known === undefined ? entry : { ...entry, known }
  })
  let body = ''
  for (const shape of shapes) {
    body = jsonLines({ token, count: entries.length }, 'solutions', entries.map(shape))
    if (Buffer.byteLength(body) <= lookupBytes) return body
  }
  return entries.length <= alwaysFitting ? body : undefined
}
