import { slugPattern } from '../model/fields.ts'
import { categories } from '../model/vocabulary.ts'
import type { Report } from './finding.ts'
import type { Folder } from './read-output.ts'

export type PageKind =
  | 'home'
  | 'solution'
  | 'category'
  | 'codes'
  | 'code'
  | 'guide'
  | 'skill'
  | 'rules'
  | 'coverage'
  | 'search'

/** The files that answer at one address. */
export interface PageFiles {
  readonly kind: PageKind
  /** `/<site>/solutions/<category>/<slug>`, without extension or slash at the end. */
  readonly address: string
  readonly index: string
  readonly html: string
  readonly markdown: string
  /** The twin that the page names. The home page's own twin would lie outside of the site's folder, so it has a copy inside. */
  readonly twin: string
}

/** The output, sorted by what the files are. */
export interface Families {
  readonly pages: ReadonlyMap<string, PageFiles>
  /** Every file that is no form of a page: JSON, feeds, texts, the stylesheet, the search page's script, the icon, the 404 pages. */
  readonly others: readonly string[]
}

const category = `(?:${categories.join('|')})`
const slug = slugPattern.source.slice(1, -1)

const rootFiles = /^(?:404\.html|robots\.txt|_headers|_redirects|\.nojekyll|\.well-known\/security\.txt)$/

/** Below the site's folder. A file that an emitter starts to write is new to this list as well. */
const siteFiles: readonly RegExp[] = [
  /^(?:404\.html|\.nojekyll|llms(?:-\d+)?\.txt|sitemap\.xml|feed\.xml|feed\.json)$/,
  /^card\.png$/,
  /^(?:solutions|version|match|changes|manifest|openapi)\.json$/,
  new RegExp(`^solutions/${category}/(?:index\\.json|llms(?:-\\d+)?\\.txt)$`),
  /^lookup\/[a-z0-9][a-z0-9._-]*\.json$/,
  /^schema\/v1\/[a-z-]+\.schema\.json$/,
  /^\.well-known\/(?:agent-)?skills\/(?:index\.json|[a-z0-9-]+\/SKILL\.md)$/,
  /^assets\/[a-z0-9-]+\.[0-9a-f]{10,64}\.(?:css|js|svg)$/,
]

const pageKinds: readonly [PageKind, RegExp][] = [
  ['home', /^$/],
  ['skill', /^\/skill$/],
  ['rules', /^\/rules$/],
  ['search', /^\/search$/],
  ['coverage', new RegExp(`^/coverage(?:/${slug})?$`)],
  ['category', new RegExp(`^/solutions/${category}$`)],
  ['solution', new RegExp(`^/solutions/${category}/${slug}$`)],
  ['guide', new RegExp(`^/guide/${slug}$`)],
  ['codes', /^\/code$/],
  ['code', new RegExp(`^/code/${slug}$`)],
]

/** Tells pages from other files; a file of no known family is a finding. */
export function sortFiles({ files, site }: Folder, report: Report): Families {
  const pages = new Map<string, PageFiles>()
  const others: string[] = []
  for (const path of files) {
    if (
      rootFiles.test(path) ||
      (path.startsWith(`${site}/`) && siteFiles.some((family) => family.test(path.slice(site.length + 1))))
    ) {
      others.push(path)
      continue
    }
    const page = pageOf(path, site)
    if (page) pages.set(page.address, page)
    else report('file/stray', path, 'Unexpected file, expected only those that the build writes')
  }
  return { pages, others }
}

/** The page that a file is a form of. */
function pageOf(path: string, site: string): PageFiles | undefined {
  if (path === `${site}/index.md`) return pageAt(`/${site}`, site)
  const bare = /^(.+)\.(?:html|md)$/.exec(path.replace(/\/index\.html$/, '.html'))?.[1]
  return bare === undefined ? undefined : pageAt(`/${bare}`, site)
}

/** The forms that a page at this address has, or undefined where there can be none. */
export function pageAt(address: string, site: string): PageFiles | undefined {
  if (address !== `/${site}` && !address.startsWith(`/${site}/`)) return undefined
  const kind = pageKinds.find(([, pattern]) => pattern.test(address.slice(site.length + 1)))?.[0]
  if (kind === undefined) return undefined
  const bare = address.slice(1)
  return {
    kind,
    address,
    index: `${bare}/index.html`,
    html: `${bare}.html`,
    markdown: `${bare}.md`,
    twin: kind === 'home' ? `${bare}/index.md` : `${bare}.md`,
  }
}

/** What every catalog has, whatever its content. */
export function requiredFiles(site: string): string[] {
  const below = (names: readonly string[]) => names.map((name) => `${site}/${name}`)
  return [
    ...['404.html', 'robots.txt', '_headers', '.nojekyll', '.well-known/security.txt'],
    ...below([
      '404.html',
      'index.md',
      'solutions.json',
      'version.json',
      'llms.txt',
      'sitemap.xml',
      'feed.xml',
      'match.json',
      'manifest.json',
      'changes.json',
      'openapi.json',
      'card.png',
      'lookup/index.json',
    ]),
    ...below([
      'schema/v1/changes.schema.json',
      'schema/v1/solutions.schema.json',
      'schema/v1/frontmatter.schema.json',
      '.well-known/agent-skills/index.json',
    ]),
    ...categories.flatMap((name) => below([`solutions/${name}/index.json`, `solutions/${name}/llms.txt`])),
  ]
}

/** Pages that every catalog has. */
export const requiredPages = (site: string): string[] => [
  `/${site}`,
  `/${site}/skill`,
  `/${site}/rules`,
  `/${site}/search`,
  `/${site}/code`,
  ...categories.map((name) => `/${site}/solutions/${name}`),
]
