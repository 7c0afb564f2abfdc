import GithubSlugger from 'github-slugger'
import { rulesSummary } from '../checks/rules-text.ts'
import { parseMarkdown } from '../content/parse-markdown.ts'
import { type Catalog, solutionsOf } from '../model/catalog.ts'
import { type Coverage, type CoverageKind, familiesOf, isGap } from '../model/coverage.ts'
import { runtimes } from '../model/hook-runtimes.ts'
import { labelsFor } from '../model/labels.ts'
import { absolute, type PagePath, type Site, siteFile, sitePath, solutionPath } from '../model/site.ts'
import type { Heading, Solution } from '../model/solution.ts'
import { unaidedGroup } from '../model/unaided.ts'
import { categories, evidenceGrades } from '../model/vocabulary.ts'
import { type Html, renderMarkdown } from '../render/markdown.ts'
import { fillTemplate } from '../render/template.ts'
import { plainMarkdown } from '../render/twin.ts'
import { clientLines } from './client-files.ts'
import type { Output } from './output.ts'
import { catalogPage, contentsOf } from './page.ts'

/**
 * A page that the generator itself writes, in English. `text` returns its Markdown, with addresses made by `link`:
 * root-absolute on the page, with scheme and host in the twin.
 */
function textPage(
  catalog: Catalog,
  site: Site,
  parts: {
    readonly path: PagePath
    readonly title: string
    readonly summary: string
    readonly trail?: readonly { name: string; path: PagePath }[]
    readonly text: (link: (path: PagePath) => string) => string
    /** Above the text, which says the same. */
    readonly chart?: Html
  },
): Output[] {
  const { path, title, summary, trail = [], text, chart = '' } = parts
  const labels = labelsFor(site, 'en')
  const onPage = text((to) => to)
  const { html, headings } = renderText(onPage, site)
  return catalogPage(catalog, site, {
    path,
    lang: 'en',
    title,
    description: summary,
    trail,
    main: fillTemplate(site, 'text', {
      title,
      summary,
      chart,
      html,
      labels,
      contents: contentsOf(headings),
    }),
    text: `${summary}\n\n${text((to) => absolute(site, to))}`,
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

/** `/agents`, `/rules` and `/about`: how programs use the catalog, what every page has passed, and whether to trust it. */
export function textPages(catalog: Catalog, site: Site): Output[] {
  const { evidence } = labelsFor(site, 'en')
  const rules = rulesSummary()
  const facts = {
    site,
    runtimes,
    lines: clientLines(site),
    count: catalog.solutions.length,
    grades: evidenceGrades.map((grade) => evidence[grade]),
  }
  const filled = (template: string) => (link: Link) =>
    fillTemplate(site, template, { ...facts, link: (name: string) => link(sitePath(site, name)) })
  const pages = [
    {
      name: 'about',
      title: `About ${site.title}`,
      summary: site.tagline,
      text: filled('about-text'),
    },
    {
      name: 'agents',
      title: 'For agents',
      summary:
        'The client in one file, a copy for machines without a network, hooks, MCP, the skill and the library.',
      text: filled('agents'),
    },
    {
      name: 'rules',
      title: 'What is checked',
      summary:
        'Every source file is checked against these rules before it is published, and the output is read back and compared with it. Bad examples that agents must not read are only in the repository.',
      text: () => rules,
    },
  ]
  return pages.flatMap(({ name, ...parts }) =>
    textPage(catalog, site, { path: sitePath(site, name), ...parts }),
  )
}

/** `/proof`: what agents solved with and without the catalog, with the raw records. */
export function proofPage(catalog: Catalog, site: Site): Output[] {
  const { proof } = site
  if (proof === undefined) return []
  const text = (link: Link) =>
    proof.report.replace(/\]\((proof\/[a-z.]+)\)/g, (_, path) => `](${link(sitePath(site, path))})`)
  return [
    ...textPage(catalog, site, {
      path: sitePath(site, 'proof'),
      title: 'Proof',
      summary: 'What agents solved with and without this catalog, in tasks that were run and checked.',
      chart: plotImage(proof.plot, site),
      text,
    }),
    { path: siteFile(site, 'proof/plot.svg'), body: proof.plot },
    { path: siteFile(site, 'proof/trials.jsonl'), body: proof.trials },
  ]
}

/** The picture that is published beside the page; its title says what it shows. */
function plotImage(plot: string, site: Site): Html {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(plot) ?? []
  const [, title] = /<title>([^<]*)/.exec(plot) ?? []
  return fillTemplate(site, 'plot', { address: sitePath(site, 'proof/plot.svg'), title, width, height })
}

type Link = (path: PagePath) => string

/** `/coverage` and a page for each kind of product: which errors are reported, and which the catalog answers. */
export function coveragePages(catalog: Catalog, site: Site): Output[] {
  const { coverage } = site
  if (coverage.length === 0) return []
  const home = { name: 'Coverage', path: sitePath(site, 'coverage') }
  const titles = new Map(
    catalog.solutions.map(({ id, title, lang }) => [
      id,
      lang === 'en' ? title : `${title} (${site.labels[lang]?.name ?? lang})`,
    ]),
  )
  return [
    ...textPage(catalog, site, {
      path: home.path,
      title: 'Coverage',
      summary: `Which errors are reported, by product, and which of them this catalog answers: ${tally(coverage)}.`,
      chart: coverageChart(coverage, site),
      text: (link) => overview(catalog, site, link),
    }),
    ...coverage.flatMap((kind) =>
      textPage(catalog, site, {
        path: kindPath(site, kind),
        title: `Coverage: ${kind.kind}`,
        summary: `${tally([kind])}.`,
        trail: [home],
        text: (link) => details(kind, titles, site, link),
      }),
    ),
  ]
}

const kindPath = (site: Site, { slug }: CoverageKind): PagePath => sitePath(site, `coverage/${slug}`)

/** A bar for each kind of product: its error families, and those that are answered. */
function coverageChart(coverage: Coverage, site: Site): Html {
  const rows = coverage.map((kind) => {
    const families = familiesOf([kind])
    const part = families.filter((family) => !isGap(family)).length
    return { name: kind.kind, part, whole: families.length }
  })
  const most = Math.max(...rows.map(({ whole }) => whole))
  return fillTemplate(site, 'chart', { label: 'Error families answered, by kind of product', rows, most })
}

function tally(kinds: Coverage): string {
  const families = familiesOf(kinds)
  const answered = families.filter((family) => !isGap(family)).length
  return `${answered} of ${families.length} error families have a solution`
}

function overview(catalog: Catalog, site: Site, link: Link): string {
  const kinds = site.coverage.map((kind) => ({
    kind: kind.kind,
    address: link(kindPath(site, kind)),
    products: kind.products.map(({ name, families }) => {
      const gaps = families.filter(isGap)
      return {
        name: plainMarkdown(name),
        families: families.length,
        answered: families.length - gaps.length,
        gaps: gaps.filter(({ met }) => met === 'often').length,
      }
    }),
  }))
  const proof = site.proof && link(sitePath(site, 'proof'))
  return fillTemplate(site, 'coverage', { kinds, unaided: unaidedRows(catalog), proof })
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

function details(
  { products }: CoverageKind,
  titles: ReadonlyMap<string, string>,
  site: Site,
  link: Link,
): string {
  const linkTo = (id: string) => ({
    title: plainMarkdown(titles.get(id) ?? id),
    address: link(solutionPath(site, id)),
  })
  return fillTemplate(site, 'coverage-kind', {
    products: products.map(({ name, families }) => ({
      name,
      families: families.map(({ name, met, pages, seen }) => ({
        name: plainMarkdown(name),
        met,
        links: pages.map(linkTo),
        seen,
      })),
    })),
  })
}
