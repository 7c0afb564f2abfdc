import { coverageFile, familiesOf } from '../model/coverage.ts'
import { compare, startOfFile } from '../model/problem.ts'
import type { Section } from '../model/solution.ts'
import { nearest } from '../model/text.ts'
import { unaidedFile } from '../model/unaided-file.ts'
import type { SectionKind } from '../model/vocabulary.ts'
import { type CatalogView, solutionsInForce } from './catalog-view.ts'
import { type Checks, onCatalog, type RuleReport } from './rule.ts'

/** Reports those of the names that are no solution in force. */
function reportUnknown(
  named: readonly { id: string; of?: string }[],
  pages: CatalogView['pages'],
  report: RuleReport,
): void {
  const ids = new Set(solutionsInForce(pages).map(({ solution }) => solution.id))
  for (const { id, of } of named.filter(({ id }) => !ids.has(id))) {
    const close = nearest(id, [...ids])
    report(
      startOfFile,
      `Unexpected page \`${id}\`${of === undefined ? '' : ` of “${of}”`}, expected a solution of the catalog`,
      close ? `Write \`${close}\`, or remove the line.` : 'Correct the id, or remove the line.',
    )
  }
}

/** Days after which a review makes an answer old: models have changed as well. */
const freshDays = 180

const newestOf = (days: readonly string[]): string | undefined => [...days].sort().at(-1)

/** A day some days away; clocks of two continents differ by one. */
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Words in a row that are compared as one. */
const shingleLength = 5
/** Shorter sections are alike by chance: "Restart the gateway." */
const fewestShingles = 25
/** Share of the shorter text's shingles that the other one holds. */
const limit = 0.5
/** A shingle that more texts hold says nothing. */
const mostHolders = 24

/** Hashes of the shingles of the sections that are compared; none of a section that is short. */
export type Shingles = Readonly<Record<'root-cause' | 'fix', readonly number[]>>

export function shinglesOf(sections: readonly Pick<Section, 'kind' | 'markdown'>[]): Shingles {
  const of = (kind: SectionKind) =>
    hashesOf(sections.find((section) => section.kind === kind)?.markdown ?? '')
  return { 'root-cause': of('root-cause'), fix: of('fix') }
}

/** Code counts too: it is what gets copied. */
function hashesOf(markdown: string): number[] {
  const words = markdown.toLowerCase().match(wordPattern(markdown)) ?? []
  const found = new Set<number>()
  for (let at = 0; at + shingleLength <= words.length; at++)
    found.add(hashOf(words.slice(at, at + shingleLength).join(' ')))
  return found.size < fewestShingles ? [] : [...found]
}

/** Patterns with Unicode properties take several times as long. */
const wordPattern = (text: string): RegExp =>
  /^[\0-\x7f]*$/.test(text) ? /[a-z0-9_]+/g : /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}_]+/gu

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

interface NearDuplicate {
  readonly path: string
  /** Path of the earlier page. */
  readonly other: string
  readonly message: string
}

export interface ComparedPage {
  readonly path: string
  readonly shingles: Shingles
}

/** For each page whose cause or fix is largely that of an earlier page, the nearest of those. */
export function nearDuplicates(pages: readonly ComparedPage[]): NearDuplicate[] {
  const sorted = [...pages].sort((a, b) => compare(a.path, b.path))
  return (['root-cause', 'fix'] as const).flatMap((kind) => {
    // Pages by their index: large catalogs have millions of shingles.
    const holders = new Map<number, number[]>()
    const counts = new Uint32Array(sorted.length)
    const sizes = sorted.map(({ shingles }) => shingles[kind].length)
    return sorted.flatMap(({ path, shingles }, at): NearDuplicate[] => {
      const sharing: number[] = []
      for (const hash of shingles[kind]) {
        // A signed integer of 32 bits needs no memory of its own.
        const known = holders.get(hash | 0) ?? []
        for (const other of known) {
          const count = counts[other] ?? 0
          if (count === 0) sharing.push(other)
          counts[other] = count + 1
        }
        if (known.length === 0) holders.set(hash | 0, known)
        if (known.length < mostHolders) known.push(at)
      }
      let nearest = { path: '', share: 0 }
      for (const other of sharing) {
        const share = (counts[other] ?? 0) / Math.min(shingles[kind].length, sizes[other] ?? 0)
        if (share > nearest.share) nearest = { path: sorted[other]?.path ?? '', share }
        counts[other] = 0
      }
      if (nearest.share < limit) return []
      const share = Math.round(nearest.share * 100)
      const message = `Unexpected ${kind === 'fix' ? 'fix' : 'cause'} that shares ${share} % of its text with ${nearest.path}, expected words of its own`
      return [{ path, other: nearest.path, message }]
    })
  })
}

export const catalogChecks = {
  'catalog/duplicate-title': onCatalog(({ pages }, reportAt) => {
    const first = new Map<string, string>()
    // A page and the one that replaced it may well be about the same error.
    for (const { path, solution } of solutionsInForce(pages)) {
      const title = solution.title.toLowerCase()
      const other = first.get(title)
      const message = `Unexpected title, expected one that no other page has: ${other} has the same`
      if (other === undefined) first.set(title, path)
      else reportAt(path)(startOfFile, message)
    }
  }),

  'catalog/near-duplicate': onCatalog(({ pages }, reportAt) => {
    for (const { path, message } of nearDuplicates(solutionsInForce(pages)))
      reportAt(path)(startOfFile, message)
  }),

  /** Who keeps a map of what is covered keeps it complete, and the guides too. */
  'catalog/unlisted': onCatalog(({ pages, coverage }, reportAt) => {
    if (coverage.length === 0) return
    const listed = new Set(familiesOf(coverage).flatMap((family) => family.pages))
    const guides = pages.flatMap((page) => (page.kind === 'guide' ? page.guide : []))
    for (const { path, solution } of solutionsInForce(pages)) {
      const missingIn = (file: string, hint: string) =>
        reportAt(path)(startOfFile, `Missing in ${file}`, hint)
      if (!listed.has(solution.id))
        missingIn(coverageFile, 'Name the page under the product and the error that it answers.')
      const own = guides.find(({ categories }) => categories.includes(solution.category))
      if (own && !guides.some(({ markdown }) => markdown.includes(`/solutions/${solution.id})`)))
        missingIn(`guides/${own.name}.md`, 'Link the page from the guide of its category.')
    }
  }),

  'coverage/page': onCatalog(({ pages, coverage }, reportAt) => {
    const named = familiesOf(coverage).flatMap(({ name, pages }) => pages.map((id) => ({ id, of: name })))
    reportUnknown(named, pages, reportAt(coverageFile))
  }),

  'quality/reviewed': onCatalog(({ pages, today }, reportAt) => {
    const guides = pages.flatMap((page) => (page.kind === 'guide' ? { path: page.path, ...page.guide } : []))
    const solutions = solutionsInForce(pages).map(({ path, solution }) => ({ path, ...solution }))
    const dated = [...guides, ...solutions].flatMap(({ path, reviewed }) =>
      reviewed === undefined ? [] : { path, reviewed },
    )
    // Without a clock the same content gives the same answer on every day.
    const now = today ?? newestOf(dated.map(({ reviewed }) => reviewed))
    if (now === undefined) return
    const tomorrow = addDays(now, 1)
    const yearAgo = addDays(now, -366)
    for (const { path, reviewed } of dated) {
      if (reviewed <= tomorrow && reviewed >= yearAgo) continue
      const late = reviewed < yearAgo
      reportAt(path)(
        startOfFile,
        `Unexpected \`reviewed: ${reviewed}\`, which is ${late ? 'more than a year before' : 'after'} ${now}, expected a day of the last year`,
        late
          ? 'Check the page again: links, versions, commands. Then set the day.'
          : 'Set the day on which someone checked the page.',
      )
    }
  }),

  'unaided/page': onCatalog(({ pages, unaided }, reportAt) => {
    const named = Object.keys(unaided).map((id) => ({ id }))
    reportUnknown(named, pages, reportAt(unaidedFile))
  }),

  'unaided/stale': onCatalog(({ pages, unaided }, reportAt) => {
    for (const page of pages) {
      if (page.kind !== 'solution') continue
      const { id, reviewed = '' } = page.solution
      const newest = newestOf((unaided[id] ?? []).map(({ date }) => date))
      if (newest === undefined || reviewed <= addDays(newest, freshDays)) continue
      const message = `Unexpected answers of ${newest} about a page reviewed on ${reviewed}, expected newer ones`
      reportAt(page.path)(startOfFile, message)
    }
  }),
} satisfies Checks
