import type { Catalog } from '../model/catalog.ts'
import type { Guide } from '../model/guide.ts'
import { labelsFor } from '../model/labels.ts'
import {
  absolute,
  categoryPath,
  guidePath,
  homePath,
  iconName,
  type PagePath,
  pictures,
  rootFile,
  type Site,
  siteFile,
  sourceFileOf,
  stylesheetName,
} from '../model/site.ts'
import { categories } from '../model/vocabulary.ts'
import { fillTemplate } from '../render/template.ts'
import { guideTwin } from '../render/twin.ts'
import { homePage } from './home-page.ts'
import { categoryPage } from './list-pages.ts'
import { shelvesOf } from './lists.ts'
import { movedMakers } from './moved-pages.ts'
import type { Output } from './output.ts'
import { contentsOf, editAddress, layout, page } from './page.ts'
import { solutionMakers } from './solution-page.ts'

/** The pages of source files and of lists, each with its Markdown twin, and the files that all pages share. */
export function* pages(catalog: Catalog, site: Site): Generator<Output> {
  for (const make of pageMakers(catalog, site).values()) yield* make()
  yield* sharedFiles(catalog, site)
}

/** The assets of all pages, and the page for addresses that do not exist. */
export const sharedFiles = (catalog: Catalog, site: Site): Output[] => [
  ...notFoundPages(catalog, site),
  { path: siteFile(site, stylesheetName(site)), body: site.stylesheet.css },
  { path: siteFile(site, iconName(site)), body: site.icon.svg },
  ...pictures.map(
    (name): Output => ({
      path: siteFile(site, name),
      body: site.pictures[name],
      encoding: 'base64',
    }),
  ),
  // Requested unasked.
  { path: rootFile('favicon.ico'), body: site.pictures['favicon.ico'], encoding: 'base64' },
]

/** How each page is made, by its address: a build makes all of them, the preview those that are visited. */
export function pageMakers(catalog: Catalog, site: Site): Map<PagePath, () => Output[]> {
  const makers = new Map([...movedMakers(catalog, site), ...solutionMakers(catalog, site)])
  for (const guide of catalog.guides) makers.set(guidePath(site, guide.name), () => guidePage(guide, site))
  for (const category of categories)
    makers.set(categoryPath(site, category), () => categoryPage(category, catalog, site))
  makers.set(homePath(site), () => homePage(catalog, site))
  return makers
}

/** One at the root and one in the site's folder: some hosts serve the nearest, others only the root's. */
function notFoundPages(catalog: Catalog, site: Site): Output[] {
  const { catalog: words } = labelsFor(site, site.lang)
  const body = layout(site, {
    lang: site.lang,
    title: words['not-found'],
    description: words['not-found'],
    trail: [],
    main: fillTemplate(site, 'not-found', {
      words,
      shelves: shelvesOf(catalog, site),
    }),
  })
  return [
    { path: rootFile('404.html'), body },
    { path: siteFile(site, '404.html'), body },
  ]
}

/** `/guide/<name>`. */
function guidePage(guide: Guide, site: Site): Output[] {
  const path = guidePath(site, guide.name)
  const labels = labelsFor(site, guide.lang)
  return page(site, {
    path,
    lang: guide.lang,
    title: guide.title,
    description: guide.summary,
    trail: guide.categories
      .slice(0, 1)
      .map((category) => ({ name: category, path: categoryPath(site, category) })),
    main: fillTemplate(site, 'guide', { guide, labels, contents: contentsOf(guide.headings) }),
    actions: [{ text: labels.page.edit, url: editAddress(site, sourceFileOf('guides', guide.name)) }],
    markdown: guideTwin(guide, site, absolute(site, path)),
  })
}
