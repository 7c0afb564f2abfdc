import GithubSlugger from 'github-slugger'
import { rulesSummary } from '../checks/rules-text.ts'
import { parseMarkdown } from '../content/parse-markdown.ts'
import { type Catalog, solutionsOf } from '../model/catalog.ts'
import { type Coverage, familiesOf, isGap } from '../model/coverage.ts'
import { runtimes } from '../model/hook-runtimes.ts'
import { labelsFor } from '../model/labels.ts'
import { type PagePath, type Site, siteFile, sitePath } from '../model/site.ts'
import type { Heading, Solution } from '../model/solution.ts'
import { unaidedGroup } from '../model/unaided.ts'
import { categories, evidenceGrades } from '../model/vocabulary.ts'
import { type Html, renderMarkdown } from '../render/markdown.ts'
import { fillTemplate } from '../render/template.ts'
import { plainMarkdown } from '../render/twin.ts'
import { clientLines } from './client-lines.ts'
import type { Output } from './output.ts'
import { catalogPage, contentsOf } from './page.ts'

/** A page that the generator itself writes, in English. */
interface TextPage {
  readonly name: string
  /**
   * Its Markdown begins with the title and a summary. `link` makes root-absolute addresses for the page, and addresses
   * with scheme and host for the twin.
   */
  readonly template: string
  readonly data?: object
  readonly trail?: readonly { name: string; path: PagePath }[]
  /** Above the text, which says the same. */
  readonly chart?: Html
}

function textPage(
  catalog: Catalog,
  site: Site,
  { name, template, data, chart, trail = [] }: TextPage,
): Output[] {
  const partsFrom = (origin: string) => {
    const link = (to: string) => origin + sitePath(site, to)
    const [title = '', description = '', ...text] = fillTemplate(site, template, { ...data, link }).split(
      '\n\n',
    )
    return { title: title.replace('# ', ''), description, text: text.join('\n\n') }
  }
  const { title, description, text } = partsFrom('')
  const { html, headings } = renderText(text, site)
  return catalogPage(catalog, site, 'text', {
    path: sitePath(site, name),
    lang: 'en',
    title,
    description,
    trail,
    data: { chart, html, contents: contentsOf(headings) },
    text: `${description}\n\n${partsFrom(site.base_url).text}`,
  })
}

/** Markdown in English that no page of the catalog holds. */
export function renderText(markdown: string, site: Site): { html: Html; headings: readonly Heading[] } {
  const context = {
    site,
    labels: labelsFor(site, 'en'),
    path: 'text.md',
    definitions: [],
    slugger: new GithubSlugger(),
    headings: [] as Heading[],
  }
  return { html: renderMarkdown(parseMarkdown(markdown, 0).children, context), headings: context.headings }
}

/**
 * `/agents`, `/rules` and `/about`: how programs use the catalog, what every page has passed, and whether to trust it.
 * `/proof`: what agents solved with and without the catalog. `/coverage` and a page for each kind of product: which
 * errors are reported, and which the catalog answers.
 */
export function textPages(catalog: Catalog, site: Site): Output[] {
  const { coverage, proof } = site
  const { evidence } = labelsFor(site, 'en')
  const facts = {
    runtimes,
    lines: clientLines(site),
    count: catalog.solutions.length,
    grades: evidenceGrades.map((grade) => evidence[grade]),
    rules: rulesSummary(),
    unaided: unaidedRows(catalog),
    titles: titlesOf(catalog, site),
    plain: plainMarkdown,
    isGap,
    tally,
  }
  const home = { name: 'Coverage', path: sitePath(site, 'coverage') }
  const pages: TextPage[] = [
    { name: 'about', template: 'about-text' },
    { name: 'agents', template: 'agents' },
    { name: 'rules', template: 'rules' },
    ...(coverage.length > 0
      ? [{ name: 'coverage', template: 'coverage', chart: fillTemplate(site, 'chart', { tally }) }]
      : []),
    ...coverage.map((kind) => ({
      name: `coverage/${kind.slug}`,
      template: 'coverage-kind',
      data: { kind },
      trail: [home],
    })),
    ...(proof ? [{ name: 'proof', template: 'proof', chart: plotImage(proof.plot, site) }] : []),
  ]
  return [
    ...pages.flatMap(({ data, ...page }) =>
      textPage(catalog, site, { ...page, data: { ...facts, ...data } }),
    ),
    ...Object.entries(proof ? { 'plot.svg': proof.plot, 'trials.jsonl': proof.trials } : {}).map(
      ([name, body]) => ({ path: siteFile(site, `proof/${name}`), body }),
    ),
  ]
}

/** The picture that is published with the page; its title says what it shows. */
function plotImage(plot: string, site: Site): Html {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(plot) ?? []
  const [, title] = /<title>([^<]*)/.exec(plot) ?? []
  return fillTemplate(site, 'plot', { title, width, height })
}

/** Titles of solutions by id, each with its language if it is not English. */
const titlesOf = ({ solutions }: Catalog, { labels }: Site): Record<string, string> =>
  Object.fromEntries(
    solutions.map(({ id, title, lang }) => [
      id,
      lang === 'en' ? title : `${title} (${labels[lang]?.name ?? lang})`,
    ]),
  )

/** The error families of some kinds of products, and how many of them are answered. */
function tally(kinds: Coverage): { part: number; whole: number } {
  const families = familiesOf(kinds)
  return { part: families.filter((family) => !isGap(family)).length, whole: families.length }
}

/** How many pages of each category models know without them; nothing if no model was asked. */
function unaidedRows(catalog: Catalog): (string | number)[][] {
  const { solutions } = catalog
  if (solutions.every(({ unaided }) => unaided === undefined)) return []
  const columnOf = (page: Solution) =>
    page.unaided?.every(({ right }) => right === 0) ? 'never' : unaidedGroup(page)
  const row = (name: string, pages: readonly Solution[]) => {
    const shares = ['never', 'unknown', 'known', 'unasked'].map((column) => {
      const found = pages.filter((page) => columnOf(page) === column).length
      return `${found} (${Math.round((100 * found) / Math.max(1, pages.length))}%)`
    })
    return [name, pages.length, ...shares]
  }
  return [
    ...categories.map((category) => row(category, solutionsOf(catalog, category))),
    row('all', solutions),
  ]
}
