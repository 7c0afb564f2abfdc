import type { Catalog } from '../model/catalog.ts'
import { type Labels, labelsFor } from '../model/labels.ts'
import {
  absolute,
  homePath,
  iconName,
  type PagePath,
  pageFiles,
  pageScript,
  pictures,
  type Site,
  scriptName,
  sitePath,
  stylesheetName,
  twinPath,
} from '../model/site.ts'
import type { Heading } from '../model/solution.ts'
import type { Html } from '../render/markdown.ts'
import { fillTemplate } from '../render/template.ts'
import { twin } from '../render/twin.ts'
import type { Output } from './output.ts'

export interface PageParts {
  readonly path?: PagePath
  readonly lang: string
  readonly title: string
  readonly description: string
  /** Breadcrumbs between the home page and this page. */
  readonly trail: readonly { name: string; path: PagePath }[]
  readonly main: Html
  /** Between the main part and the footer. */
  readonly aside?: Html
  /** Links about this page, after the calls to action that every footer has. */
  readonly actions?: readonly { readonly text: string; readonly url: string }[]
  /** Is it the search page, which has a script and its own form in place of the header's? */
  readonly search?: boolean
  /** Name of its social card. */
  readonly card?: string
  /** The page in each of its languages. */
  readonly versions?: readonly { readonly lang: string; readonly name: string; readonly path: PagePath }[]
  /** Tells search engines not to index the page. */
  readonly unlisted?: boolean
  /** The canonical page, to which this one redirects. */
  readonly movedTo?: PagePath
}

/** A page as its two HTML files and its Markdown twin. */
export function page(
  site: Site,
  parts: PageParts & { readonly path: PagePath; readonly markdown: string },
): Output[] {
  const body = layout(site, parts)
  const { index, html, markdown } = pageFiles(parts.path)
  return [
    { path: index, body },
    { path: html, body },
    { path: markdown, body: parts.markdown },
  ]
}

/** A page about the catalog as a whole, whose twin is dated by the content. `text` is the body of the twin. */
export function catalogPage(
  { generated }: Catalog,
  site: Site,
  parts: Omit<PageParts, 'lang' | 'trail'> &
    Partial<PageParts> & { readonly path: PagePath; readonly text: string },
): Output[] {
  const { text, ...rest } = parts
  const { title, path } = parts
  const markdown = twin({ title, url: absolute(site, path), updated: generated.slice(0, 10) }, site, text)
  return page(site, { lang: site.lang, trail: [], ...rest, markdown })
}

/** The HTML of a page around its main part. */
export function layout(site: Site, { path, ...parts }: PageParts): string {
  const home = homePath(site)
  const labels = labelsFor(site, parts.lang)
  return fillTemplate(site, 'layout', {
    aside: '',
    actions: [],
    search: false,
    unlisted: false,
    versions: [],
    movedTo: undefined,
    ...parts,
    site,
    labels,
    menu: menuOf(site, labels, path),
    paths: wellKnownPaths(site),
    pageScript: sitePath(site, scriptName(site, pageScript(site, parts.lang))),
    card: cardOf(site, parts.card),
    home,
    path,
    absolute: (to: PagePath) => absolute(site, to),
    canonical: path && absolute(site, parts.movedTo ?? path),
    twin: path && (path === home ? sitePath(site, 'index.md') : twinPath(path)),
  })
}

/** Pixels of a drawn card. */
export const cardSize = { width: 800, height: 420 } as const

const cardOf = (site: Site, name = '') =>
  site.cardImages?.[name] === undefined
    ? { address: absolute(site, sitePath(site, pictures[0])), width: 1200, height: 630 }
    : { address: absolute(site, sitePath(site, `cards/${name}.png`)), ...cardSize }

/** The links at the top of every page. */
function menuOf(site: Site, { page, catalog }: Labels, current: PagePath | undefined) {
  const entries = [
    { name: page.solutions, path: sitePath(site, 'solutions') },
    { name: page.guides, path: sitePath(site, 'guide') },
    { name: catalog.codes, path: sitePath(site, 'code') },
    ...(site.coverage.length > 0 ? [{ name: page.coverage, path: sitePath(site, 'coverage') }] : []),
    ...(site.proof ? [{ name: page.proof, path: sitePath(site, 'proof') }] : []),
    { name: page['for-agents'], path: sitePath(site, 'agents') },
  ]
  return entries.map((entry) => ({ ...entry, isCurrent: entry.path === current }))
}

export const wellKnownPaths = (site: Site) => ({
  llms: sitePath(site, 'llms.txt'),
  feed: sitePath(site, 'feed.xml'),
  agents: sitePath(site, 'agents'),
  skill: sitePath(site, 'skill'),
  rules: sitePath(site, 'rules'),
  about: sitePath(site, 'about'),
  solutions: sitePath(site, 'solutions'),
  guides: sitePath(site, 'guide'),
  search: sitePath(site, 'search'),
  codes: sitePath(site, 'code'),
  index: sitePath(site, 'solutions.json'),
  stylesheet: sitePath(site, stylesheetName(site)),
  searchScript: sitePath(site, scriptName(site, 'search')),
  icon: sitePath(site, iconName(site)),
  favicon: sitePath(site, 'favicon.ico'),
  touchIcon: sitePath(site, 'apple-touch-icon.png'),
  contribute: `${site.repository}/issues/new?template=solution.yml`,
})

/** The address at which a file of the content is edited. */
export const editAddress = ({ repository, branch }: Site, file: string): string =>
  `${repository}/edit/${branch}/${file}`

/** A page as an item of a list. */
export const link = (title: string, path: PagePath, site: Site) => ({
  title,
  path,
  url: absolute(site, path),
})

/** A page with fewer headings needs no table of contents. */
const headingsForContents = 5

/** The table of contents of a page with free headings. */
export function contentsOf(headings: readonly Heading[]) {
  const top = headings.filter(({ depth }) => depth === 2)
  return headings.length < headingsForContents ? [] : top.map(({ id, text }) => ({ id, text, below: [] }))
}
