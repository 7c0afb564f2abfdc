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
import { clientLines } from './client-files.ts'
import type { Output } from './output.ts'
import { catalogPage, contentsOf } from './page.ts'

/** A page that the generator itself writes, in English. */
interface TextPage {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly trail?: readonly { name: string; path: PagePath }[]
  /** Above the text, which says the same. */
  readonly chart?: Html
  /** Its Markdown, with addresses made by `link`: root-absolute on the page, with scheme and host in the twin. */
  readonly text: (link: (name: string) => string) => string
}

function textPage(catalog: Catalog, site: Site, { name, text, chart, ...page }: TextPage): Output[] {
  const textFrom = (origin: string) => text((to) => origin + sitePath(site, to))
  const { html, headings } = renderText(textFrom(''), site)
  return catalogPage(catalog, site, 'text', {
    ...page,
    path: sitePath(site, name),
    lang: 'en',
    data: { chart, html, contents: contentsOf(headings) },
    text: `${page.description}\n\n${textFrom(site.base_url)}`,
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
  const rules = rulesSummary()
  const data = {
    runtimes,
    lines: clientLines(site),
    count: catalog.solutions.length,
    grades: evidenceGrades.map((grade) => evidence[grade]),
    unaided: unaidedRows(catalog),
    titles: titlesOf(catalog, site),
    plain: plainMarkdown,
    isGap,
  }
  const filled =
    (template: string, more: object = {}): TextPage['text'] =>
    (link) =>
      fillTemplate(site, template, { ...data, ...more, link })
  const pages: TextPage[] = [
    {
      name: 'about',
      title: `About ${site.title}`,
      description: site.tagline,
      text: filled('about-text'),
    },
    {
      name: 'agents',
      title: 'For agents',
      description:
        'The client in one file, a copy for machines without a network, hooks, MCP, the skill and the library.',
      text: filled('agents'),
    },
    {
      name: 'rules',
      title: 'What is checked',
      description:
        'Every source file is checked against these rules before it is published, and the output is read back and compared with it. Bad examples that agents must not read are only in the repository.',
      text: () => rules,
    },
  ]
  if (coverage.length > 0) {
    const rows = coverage.map((kind) => ({ name: kind.kind, ...tally([kind]) }))
    pages.push({
      name: 'coverage',
      title: 'Coverage',
      description: `Which errors are reported, by product, and which of them this catalog answers: ${tallyText(coverage)}.`,
      chart: fillTemplate(site, 'chart', { label: 'Error families answered, by kind of product', rows }),
      text: filled('coverage'),
    })
  }
  for (const kind of coverage)
    pages.push({
      name: `coverage/${kind.slug}`,
      title: `Coverage: ${kind.kind}`,
      description: `${tallyText([kind])}.`,
      trail: [{ name: 'Coverage', path: sitePath(site, 'coverage') }],
      text: filled('coverage-kind', { products: kind.products }),
    })
  if (proof)
    pages.push({
      name: 'proof',
      title: 'Proof',
      description: 'What agents solved with and without this catalog, in tasks that were run and checked.',
      chart: plotImage(proof.plot, site),
      text: (link) => proof.report.replace(/\]\((proof\/[a-z.]+)\)/g, (_, path) => `](${link(path)})`),
    })
  return [
    ...pages.flatMap((page) => textPage(catalog, site, page)),
    ...(proof ? [{ path: siteFile(site, 'proof/plot.svg'), body: proof.plot }] : []),
    ...(proof ? [{ path: siteFile(site, 'proof/trials.jsonl'), body: proof.trials }] : []),
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

function tallyText(kinds: Coverage): string {
  const { part, whole } = tally(kinds)
  return `${part} of ${whole} error families have a solution`
}

/** How many pages of each category models know without them; nothing if no model was asked. */
function unaidedRows(catalog: Catalog): (string | number)[][] {
  const { solutions } = catalog
  if (solutions.every(({ unaided }) => unaided === undefined)) return []
  const isNever = ({ unaided }: Solution) => unaided?.every(({ right }) => right === 0) ?? false
  const columns: ((page: Solution) => boolean)[] = [
    isNever,
    (page) => unaidedGroup(page) === 'unknown' && !isNever(page),
    (page) => unaidedGroup(page) === 'known',
    (page) => unaidedGroup(page) === 'unasked',
  ]
  const row = (name: string, pages: readonly Solution[]) => {
    const shares = columns.map((which) => {
      const found = pages.filter(which).length
      return `${found} (${Math.round((100 * found) / Math.max(1, pages.length))}%)`
    })
    return [name, pages.length, ...shares]
  }
  return [
    ...categories.map((category) => row(category, solutionsOf(catalog, category))),
    row('all', solutions),
  ]
}
