import type { Catalog } from '../model/catalog.ts'
import {
  cardName,
  categoryPath,
  guidePath,
  homePath,
  iconName,
  type PagePath,
  rootFile,
  type Site,
  siteFile,
  stylesheetName,
} from '../model/site.ts'
import { categories } from '../model/vocabulary.ts'
import { labelsFor } from '../render/solution.ts'
import { fillTemplate } from '../render/template.ts'
import { categoryPage } from './category-page.ts'
import { guidePage } from './guide-page.ts'
import { homePage } from './home-page.ts'
import { movedMakers } from './moved-pages.ts'
import type { Output } from './output.ts'
import { layout, link } from './page.ts'
import { solutionMakers } from './solution-page.ts'

/** The pages of source files and the lists of them, each with its Markdown twin, and what all pages share. */
export function* pages(catalog: Catalog, site: Site): Generator<Output> {
  for (const make of pageMakers(catalog, site).values()) yield* make()
  yield* sharedFiles(site)
}

/** What pages have in common, and the page for what is not there. */
export const sharedFiles = (site: Site): Output[] => [
  ...notFoundPages(site),
  { path: siteFile(site, stylesheetName(site)), body: site.stylesheet.css },
  { path: siteFile(site, iconName(site)), body: site.icon.svg },
  { path: siteFile(site, cardName), body: site.card, encoding: 'base64' },
]

/** How each page is made, by its address: a build asks for all of them, the preview for those that are looked at. */
export function pageMakers(catalog: Catalog, site: Site): Map<PagePath, () => Output[]> {
  const makers = new Map([...movedMakers(catalog, site), ...solutionMakers(catalog, site)])
  for (const guide of catalog.guides) makers.set(guidePath(site, guide.name), () => guidePage(guide, site))
  for (const category of categories)
    makers.set(categoryPath(site, category), () => categoryPage(category, catalog, site))
  makers.set(homePath(site), () => homePage(catalog, site))
  return makers
}

/** One at the root and one in the site's folder: hosts take the nearest, or only the root's. */
function notFoundPages(site: Site): Output[] {
  const { catalog: words } = labelsFor(site, site.lang)
  const body = layout(site, {
    lang: site.lang,
    title: words['not-found'],
    description: words['not-found'],
    trail: [],
    main: fillTemplate(site, 'not-found', {
      words,
      shelves: categories.map((category) => link(category, categoryPath(site, category), site)),
    }),
  })
  return [
    { path: rootFile('404.html'), body },
    { path: siteFile(site, '404.html'), body },
  ]
}
