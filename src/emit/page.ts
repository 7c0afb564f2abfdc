import type { Catalog } from '../model/catalog.ts'
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
  sourceFileOf,
  stylesheetName,
} from '../model/site.ts'
import type { Heading } from '../model/solution.ts'
import type { Html } from '../render/markdown.ts'
import { fillTemplate } from '../render/template.ts'
import { twin } from '../render/twin.ts'
import type { Output } from './output.ts'

export interface PageParts {
  /** Missing only on the page for addresses that do not exist. */
  readonly path?: PagePath
  /** By default the language of the catalog. */
  readonly lang?: string
  readonly title: string
  readonly description: string
  /** Breadcrumbs between the home page and this page. */
  readonly trail?: readonly { name: string; path: PagePath }[]
  readonly main: Html
  /** Between the main part and the footer. */
  readonly aside?: Html
  /** Links about this page, after the calls to action that every footer has. */
  readonly actions?: readonly { readonly text: string; readonly url: string }[]
  /** The script of the search page, which has its own form in place of the header's. */
  readonly search?: string
  /** Name of its social card. */
  readonly card?: string
  /** The page in each of its languages. */
  readonly versions?: readonly { readonly lang: string; readonly path: PagePath }[]
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
  return pageFiles(parts.path).map((path) => ({ path, body: path.endsWith('.md') ? parts.markdown : body }))
}

/**
 * A page about the catalog as a whole: `template` with `data`, in its frame, and a twin that is dated by the content and
 * has `text` as its body.
 */
export function catalogPage(
  { generated }: Catalog,
  site: Site,
  template: string,
  parts: Omit<PageParts, 'main'> & { readonly path: PagePath; readonly text: string; readonly data?: object },
): Output[] {
  const { text, data, ...rest } = parts
  const main = fillTemplate(site, template, { ...rest, ...data })
  const about = { title: rest.title, url: absolute(site, rest.path), updated: generated.slice(0, 10) }
  return page(site, { ...rest, main, markdown: twin(about, site, text) })
}

/** The HTML of a page around its main part. */
export const layout = (site: Site, { lang = site.lang, card = '', ...parts }: PageParts): string =>
  fillTemplate(site, 'layout', {
    ...parts,
    lang,
    home: homePath(site),
    stylesheet: stylesheetName(site),
    icon: iconName(site),
    script: scriptName(site, pageScript(site, lang)),
    card: site.cardImages?.[card]
      ? { address: absolute(site, sitePath(site, `cards/${card}.png`)), ...cardSize }
      : { address: absolute(site, sitePath(site, pictures[0])), width: 1200, height: 630 },
  })

/** Pixels of a drawn card. */
export const cardSize = { width: 800, height: 420 } as const

/** The address at which a page's source file is edited. */
export const editAddress = ({ repository, branch }: Site, kind: 'solutions' | 'guides', id: string): string =>
  `${repository}/edit/${branch}/${sourceFileOf(kind, id)}`

/** A page with fewer headings needs no table of contents. */
const headingsForContents = 5

/** The table of contents of a page with free headings. */
export function contentsOf(headings: readonly Heading[]) {
  const top = headings.filter(({ depth }) => depth === 2)
  return headings.length < headingsForContents ? [] : top.map(({ id, text }) => ({ id, text, below: [] }))
}
