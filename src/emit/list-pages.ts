import { codesOf } from '../client/codes.ts'
import { type Catalog, guidesOf, solutionsOf } from '../model/catalog.ts'
import { labelsFor } from '../model/labels.ts'
import { compare } from '../model/problem.ts'
import { absolute, categoryPath, codePath, type Site, sitePath, solutionPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { fill, fillCount } from '../model/text.ts'
import { unaidedGroup, unknownFirst } from '../model/unaided.ts'
import type { Category } from '../model/vocabulary.ts'
import { fillTemplate } from '../render/template.ts'
import { listLine } from '../render/twin.ts'
import { readableCharacters } from './agent-files.ts'
import {
  codeLinks,
  gradesOf,
  guideEntries,
  isShared,
  listEntry,
  sharedCodes,
  solutionsByCode,
} from './lists.ts'
import type { Output } from './output.ts'
import { catalogPage, link } from './page.ts'

/** More would push the fix out of sight. */
const shownCodes = 6

/**
 * `/solutions/<category>`: all its guides and solutions, first what models do not know. A list too long for a model's fetch tool is only in the
 * category's llms.txt, in pieces.
 */
export function categoryPage(category: Category, catalog: Catalog, site: Site): Output[] {
  const path = categoryPath(site, category)
  const listed = unknownFirst(solutionsOf(catalog, category)).map((solution) => ({
    ...listEntry(solution, site),
    reviewed: solution.reviewed,
    product: solution.affects?.[0]?.product,
    isUnknown: unaidedGroup(solution) === 'unknown',
    codes: codeLinks(solution, catalog.solutions, site).slice(0, shownCodes),
  }))
  const labels = labelsFor(site, site.lang)
  const unknown = listed.filter(({ isUnknown }) => isUnknown)
  const rest = listed.filter(({ isUnknown }) => !isUnknown)
  const groups = [
    { name: labels.unaided.unknown, solutions: unknown },
    ...byProduct(rest, labels.catalog['other-products']),
  ]
    .filter(({ solutions }) => solutions.length > 0)
    .map((group, index) => ({ ...group, id: `group-${index + 1}` }))
  const entries = groups.flatMap(({ solutions }) => solutions)
  const guides = guideEntries(guidesOf(catalog, category), site)
  const title = fill(labels.catalog.errors, { category })
  const about = site.categories[category]
  const lines = [...guides.map(listLine), ...entries.map((entry) => listLine({ ...entry, note: entry.fix }))]
  const list = lines.join('\n')
  const pieces = `${path}/llms.txt`
  const isLong = list.length > readableCharacters - 1000
  return catalogPage(catalog, site, {
    path,
    title,
    description: about,
    main: fillTemplate(site, 'category', {
      title,
      about,
      pieces: isLong ? pieces : undefined,
      groups,
      guides,
      labels,
      grades: gradesOf(entries),
      lang: site.lang,
      count: fillCount(labels.catalog.solutions, entries.length, site.lang),
    }),
    text: `${about}\n\n${isLong ? `${labels.catalog.pieces} [llms.txt](${absolute(site, pieces)})` : list}`,
  })
}

/** A product with fewer entries has no group of its own. */
const entriesOfGroup = 3

/** Groups by the first product that an entry names, the largest first; what is left over comes last. */
function byProduct<T extends { readonly product: string | undefined }>(
  entries: readonly T[],
  others: string,
) {
  const products = new Map<string, T[]>()
  for (const entry of entries) {
    const product = entry.product?.toLowerCase() ?? ''
    products.set(product, [...(products.get(product) ?? []), entry])
  }
  const large = [...products]
    .filter(([key, own]) => key !== '' && own.length >= entriesOfGroup)
    .sort(([a, ownA], [b, ownB]) => ownB.length - ownA.length || compare(a, b))
    .map(([key, solutions]) => ({ name: solutions[0]?.product ?? key, solutions }))
  const grouped = new Set(large.flatMap(({ solutions }) => solutions))
  return [...large, { name: others, solutions: entries.filter((entry) => !grouped.has(entry)) }]
}

/**
 * `/code/<code>` for each code that several solutions share, so that readers can tell them apart, and `/code`, the list of
 * all codes. The list links other codes straight to their one solution, which keeps the number of files low.
 */
export function codePages(catalog: Catalog, site: Site): Output[] {
  const codes = [...solutionsByCode(catalog.solutions)]
  return [
    ...overview(codes, catalog, site),
    ...codes.flatMap(([code, holders]) => (isShared(holders) ? codePage(code, holders, catalog, site) : [])),
  ]
}

/** Addresses of these pages below the site, for the sitemap. */
export const codeNames = ({ solutions }: Catalog): string[] => [
  'code',
  ...sharedCodes(solutions).map((code) => `code/${code}`),
]

/** More would make the page too large, and search finds the rest. */
const listedSingles = 1000

function overview(codes: readonly [string, readonly Solution[]][], catalog: Catalog, site: Site): Output[] {
  const { catalog: words, search } = labelsFor(site, site.lang)
  const path = sitePath(site, 'code')
  const shared = codes.flatMap(([code, own]) =>
    isShared(own) ? [{ code, path: codePath(site, code), count: own.length }] : [],
  )
  const single = codes.flatMap(([code, [only, ...more]]) =>
    only && more.length === 0 ? [{ code, path: solutionPath(site, only.id) }] : [],
  )
  const lines = shared.map(({ code, path, count }) =>
    listLine({ ...link(code, path, site), note: String(count) }),
  )
  const list = lines.join('\n')
  return catalogPage(catalog, site, {
    path,
    title: words.codes,
    description: words['codes-about'],
    main: fillTemplate(site, 'codes', {
      words,
      programs: search.programs,
      shared,
      single: single.slice(0, listedSingles),
    }),
    text: `${words['codes-about']} ${search.programs}\n\n${list.length > readableCharacters - 1000 ? '' : list}`,
  })
}

/** Other wordings are on the solution's page. */
const shownMessages = 3

function codePage(code: string, solutions: readonly Solution[], catalog: Catalog, site: Site): Output[] {
  const labels = labelsFor(site, site.lang)
  const { catalog: words } = labels
  const path = codePath(site, code)
  const title = fill(words['code-title'], { code })
  const about = fill(words['code-about'], { code })
  const entries = solutions.map((solution) => ({
    ...listEntry(solution, site),
    affects: solution.affects ?? [],
    messages: (solution.errors ?? [])
      .filter((message) => codesOf(message).includes(code))
      .slice(0, shownMessages),
  }))
  const lines = entries.map((entry) => listLine({ ...entry, note: entry.fix }))
  return catalogPage(catalog, site, {
    path,
    title,
    description: about,
    trail: [{ name: words.codes, path: sitePath(site, 'code') }],
    main: fillTemplate(site, 'code', {
      title,
      about,
      labels,
      entries,
      grades: gradesOf(entries),
      lang: site.lang,
      count: fillCount(words.solutions, entries.length, site.lang),
    }),
    text: `${about}\n\n${lines.join('\n')}`,
  })
}
