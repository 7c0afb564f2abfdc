import type { Catalog } from '../model/catalog.ts'
import type { Guide } from '../model/guide.ts'
import { labelsFor } from '../model/labels.ts'
import {
  absolute,
  guidePath,
  homePath,
  iconName,
  type PagePath,
  pageScript,
  rootFile,
  type Site,
  scriptName,
  siteFile,
  solutionPath,
  stylesheetName,
} from '../model/site.ts'
import { categories } from '../model/vocabulary.ts'
import { fillTemplate } from '../render/template.ts'
import { guideTwin } from '../render/twin.ts'
import { homePage } from './home-page.ts'
import { categoryPage } from './list-pages.ts'
import { shelvesOf } from './lists.ts'
import { movedPage, movedPaths } from './moved-pages.ts'
import type { Output } from './output.ts'
import { contentsOf, editAddress, layout, page } from './page.ts'
import { solutionPage } from './solution-page.ts'

/** How each page of a source file, each category and the home page is made, by its address. */
export function pageMakers(catalog: Catalog, site: Site): Map<PagePath, () => Output[]> {
  const makers = new Map<PagePath, () => Output[]>()
  for (const moved of movedPaths(catalog, site)) makers.set(moved.path, () => movedPage(moved, site))
  for (const solution of [...catalog.solutions, ...catalog.translations, ...catalog.retired])
    makers.set(solutionPath(site, solution.id), () => solutionPage(solution, catalog, site))
  for (const guide of catalog.guides) makers.set(guidePath(site, guide.name), () => guidePage(guide, site))
  for (const category of categories)
    makers.set(solutionPath(site, category), () => categoryPage(category, catalog, site))
  return makers.set(homePath(site), () => homePage(catalog, site))
}

/** What pages load, the client, and the page for addresses that do not exist. */
export function sharedFiles(catalog: Catalog, site: Site): Output[] {
  const { 'not-found': title } = labelsFor(site, site.lang).catalog
  const main = fillTemplate(site, 'not-found', { shelves: shelvesOf(catalog, site) })
  const notFound = layout(site, { title, description: title, main })
  const { solutions, translations, retired, guides } = catalog
  const languages = [...solutions, ...translations, ...retired, ...guides].map(({ lang }) => lang)
  const scripts = ['search', ...[site.lang, 'en', ...languages].map((lang) => pageScript(site, lang))]
  const text = (name: string, body = '') => ({ path: siteFile(site, name), body })
  const image = ([name, body]: [string, string]): Output => ({ ...text(name, body), encoding: 'base64' })
  const cards = Object.entries(site.cardImages ?? {})
  return [
    text('404.html', notFound),
    text(stylesheetName(site), site.stylesheet.css),
    text(iconName(site), site.icon.svg),
    text('fixdex.mjs', site.client.js),
    text(`assets/${site.wordLists.name}`, site.wordLists.json),
    ...[...new Set(scripts)].map((name) => text(scriptName(site, name), site.scripts[name]?.js)),
    ...Object.entries(site.pictures).map(image),
    ...cards.map(([name, body]) => image([`cards/${name}.png`, body])),
    // Some hosts serve the nearest, others only the root's.
    { path: rootFile('404.html'), body: notFound },
    // Requested unasked.
    { path: rootFile('favicon.ico'), body: site.pictures['favicon.ico'], encoding: 'base64' },
  ]
}

/** `/guide/<name>`. */
function guidePage(guide: Guide, site: Site): Output[] {
  const { name, lang, title, summary } = guide
  const path = guidePath(site, name)
  return page(site, {
    path,
    lang,
    title,
    description: summary,
    trail: guide.categories
      .slice(0, 1)
      .map((category) => ({ name: category, path: solutionPath(site, category) })),
    main: fillTemplate(site, 'guide', { lang, guide, contents: contentsOf(guide.headings) }),
    actions: [{ text: labelsFor(site, lang).page.edit, url: editAddress(site, 'guides', name) }],
    markdown: guideTwin(guide, site, absolute(site, path)),
  })
}
