import { type Catalog, solutionsOf } from '../model/catalog.ts'
import type { Guide } from '../model/guide.ts'
import { compare } from '../model/problem.ts'
import {
  categoryPath,
  codePath,
  guidePath,
  type PagePath,
  productPath,
  type Site,
  solutionPath,
} from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { excerpt } from '../model/text.ts'
import { unaidedGroup, unknownFirst } from '../model/unaided.ts'
import { categories, evidenceGrades } from '../model/vocabulary.ts'
import { link } from './page.ts'

/** Cached by the list, because nearly every emitter needs it, and a preview for a single page. */
const tables = new WeakMap<readonly Solution[], ReadonlyMap<string, readonly Solution[]>>()

/** Solutions by error code, sorted by code; those of a code begin with what models do not know. */
export function solutionsByCode(solutions: readonly Solution[]): ReadonlyMap<string, readonly Solution[]> {
  const known = tables.get(solutions)
  if (known) return known
  const found = new Map<string, Solution[]>()
  for (const solution of solutions) {
    for (const code of solution.codes) {
      // `lookup/index.json` and `code/index.html` are the overviews.
      if (code === 'index') continue
      const list = found.get(code)
      if (list) list.push(solution)
      else found.set(code, [solution])
    }
  }
  const sorted = new Map(
    [...found]
      .sort(([a], [b]) => compare(a, b))
      .map(([code, holders]) => [code, unknownFirst(holders)] as const),
  )
  tables.set(solutions, sorted)
  return sorted
}

/** A page with one entry would be a detour, and one with more than these would help nobody. */
const entriesOfCodePage = { least: 2, most: 50 }

/** Does a code with these solutions have a page of its own? */
export const isShared = ({ length }: readonly Solution[]): boolean =>
  length >= entriesOfCodePage.least && length <= entriesOfCodePage.most

/** Codes with a page of their own, sorted. */
export const sharedCodes = (solutions: readonly Solution[]): string[] =>
  [...solutionsByCode(solutions)].flatMap(([code, holders]) => (isShared(holders) ? [code] : []))

/** A product with a page of its own, which lists the solutions of all categories. */
export interface Product {
  /** The spelling that most pages use. */
  readonly name: string
  readonly slug: string
  readonly path: PagePath
  /** First what models do not know. */
  readonly solutions: readonly Solution[]
}

/** Fewer would be a detour. */
const solutionsOfProduct = 3

/** Products that enough solutions name, most first. `Claude Code` and `claude-code` are the same. */
export function productsOf(solutions: readonly Solution[], site: Site): readonly Product[] {
  const known = products.get(solutions) ?? findProducts(solutions, site)
  products.set(solutions, known)
  return known
}

/** Cached like the codes. */
const products = new WeakMap<readonly Solution[], readonly Product[]>()

function findProducts(solutions: readonly Solution[], site: Site): Product[] {
  const found = new Map<string, { readonly names: string[]; readonly solutions: Set<Solution> }>()
  for (const solution of unknownFirst(solutions)) {
    for (const { product } of solution.affects ?? []) {
      const slug = productSlug(product)
      const known = found.get(slug) ?? { names: [], solutions: new Set() }
      found.set(slug, known)
      known.names.push(product)
      known.solutions.add(solution)
    }
  }
  return [...found]
    .filter(([slug, { solutions }]) => slug !== '' && solutions.size >= solutionsOfProduct)
    .map(([slug, { names, solutions }]) => ({
      name: mostFrequent(names),
      slug,
      path: productPath(site, slug),
      solutions: [...solutions],
    }))
    .sort((a, b) => b.solutions.length - a.solutions.length || compare(a.slug, b.slug))
}

export const productSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('+', ' plus ')
    .replaceAll('#', ' sharp ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

function mostFrequent(names: readonly string[]): string {
  // `OpenClaw` reads better than `openclaw`, which is its package.
  const count = (name: string) =>
    names.filter((other) => other === name).length * (/[A-Z]/.test(name) ? 4 : 1)
  return [...new Set(names)].sort((a, b) => count(b) - count(a) || compare(a, b))[0] ?? ''
}

/** A solution as an item of a list on a page. */
export const listEntry = (solution: Solution, site: Site) => ({
  ...link(solution.title, solutionPath(site, solution.id), site),
  lang: solution.lang,
  ...languageMarks(solution, site),
  isUnknown: unaidedGroup(solution) === 'unknown',
  category: solution.category,
  evidence: solution.evidence,
  fix: excerpt(solution.fixText),
})

/** How a link says that its page has another language than the page that it is on. */
export function languageMarks(
  { title, lang }: Pick<Solution, 'title' | 'lang'>,
  site: Site,
  around = site.lang,
): { readonly language: string | undefined; readonly titleLang: string | undefined } {
  // Titles are error messages, which are English on most pages of other languages.
  const titleLang = /[^\p{ASCII}…‘’“”]/u.test(title) ? lang : 'en'
  return {
    language: lang === around ? undefined : site.labels[lang]?.name,
    titleLang: titleLang === around || lang === around ? undefined : titleLang,
  }
}

/** The evidence grades in a list, strongest first, for the legend below it. */
export const gradesOf = (entries: readonly Pick<Solution, 'evidence'>[]): (typeof evidenceGrades)[number][] =>
  evidenceGrades.filter((grade) => entries.some(({ evidence }) => evidence === grade))

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
  guides.map(({ title, name, summary }) => ({
    ...link(title, guidePath(site, name), site),
    note: summary,
  }))

/** The categories as items of a list, each with its size and description. */
export const shelvesOf = (catalog: Catalog, site: Site) =>
  categories.map((category) => ({
    ...link(category, categoryPath(site, category), site),
    count: solutionsOf(catalog, category).length,
    note: site.categories[category],
  }))
