import {
  absolute,
  cardName,
  homePath,
  iconName,
  type PagePath,
  pageFiles,
  type Site,
  scriptName,
  sitePath,
  stylesheetName,
  twinPath,
} from '../model/site.ts'
import type { Html } from '../render/markdown.ts'
import { labelsFor } from '../render/solution.ts'
import { fillTemplate } from '../render/template.ts'
import type { Output } from './output.ts'

export interface PageParts {
  readonly path?: PagePath
  readonly lang: string
  readonly title: string
  readonly description: string
  /** The way from the home page, without the page itself. */
  readonly trail: readonly { name: string; path: PagePath }[]
  readonly main: Html
  /** Behind the main part, before the footer. */
  readonly aside?: Html
  /** What a reader can do about this page, behind the calls to action that every footer has. */
  readonly actions?: readonly { readonly text: string; readonly url: string }[]
  /** The search page alone has a script, and its own form in place of the header's. */
  readonly search?: boolean
  /** Search engines are to leave it out. */
  readonly unlisted?: boolean
  /** The page that this one leads to at once, and which is the canonical one. */
  readonly movedTo?: PagePath
}

/** A page in all its forms. */
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

/** The frame of every page. */
export function layout(site: Site, { path, ...parts }: PageParts): string {
  const home = homePath(site)
  return fillTemplate(site, 'layout', {
    aside: '',
    actions: [],
    search: false,
    unlisted: false,
    movedTo: undefined,
    ...parts,
    site,
    labels: labelsFor(site, parts.lang),
    paths: wellKnownPaths(site),
    home,
    canonical: path && absolute(site, parts.movedTo ?? path),
    twin: path && (path === home ? sitePath(site, 'index.md') : twinPath(path)),
  })
}

export const wellKnownPaths = (site: Site) => ({
  llms: sitePath(site, 'llms.txt'),
  feed: sitePath(site, 'feed.xml'),
  skill: sitePath(site, 'skill'),
  rules: sitePath(site, 'rules'),
  search: sitePath(site, 'search'),
  codes: sitePath(site, 'code'),
  index: sitePath(site, 'solutions.json'),
  stylesheet: sitePath(site, stylesheetName(site)),
  script: sitePath(site, scriptName(site)),
  icon: sitePath(site, iconName(site)),
  card: absolute(site, sitePath(site, cardName)),
  contribute: `${site.repository}/issues/new?template=solution.yml`,
})

/** Where a file of the content is edited. */
export const editAddress = ({ repository, branch }: Site, file: string): string =>
  `${repository}/edit/${branch}/${file}`

/** A page as an item of a list. */
export const link = (title: string, path: PagePath, site: Site) => ({
  title,
  path,
  url: absolute(site, path),
})
