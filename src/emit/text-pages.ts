import GithubSlugger from 'github-slugger'
import { rulesSummary } from '../checks/rules-text.ts'
import { parseMarkdown } from '../content/parse-markdown.ts'
import { type Catalog, solutionsOf } from '../model/catalog.ts'
import { type Coverage, type CoverageKind, type ErrorFamily, familiesOf, isGap } from '../model/coverage.ts'
import { runtimes } from '../model/hook-runtimes.ts'
import { labelsFor } from '../model/labels.ts'
import { absolute, type PagePath, type Site, siteFile, sitePath, solutionPath } from '../model/site.ts'
import type { Heading, Solution } from '../model/solution.ts'
import { unaidedGroup } from '../model/unaided.ts'
import { categories, evidenceGrades } from '../model/vocabulary.ts'
import { type Html, renderMarkdown } from '../render/markdown.ts'
import { fillTemplate } from '../render/template.ts'
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

/** `/agents`: the client, hooks, MCP and the library, with the lines to copy. */
export function agentsPage(catalog: Catalog, site: Site): Output[] {
  const lines = clientLines(site)
  const host = new URL(site.base_url).hostname
  const text = (link: Link) =>
    fillTemplate(site, 'agents', {
      site,
      lines,
      host,
      runtimes,
      link: (name: string) => link(sitePath(site, name)),
    })
  return textPage(catalog, site, {
    path: sitePath(site, 'agents'),
    title: 'For agents',
    summary:
      'The client in one file, a copy for machines without a network, hooks, MCP, the skill and the library.',
    text,
  })
}

/** `/rules`: the checks that every page has passed, for readers and authors. */
export function rulesPage(catalog: Catalog, site: Site): Output[] {
  const text = rulesSummary()
  return textPage(catalog, site, {
    path: sitePath(site, 'rules'),
    title: 'What is checked',
    summary:
      'Every source file is checked by these rules before it is published, and the output is read back and proven. Bad examples of what agents must not read are in the repository only.',
    text: () => text,
  })
}

/** `/about`: what the catalog is, for readers who ask whether to trust it. */
export function aboutPage(catalog: Catalog, site: Site): Output[] {
  const { evidence } = labelsFor(site, 'en')
  const grades = evidenceGrades.map((grade) => evidence[grade])
  return textPage(catalog, site, {
    path: sitePath(site, 'about'),
    title: `About ${site.title}`,
    summary: site.tagline,
    text: (link) =>
      fillTemplate(site, 'about-text', {
        site,
        grades,
        count: catalog.solutions.length,
        rules: link(sitePath(site, 'rules')),
      }),
  })
}

/** `/proof`: what agents solved with and without the catalog, with the raw records. */
export function proofPage(catalog: Catalog, site: Site): Output[] {
  const { proof } = site
  if (proof === undefined) return []
  const text = (link: Link) =>
    proof.report.replace(
      /\]\(proof\/([a-z.]+)\)/g,
      (_, name) => `](${link(sitePath(site, `proof/${name}`))})`,
    )
  return [
    ...textPage(catalog, site, {
      path: sitePath(site, 'proof'),
      title: 'Proof',
      summary: 'What agents solved with and without this catalog, in tasks that were run and checked.',
      text,
    }),
    { path: siteFile(site, 'proof/plot.svg'), body: proof.plot },
    { path: siteFile(site, 'proof/trials.jsonl'), body: proof.trials },
  ]
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
      text: (link) => `${overview(coverage, site, link)}\n\n${unaidedTable(catalog, site, link)}`,
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

/** Addresses of these pages below the site, for the sitemap. */
export const coverageNames = ({ coverage }: Site): string[] =>
  coverage.length === 0 ? [] : ['coverage', ...coverage.map(({ slug }) => `coverage/${slug}`)]

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

function overview(coverage: Coverage, site: Site, link: Link): string {
  const how =
    'A family is a group of errors that people report in the same words or for the same cause. How often it occurs is estimated from public threads: the catalog has no telemetry.'
  const tables = coverage.map((kind) => {
    const rows = kind.products.map(({ name, families }) => {
      const gaps = families.filter(isGap)
      const often = gaps.filter(({ met }) => met === 'often').length
      return `| ${cell(name)} | ${families.length} | ${families.length - gaps.length} | ${often} |`
    })
    return `## ${kind.kind}\n\n[Error families of these products](${link(kindPath(site, kind))})\n\n| Product | Families | Answered | Frequent gaps |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return [how, ...tables].join('\n\n')
}

/** How many pages of each category models know without them; nothing if no model was asked. */
function unaidedTable(catalog: Catalog, site: Site, link: Link): string {
  const proof = site.proof ? ` [What the pages change](${link(sitePath(site, 'proof'))})` : ''
  const { solutions } = catalog
  if (solutions.every(({ unaided }) => unaided === undefined)) return ''
  const row = (name: string, pages: readonly Solution[]): string => {
    const share = (which: (page: Solution) => boolean) => {
      const found = pages.filter(which).length
      return `${found} (${Math.round((100 * found) / Math.max(1, pages.length))} %)`
    }
    const isNever = ({ unaided }: Solution) => unaided?.every(({ right }) => right === 0) ?? false
    const cells = [
      share(isNever),
      share((page) => unaidedGroup(page) === 'unknown' && !isNever(page)),
      share((page) => unaidedGroup(page) === 'known'),
      share((page) => unaidedGroup(page) === 'unasked'),
    ]
    return `| ${name} | ${pages.length} | ${cells.join(' | ')} |`
  }
  const rows = [
    ...categories.map((category) => row(category, solutionsOf(catalog, category))),
    row('all', solutions),
  ]
  return `## What models know without these pages\n\nModels were asked about the error of each page without seeing it. A page counts as known if at least four fifths of their answers had the right cause and fix.${proof}\n\n| Category | Pages | Never right | Sometimes right | Known | Not asked |\n| --- | --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`
}

function details(
  { products }: CoverageKind,
  titles: ReadonlyMap<string, string>,
  site: Site,
  link: Link,
): string {
  const answer = ({ pages, seen }: ErrorFamily): string => {
    const links = pages.map((id) => `[${cell(titles.get(id) ?? id)}](${link(solutionPath(site, id))})`)
    if (links.length > 0) return links.join(', ')
    return seen ? `none yet ([a report](${seen}))` : 'none yet'
  }
  return products
    .map(({ name, families }) => {
      const rows = families.map((family) => `| ${cell(family.name)} | ${family.met} | ${answer(family)} |`)
      return `## ${name}\n\n| Error | Frequency | Solution |\n| --- | --- | --- |\n${rows.join('\n')}\n`
    })
    .join('\n')
}

/** Text in a cell of a Markdown table. */
const cell = (text: string): string => text.replace(/[\\`*_[\]<>|~]/g, '\\$&')
