import { hash } from 'node:crypto'
import { type Catalog, solutionsOf } from '../model/catalog.ts'
import type { Guide } from '../model/guide.ts'
import { once } from '../model/once.ts'
import { compare } from '../model/problem.ts'
import {
  absolute,
  guidePath,
  type OutputPath,
  type PagePath,
  type Site,
  sitePath,
  solutionPath,
} from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { excerpt } from '../model/text.ts'
import { unaidedGroup, unknownFirst } from '../model/unaided.ts'
import { categories } from '../model/vocabulary.ts'
import { listLine } from '../render/twin.ts'
import type { Output } from './output.ts'

/**
 * Files that are made when a body is first asked for, which a build skips if the folder has them. `inputs` is whatever
 * `make` uses apart from the site and the texts of `solutions`.
 */
export function madeOnDemand(
  site: Site,
  paths: readonly OutputPath[],
  solutions: readonly Solution[],
  inputs: unknown,
  make: () => readonly Pick<Output, 'body'>[],
): Output[] {
  const key = keyOf(site, solutions, inputs)
  let made: readonly Pick<Output, 'body'>[] | undefined
  return paths.map((path, index) => ({
    path,
    key,
    get body() {
      made ??= make()
      return made[index]?.body ?? ''
    },
  }))
}

/** Stands for the site, these solutions and the other inputs; undefined if a solution has no digest. */
export function keyOf(site: Site, solutions: readonly Solution[], inputs: unknown): string | undefined {
  const digests = solutions.flatMap(({ digest }) => digest ?? [])
  return digests.length === solutions.length ? digestOf([siteDigest(site), digests, inputs]) : undefined
}

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url')

const siteDigest = once((site: Site) => digestOf(site))

/** The items by each of their keys. */
export function grouped<K, T>(items: readonly T[], keysOf: (item: T) => Iterable<K>): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
  }
  return groups
}

/** Solutions by error code, sorted by code; those of a code begin with what models do not know. */
export const solutionsByCode = once(
  (solutions: readonly Solution[]): ReadonlyMap<string, readonly Solution[]> => {
    // `lookup/index.json` and `code/index.html` are the overviews.
    const found = grouped(solutions, ({ codes }) => codes.filter((code) => code !== 'index'))
    const sorted = [...found].sort(([a], [b]) => compare(a, b))
    return new Map(sorted.map(([code, holders]) => [code, unknownFirst(holders)]))
  },
)

/** A product or an error code with a page of its own, which lists its solutions, first what models do not know. */
export interface Shared {
  /** Of a product, the spelling that most pages use. */
  readonly name: string
  readonly path: PagePath
  readonly solutions: readonly Solution[]
}

/** A page with one entry would be a detour, and one with more than these would help nobody. */
const entriesOfCodePage = { least: 2, most: 50 }

const isShared = ({ length }: readonly Solution[]): boolean =>
  length >= entriesOfCodePage.least && length <= entriesOfCodePage.most

const codePath = (site: Site, code: string): PagePath => sitePath(site, `code/${code}`)

/** Codes with a page of their own, sorted. */
export const sharedCodes = (solutions: readonly Solution[], site: Site): Shared[] =>
  [...solutionsByCode(solutions)]
    .filter(([, holders]) => isShared(holders))
    .map(([name, holders]) => ({ name, path: codePath(site, name), solutions: holders }))

/** Fewer would be a detour. */
const solutionsOfProduct = 3

/** Products that enough solutions name, by slug, most first. `Claude Code` and `claude-code` are the same. */
export const productsOf = once((solutions: readonly Solution[], site: Site) => {
  const found = grouped(
    unknownFirst(solutions),
    ({ affects = [] }) => new Set(affects.map(({ product }) => productSlug(product))),
  )
  return [...found]
    .filter(([slug, { length }]) => slug !== '' && length >= solutionsOfProduct)
    .map(([slug, own]) => ({
      slug,
      name: nameOf(slug, own),
      path: sitePath(site, `product/${slug}`),
      solutions: own,
    }))
    .sort((a, b) => b.solutions.length - a.solutions.length || compare(a.slug, b.slug))
})

export const productSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('+', ' plus ')
    .replaceAll('#', ' sharp ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The most frequent spelling. */
function nameOf(slug: string, solutions: readonly Solution[]): string {
  const names = grouped(
    solutions.flatMap(({ affects = [] }) => affects.map(({ product }) => product)),
    (product) => (productSlug(product) === slug ? [product] : []),
  )
  // `OpenClaw` reads better than `openclaw`, which is its package.
  const weight = ([name, { length }]: [string, string[]]) => length * (/[A-Z]/.test(name) ? 4 : 1)
  const [first] = [...names].sort((a, b) => weight(b) - weight(a) || compare(a[0], b[0]))
  return first?.[0] ?? ''
}

/** A page as an item of a list. */
export const link = (title: string, path: PagePath, site: Site) => ({
  title,
  path,
  url: absolute(site, path),
})

/** A list of pages in a twin, below its heading. */
export const linkList = (heading: string, items: readonly Parameters<typeof listLine>[0][]): string =>
  `## ${heading}\n\n${items.map(listLine).join('\n')}`

/** A solution as an item of a list, and what marks it there if the page with the list is in another language. */
export function listEntry(solution: Solution, site: Site, around = site.lang) {
  const { id, title, lang, category, evidence, fixText } = solution
  // Titles are error messages, which are English on most pages of other languages.
  const titleLang = /[^\p{ASCII}…‘’“”]/u.test(title) ? lang : 'en'
  return {
    ...link(title, solutionPath(site, id), site),
    lang,
    language: lang === around ? undefined : site.labels[lang]?.name,
    titleLang: titleLang === around || lang === around ? undefined : titleLang,
    isUnknown: unaidedGroup(solution) === 'unknown',
    category,
    evidence,
    fix: excerpt(fixText),
  }
}

/** A solution's codes, each with the address of its page if it has one. */
export function codeLinks(solution: Solution, solutions: readonly Solution[], site: Site) {
  const holders = solutionsByCode(solutions)
  return solution.codes.map((code) => ({
    code,
    path: isShared(holders.get(code) ?? []) ? codePath(site, code) : undefined,
  }))
}

/** Guides as items of a list. */
export const guideEntries = (guides: readonly Guide[], site: Site) =>
  guides.map(({ title, name, summary }) => ({ ...link(title, guidePath(site, name), site), note: summary }))

/** The categories as items of a list, each with its size and description. */
export const shelvesOf = (catalog: Catalog, site: Site) =>
  categories.map((category) => ({
    ...link(category, solutionPath(site, category), site),
    count: solutionsOf(catalog, category).length,
    note: site.categories[category],
  }))
