import { codesOf } from '../client/codes.ts'
import { type Catalog, guidesOf, solutionsOf } from '../model/catalog.ts'
import type { Guide } from '../model/guide.ts'
import { labelsFor } from '../model/labels.ts'
import { compare } from '../model/problem.ts'
import {
  absolute,
  categoryPath,
  codePath,
  type PagePath,
  type Site,
  sitePath,
  solutionPath,
} from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { codeSpan, fill, fillCount } from '../model/text.ts'
import { unknownFirst } from '../model/unaided.ts'
import { type Category, categories } from '../model/vocabulary.ts'
import { fillTemplate } from '../render/template.ts'
import { listLine } from '../render/twin.ts'
import { readableCharacters } from './agent-files.ts'
import {
  codeLinks,
  gradesOf,
  guideEntries,
  isShared,
  listEntry,
  type Product,
  productSlug,
  productsOf,
  shelvesOf,
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
  const { catalog: words } = labelsFor(site, site.lang)
  return groupedList(catalog, site, {
    path,
    title: fill(words.errors, { category }),
    about: site.categories[category],
    solutions: unknownFirst(solutionsOf(catalog, category)),
    guides: guidesOf(catalog, category),
    group: byProduct,
    pieces: sitePath(site, `solutions/${category}/llms.txt`),
    card: category,
  })
}

/** `/product/<slug>`: the solutions for a product, by category. */
export function productPages(catalog: Catalog, site: Site): Output[] {
  const { catalog: words, page } = labelsFor(site, site.lang)
  return productsOf(catalog.solutions, site).flatMap(({ name, slug, path, solutions }) =>
    groupedList(catalog, site, {
      path,
      title: fill(words.errors, { category: name }),
      about: fill(words['product-about'], { product: name }),
      solutions,
      group: byCategory,
      trail: [{ name: page.solutions, path: sitePath(site, 'solutions') }],
      card: `product-${slug}`,
    }),
  )
}

type Entry = ReturnType<typeof entryOf>

/** Readers of a list for a `code` compare products and messages. */
const entryOf = (solution: Solution, catalog: Catalog, site: Site, code: string | undefined) => ({
  ...listEntry(solution, site),
  reviewed: solution.reviewed,
  product: solution.affects?.[0]?.product,
  codes: code ? [] : codeLinks(solution, catalog.solutions, site).slice(0, shownCodes),
  affects: code ? (solution.affects ?? []) : [],
  messages: (solution.errors ?? [])
    .filter((message) => code && codesOf(message).includes(code))
    .slice(0, shownMessages),
})

interface Group {
  readonly name: string
  readonly solutions: readonly Entry[]
}

interface ListParts extends Pick<Parameters<typeof catalogPage>[2], 'path' | 'title' | 'trail' | 'card'> {
  readonly about: string
  readonly solutions: readonly Solution[]
  readonly guides?: readonly Guide[]
  /** Groups what models know; what they do not know comes first, as a group of its own. */
  readonly group: (entries: readonly Entry[], others: string) => readonly Group[]
  /** The list for agents, where it is too long for the page's twin. */
  readonly pieces?: PagePath
  /** An error code that all have. */
  readonly code?: string
}

const isReadable = (list: string): boolean => list.length < readableCharacters - 1000

function groupedList(catalog: Catalog, site: Site, parts: ListParts): Output[] {
  const { solutions, group, code, about, pieces = sitePath(site, 'llms.txt'), ...page } = parts
  const labels = labelsFor(site, site.lang)
  const listed = solutions.map((solution) => entryOf(solution, catalog, site, code))
  const known = listed.filter(({ isUnknown }) => !isUnknown)
  const groups = [
    { name: labels.unaided.unknown, solutions: listed.filter(({ isUnknown }) => isUnknown) },
    ...group(known, labels.catalog['other-products']),
  ]
    .filter(({ solutions }) => solutions.length > 0)
    .map((group, index) => ({ ...group, id: `group-${index + 1}` }))
  const entries = groups.flatMap(({ solutions }) => solutions)
  const guides = guideEntries(parts.guides ?? [], site)
  const listWith = (noteOf: (entry: Entry) => string) =>
    [
      ...guides.map(listLine),
      ...groups.flatMap(({ name, solutions }) => [
        ...(groups.length > 1 ? [`\n## ${name}\n`] : []),
        ...solutions.flatMap((entry) => [
          listLine({ ...entry, note: noteOf(entry) }),
          ...entry.messages.map((message) => `  - ${codeSpan(message)}`),
        ]),
      ]),
    ].join('\n')
  // Whole if it fits, else without the fixes.
  const list = [listWith(({ fix }) => fix), listWith(() => '')].find(isReadable)
  return catalogPage(catalog, site, {
    ...page,
    description: about,
    main: fillTemplate(site, 'category', {
      title: page.title,
      about,
      pieces: list === undefined ? pieces : undefined,
      groups,
      guides,
      labels,
      grades: gradesOf(entries),
      count: fillCount(labels.catalog.solutions, entries.length, site.lang),
    }),
    text: `${about}\n\n${list ?? `${labels.catalog.pieces} [llms.txt](${absolute(site, pieces)})`}`,
  })
}

/** A product with fewer entries has no group of its own. */
const entriesOfGroup = 3

/** Groups by the first product that an entry names, the largest first; what is left over comes last. */
function byProduct(entries: readonly Entry[], others: string): Group[] {
  const products = new Map<string, Entry[]>()
  for (const entry of entries) {
    const product = productSlug(entry.product ?? '')
    products.set(product, [...(products.get(product) ?? []), entry])
  }
  const large = [...products]
    .filter(([key, own]) => key !== '' && own.length >= entriesOfGroup)
    .sort(([a, ownA], [b, ownB]) => ownB.length - ownA.length || compare(a, b))
    .map(([key, solutions]) => ({ name: solutions[0]?.product ?? key, solutions }))
  const grouped = new Set(large.flatMap(({ solutions }) => solutions))
  return [...large, { name: others, solutions: entries.filter((entry) => !grouped.has(entry)) }]
}

const byCategory = (entries: readonly Entry[]): Group[] =>
  categories.map((name) => ({ name, solutions: entries.filter(({ category }) => category === name) }))

/** `/solutions`: categories and products. `/guide`: all guides. */
export function overviewPages(catalog: Catalog, site: Site): Output[] {
  const labels = labelsFor(site, site.lang)
  const { catalog: words, page } = labels
  const shelves = shelvesOf(catalog, site)
  const products = productsOf(catalog.solutions, site)
  const guides = guideEntries(catalog.guides, site)
  const count = ({ path, name, solutions }: Product) =>
    listLine({ ...link(name, path, site), note: String(solutions.length) })
  return [
    ...catalogPage(catalog, site, {
      path: sitePath(site, 'solutions'),
      title: page.solutions,
      description: words['solutions-about'],
      main: fillTemplate(site, 'solutions', { labels, shelves, products }),
      text: [
        words['solutions-about'],
        `## ${words.categories}\n\n${shelves.map(listLine).join('\n')}`,
        ...(products.length > 0 ? [`## ${words.products}\n\n${products.map(count).join('\n')}`] : []),
      ].join('\n\n'),
    }),
    ...catalogPage(catalog, site, {
      path: sitePath(site, 'guide'),
      title: page.guides,
      description: words['guides-about'],
      main: fillTemplate(site, 'guides', { labels, guides }),
      text: `${words['guides-about']}\n\n${guides.map(listLine).join('\n')}`,
    }),
  ]
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
    text: `${words['codes-about']} ${search.programs}\n\n${isReadable(list) ? list : ''}`,
  })
}

/** Other wordings are on the solution's page. */
const shownMessages = 3

function codePage(code: string, solutions: readonly Solution[], catalog: Catalog, site: Site): Output[] {
  const { catalog: words } = labelsFor(site, site.lang)
  return groupedList(catalog, site, {
    path: codePath(site, code),
    title: fill(words['code-title'], { code }),
    about: fill(words['code-about'], { code }),
    solutions,
    group: byProduct,
    code,
    trail: [{ name: words.codes, path: sitePath(site, 'code') }],
  })
}
