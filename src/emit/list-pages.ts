import { codesOf } from '../client/codes.ts'
import { type Catalog, guidesOf, solutionsOf } from '../model/catalog.ts'
import type { Guide } from '../model/guide.ts'
import { labelsFor } from '../model/labels.ts'
import { compare } from '../model/problem.ts'
import {
  absolute,
  type PagePath,
  pageFiles,
  type Site,
  scriptName,
  sitePath,
  solutionPath,
} from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { codeSpan, fill } from '../model/text.ts'
import { unknownFirst } from '../model/unaided.ts'
import { type Category, categories, evidenceGrades } from '../model/vocabulary.ts'
import { listLine } from '../render/twin.ts'
import { readableCharacters } from './agent-files.ts'
import { isInShards } from './index-files.ts'
import {
  codeLinks,
  grouped,
  guideEntries,
  link,
  linkList,
  listEntry,
  madeOnDemand,
  productSlug,
  productsOf,
  type Shared,
  sharedCodes,
  shelvesOf,
  solutionsByCode,
} from './lists.ts'
import type { Output } from './output.ts'
import { catalogPage } from './page.ts'

/** More would push the fix out of sight. */
const shownCodes = 6
/** Other wordings are on the solution's page. */
const shownMessages = 3

/**
 * `/solutions/<category>`: all its guides and solutions, first what models do not know. A list that is too long for a
 * model's fetch tool is only in the category's llms.txt, in pieces.
 */
export function categoryPage(category: Category, catalog: Catalog, site: Site): Output[] {
  return groupedList(catalog, site, {
    path: solutionPath(site, category),
    title: fill(labelsFor(site, site.lang).catalog.errors, { category }),
    description: site.categories[category],
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
      description: fill(words['product-about'], { product: name }),
      solutions,
      group: byCategory,
      trail: [{ name: page.solutions, path: sitePath(site, 'solutions') }],
      card: `product-${slug}`,
    }),
  )
}

/** `/code/<code>` for each code that several solutions share, so that readers can tell them apart. */
export function codePages(catalog: Catalog, site: Site): Output[] {
  const { catalog: words } = labelsFor(site, site.lang)
  return sharedCodes(catalog.solutions, site).flatMap(({ name: code, path, solutions }) =>
    madeOnDemand(site, pageFiles(path), solutions, [code, catalog.generated], () =>
      groupedList(catalog, site, {
        path,
        title: fill(words['code-title'], { code }),
        description: fill(words['code-about'], { code }),
        solutions,
        group: byProduct,
        code,
        trail: [{ name: words.codes, path: sitePath(site, 'code') }],
      }),
    ),
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

type Group = Readonly<{ name: string; solutions: readonly Entry[] }>

interface ListParts
  extends Pick<Parameters<typeof catalogPage>[3], 'path' | 'title' | 'description' | 'trail' | 'card'> {
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
  const { solutions, group, code, pieces = sitePath(site, 'llms.txt'), ...page } = parts
  const { catalog: words, unaided } = labelsFor(site, site.lang)
  const entries = solutions.map((solution) => entryOf(solution, catalog, site, code))
  const known = entries.filter(({ isUnknown }) => !isUnknown)
  const groups = [
    { name: unaided.unknown, solutions: entries.filter(({ isUnknown }) => isUnknown) },
    ...group(known, words['other-products']),
  ].filter(({ solutions }) => solutions.length > 0)
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
  return catalogPage(catalog, site, 'category', {
    ...page,
    data: {
      pieces: list === undefined ? pieces : undefined,
      count: entries.length,
      groups,
      guides,
      grades: evidenceGrades.filter((grade) => entries.some(({ evidence }) => evidence === grade)),
    },
    text: `${page.description}\n\n${list ?? `${words.pieces} [llms.txt](${absolute(site, pieces)})`}`,
  })
}

/** A product with fewer entries has no group of its own. */
const entriesOfGroup = 3

/** Groups by the first product that an entry names, the largest first; what is left over comes last. */
function byProduct(entries: readonly Entry[], others: string): Group[] {
  const large = [...grouped(entries, ({ product = '' }) => [productSlug(product)])]
    .filter(([key, own]) => key !== '' && own.length >= entriesOfGroup)
    .sort(([a, ownA], [b, ownB]) => ownB.length - ownA.length || compare(a, b))
    .map(([key, solutions]) => ({ name: solutions[0]?.product ?? key, solutions }))
  const inLarge = new Set(large.flatMap(({ solutions }) => solutions))
  return [...large, { name: others, solutions: entries.filter((entry) => !inLarge.has(entry)) }]
}

const byCategory = (entries: readonly Entry[]): Group[] =>
  categories.map((name) => ({ name, solutions: entries.filter(({ category }) => category === name) }))

/** More would make the page too large, and search finds the rest. */
const listedSingles = 1000

/**
 * `/solutions`: categories and products. `/guide`: all guides. `/code`: all codes, of which those with one solution lead
 * straight to it, which keeps the number of files low. `/search`, which without its script leads to the categories.
 */
export function overviewPages(catalog: Catalog, site: Site): Output[] {
  const { catalog: words, page, search } = labelsFor(site, site.lang)
  const shelves = shelvesOf(catalog, site)
  const guides = guideEntries(catalog.guides, site)
  const products = productsOf(catalog.solutions, site)
  const shared = sharedCodes(catalog.solutions, site)
  const single = [...solutionsByCode(catalog.solutions)].flatMap(([code, [only, ...more]]) =>
    only && more.length === 0 ? [{ code, path: solutionPath(site, only.id) }] : [],
  )
  const counted = ({ name, path, solutions }: Shared) => ({
    ...link(name, path, site),
    note: String(solutions.length),
  })
  const codeList = shared.map(counted).map(listLine).join('\n')
  const rows = [
    {
      name: 'solutions',
      title: page.solutions,
      description: words['solutions-about'],
      data: { shelves, products },
      below: [
        linkList(words.categories, shelves),
        ...(products.length > 0 ? [linkList(words.products, products.map(counted))] : []),
      ],
    },
    {
      name: 'guide',
      template: 'guides',
      title: page.guides,
      description: words['guides-about'],
      data: { guides },
      below: [guides.map(listLine).join('\n')],
    },
    {
      name: 'code',
      template: 'codes',
      title: words.codes,
      description: words['codes-about'],
      data: { shared, single: single.slice(0, listedSingles) },
      programs: true,
      below: [isReadable(codeList) ? codeList : ''],
    },
    {
      name: 'search',
      title: page.search,
      description: search.about,
      search: scriptName(site, 'search'),
      data: { shelves, shards: isInShards(catalog) },
      programs: true,
      below: [linkList(words.categories, shelves)],
    },
  ]
  return rows.flatMap(({ name, template = name, below, programs, ...row }) =>
    catalogPage(catalog, site, template, {
      ...row,
      path: sitePath(site, name),
      text: [row.description + (programs ? ` ${search.programs}` : ''), ...below].join('\n\n'),
    }),
  )
}
