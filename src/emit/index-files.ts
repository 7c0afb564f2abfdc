import { hash } from 'node:crypto'
import type { MatchEntry, MatchFile } from '../client/catalog-files.ts'
import { codesOf } from '../client/codes.ts'
import { factsOf, matchEntry } from '../client/match-entry.ts'
import { shardFiles } from '../client/shards.ts'
import { type Catalog, solutionsOf } from '../model/catalog.ts'
import { indexEntry } from '../model/json-files.ts'
import { once } from '../model/once.ts'
import { absolute, type Site, siteFile, sitePath, solutionPath, twinPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { cut } from '../model/text.ts'
import { unaidedRate } from '../model/unaided.ts'
import { categories } from '../model/vocabulary.ts'
import { grouped, madeOnDemand, solutionsByCode } from './lists.ts'
import { jsonLines, type Output, prettyJson } from './output.ts'

/** `solutions.json`, the part of each category, the file that clients poll, and `/match.json` for the matcher. */
export function indexFiles(catalog: Catalog, site: Site): Output[] {
  const { solutions } = catalog
  return [
    { path: siteFile(site, 'solutions.json'), body: indexJson(solutions, catalog, site) },
    { path: siteFile(site, 'version.json'), body: versionJson(catalog, site) },
    ...categories.map((category) => ({
      path: siteFile(site, `solutions/${category}/index.json`),
      body: indexJson(solutionsOf(catalog, category), catalog, site, { category }),
    })),
    ...matchFiles(catalog, site),
  ]
}

/** What the matcher knows of a solution, for `match.json`, lookup files and the pack. */
export const matchEntryOf = once(matchEntry)

export const versionJson = once((catalog: Catalog, site: Site): string => {
  const { generated, solutions } = catalog
  const index = indexJson(solutions, catalog, site)
  const bytes = Buffer.byteLength(index)
  return `${JSON.stringify({ generated, count: solutions.length, sha256: hash('sha256', index), bytes })}\n`
})

function indexJson(solutions: readonly Solution[], { generated }: Catalog, site: Site, extra = {}): string {
  const head = { generated, count: solutions.length, base_url: site.base_url, ...extra }
  const entries = solutions.map((solution) => indexEntry(solution, solutionPath(site, solution.id)))
  return jsonLines(head, 'solutions', entries)
}

/** Is the matcher's file of this catalog in shards, because few could get all of it? */
export const isInShards = ({ solutions }: Catalog): boolean => solutions.length > 5_000

/** `/match.json`: what the matcher needs and nothing more. */
function matchFiles(catalog: Catalog, site: Site): Output[] {
  const { solutions, generated } = catalog
  const path = siteFile(site, 'match.json')
  const entries = solutions.map((solution) => matchEntryOf(solution))
  if (!isInShards(catalog)) {
    const head: Omit<MatchFile, 'entries'> = { format: 1, generated, count: solutions.length }
    return [{ path, body: jsonLines(head, 'entries', entries) }]
  }
  const { root, shards } = shardFiles(entries, generated)
  return [
    { path, body: JSON.stringify(root) },
    ...shards.map(({ entries, ...head }, number) => ({
      path: siteFile(site, `match/${number}.json`),
      body: jsonLines(head, 'entries', entries),
    })),
  ]
}

/** A lookup file answers in one small GET. A code that too many pages share has none. */
const lookupBytes = 6000
/** A shortened entry has at most 1.5 KB by the limits of titles and file names, so this many always fit. */
const alwaysFitting = 3

/** `/lookup/<token>.json` per error code or identifier, and the list of tokens. */
export function lookupFiles(catalog: Catalog, site: Site): Output[] {
  const files = [...solutionsByCode(catalog.solutions)].flatMap(([token, solutions]) => {
    const path = siteFile(site, `lookup/${token}.json`)
    const make = () => [{ body: lookupBody(token, solutions, site) ?? '' }]
    const [file] = madeOnDemand(site, [path], solutions, token, make)
    const isMade = solutions.length <= alwaysFitting || file?.body !== ''
    return file && isMade ? [{ token, count: solutions.length, file }] : []
  })
  const path = sitePath(site, 'lookup/{token}.json')
  const head = { generated: catalog.generated, count: files.length, path }
  const tokens = files.map(({ token, count }) => ({ token, count }))
  return [
    { path: siteFile(site, 'lookup/index.json'), body: jsonLines(head, 'tokens', tokens) },
    ...files.map(({ file }) => file),
  ]
}

/** `/messages/<xx>.json`: pages by the SHA-256 of a message as it is printed, in files by its first two digits. */
export function messageFiles({ solutions }: Catalog, site: Site): Output[] {
  const printed = ({ errors = [] }: Solution) => errors.filter((message) => !message.includes('…'))
  const byDigest = grouped(solutions, (solution) => printed(solution).map((one) => hash('sha256', one)))
  return [...grouped([...byDigest], ([digest]) => [digest.slice(0, 2)])].map(([digits, rows]) => {
    const pathsOf = (holders: readonly Solution[]) =>
      holders.map(({ id }) => twinPath(solutionPath(site, id)))
    const body = prettyJson(Object.fromEntries(rows.map(([digest, holders]) => [digest, pathsOf(holders)])))
    return { path: siteFile(site, `messages/${digits}.json`), body }
  })
}

type LookupEntry = ReturnType<typeof lookupEntry>

/** Entries are published whole if they fit, else without the symptom, else with a short fix. */
const shapes: readonly ((entry: LookupEntry) => object)[] = [
  (entry) => entry,
  ({ symptom: _, ...entry }) => entry,
  ({ title, category, url, fix, md, known }) => ({ title, category, url, fix: cut(fix, 80), md, known }),
]

/** `known` and the facts as in `match.json`; `doc_uri` as in problem details (RFC 9457). */
function lookupEntry(token: string, solution: Solution, site: Site) {
  const path = solutionPath(site, solution.id)
  const see = partsFor(token, matchEntryOf(solution))
  return {
    ...indexEntry(solution, path),
    md: twinPath(path),
    doc_uri: absolute(site, path),
    ...factsOf(solution),
    ...(see.length > 0 && { see }),
    known: unaidedRate(solution.unaided),
  }
}

/** The parts of a page to which wordings with this code lead. */
const partsFor = (token: string, { see = [], errors, signs }: MatchEntry) =>
  see
    .filter(({ of }) => of.some((index) => codesOf([...errors, ...signs][index] ?? '').includes(token)))
    .map(({ at, says }) => ({ at, says }))

/** Undefined for a code that too many pages share. */
function lookupBody(token: string, solutions: readonly Solution[], site: Site): string | undefined {
  const entries = solutions.map((solution) => lookupEntry(token, solution, site))
  const head = { token, count: entries.length }
  const bodies = shapes.map((shape) => jsonLines(head, 'solutions', entries.map(shape)))
  const fitting = bodies.find((body) => Buffer.byteLength(body) <= lookupBytes)
  return fitting ?? (entries.length <= alwaysFitting ? bodies.at(-1) : undefined)
}
