import type { Catalog } from '../model/catalog.ts'
import { type Coverage, type CoverageKind, type ErrorFamily, familiesOf, isGap } from '../model/coverage.ts'
import { type PagePath, type Site, sitePath, solutionPath } from '../model/site.ts'
import type { Output } from './output.ts'
import { textPage } from './text-page.ts'

type Link = (path: PagePath) => string

/** `/coverage` and a page for each kind of product: which errors happen, which of them the catalog answers. */
export function coveragePages(catalog: Catalog, site: Site): Output[] {
  const { coverage } = site
  if (coverage.length === 0) return []
  const home = { name: 'Coverage', path: sitePath(site, 'coverage') }
  const titles = new Map(catalog.solutions.map(({ id, title }) => [id, title]))
  return [
    ...textPage(catalog, site, {
      path: home.path,
      title: 'Coverage',
      summary: `Which errors are reported, by product, and which of them this catalog answers: ${tally(coverage)}.`,
      text: (link) => overview(coverage, site, link),
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

function tally(kinds: Coverage): string {
  const families = familiesOf(kinds)
  const answered = families.filter((family) => !isGap(family)).length
  return `${answered} of ${families.length} error families have a solution`
}

function overview(coverage: Coverage, site: Site, link: Link): string {
  const how =
    'A family is a group of errors that people report in the same words or for the same cause. How often it is met is judged from public threads, not counted by a telemetry that this catalog does not have.'
  const tables = coverage.map((kind) => {
    const rows = kind.products.map(({ name, families }) => {
      const gaps = families.filter(isGap)
      const often = gaps.filter(({ met }) => met === 'often').length
      return `| ${cell(name)} | ${families.length} | ${families.length - gaps.length} | ${often} |`
    })
    return `## ${kind.kind}\n\n[The families of these products](${link(kindPath(site, kind))})\n\n| Product | Families | Answered | Gaps met often |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return [how, ...tables].join('\n\n')
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
      return `## ${name}\n\n| What is reported | Met | Solution |\n| --- | --- | --- |\n${rows.join('\n')}\n`
    })
    .join('\n')
}

/** Text in a cell of a Markdown table. */
const cell = (text: string): string => text.replace(/[\\`*_[\]<>|~]/g, '\\$&')
