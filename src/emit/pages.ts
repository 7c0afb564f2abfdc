import { type Catalog, guidesOf, solutionsOf } from '../model/catalog.ts'
import { type Category, categories } from '../model/category.ts'
import type { Guide } from '../model/guide.ts'
import { cut, fixLength } from '../model/index-entry.ts'
import { compare } from '../model/problem.ts'
import {
  absolute,
  categoryPath,
  guidePath,
  homePath,
  iconName,
  type PagePath,
  rootFile,
  type Site,
  siteFile,
  sitePath,
  solutionPath,
  sourceFileOf,
  stylesheetName,
} from '../model/site.ts'
import { labelsFor } from '../render/solution.ts'
import { fillTemplate } from '../render/template.ts'
import { guideTwin, listLine, twin } from '../render/twin.ts'
import { readableCharacters } from './agent-files.ts'
import { solutionCodes } from './lookup-files.ts'
import { movedMakers } from './moved-pages.ts'
import type { Output } from './output.ts'
import { editAddress, layout, link, page, wellKnownPaths } from './page.ts'
import { solutionMakers } from './solution-page.ts'

/** Every page but search and skill with its Markdown twin, the 404 page, the stylesheet and the icon. */
export function pages(catalog: Catalog, site: Site): Output[] {
  return [...[...pageMakers(catalog, site).values()].flatMap((make) => make()), ...sharedFiles(site)]
}

/** What pages have in common, and the page for what is not there. */
export const sharedFiles = (site: Site): Output[] => [
  ...notFoundPages(site),
  { path: siteFile(site, stylesheetName(site)), body: site.stylesheet.css },
  { path: siteFile(site, iconName(site)), body: site.icon.svg },
]

/** How each page is made, by its address: a build makes all of them, the preview only those that are looked at. */
export function pageMakers(catalog: Catalog, site: Site): Map<PagePath, () => Output[]> {
  const makers = new Map([...movedMakers(catalog, site), ...solutionMakers(catalog, site)])
  for (const guide of catalog.guides) makers.set(guidePath(site, guide.name), () => guidePage(guide, site))
  for (const category of categories)
    makers.set(categoryPath(site, category), () => categoryPage(category, catalog, site))
  makers.set(homePath(site), () => homePage(catalog, site))
  return makers
}

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
    main: fillTemplate(site, 'guide', {
      guide,
      labels,
      contents: contentsOf(guide),
    }),
    actions: [{ text: labels.page.edit, url: editAddress(site, sourceFileOf('guides', guide.name)) }],
    markdown: guideTwin(guide, site, absolute(site, path)),
  })
}

/** A short guide is seen at a glance. */
const headingsForContents = 5

function contentsOf({ headings }: Guide) {
  const top = headings.filter(({ depth }) => depth === 2)
  return headings.length < headingsForContents ? [] : top.map(({ id, text }) => ({ id, text, below: [] }))
}

/** More would hide the fix below them. */
const shownCodes = 6

function categoryPage(category: Category, catalog: Catalog, site: Site): Output[] {
  const path = categoryPath(site, category)
  const solutions = solutionsOf(catalog, category).map((solution) => ({
    ...link(solution.title, solutionPath(site, solution.id), site),
    lang: solution.lang,
    evidence: solution.evidence,
    codes: solutionCodes(solution).slice(0, shownCodes),
    fix: cut(solution.fixText, fixLength),
    cut: solution.fixText.length > fixLength,
  }))
  const guides = guidesOf(catalog, category).map((guide) => ({
    ...link(guide.title, guidePath(site, guide.name), site),
    note: guide.summary,
  }))
  const about = site.categories[category]
  const lines = [
    ...guides.map(listLine),
    ...solutions.map((entry) => listLine({ ...entry, note: entry.fix })),
  ]
  return page(site, {
    path,
    lang: 'en',
    title: `Errors: ${category}`,
    description: about,
    trail: [],
    main: fillTemplate(site, 'category', {
      category,
      about,
      solutions,
      guides,
      grades: labelsFor(site, 'en').evidence,
    }),
    markdown: twin(
      { title: `Errors: ${category}`, url: absolute(site, path), updated: day(catalog) },
      site,
      `${about}\n\n${readable(lines.join('\n'), path, site)}`,
    ),
  })
}

/** A list too long for a model's fetch tool stands in pieces in the category's llms.txt. */
const readable = (list: string, path: PagePath, site: Site): string =>
  list.length < readableCharacters - 1000
    ? list
    : `The list, in pieces to read: ${absolute(site, path)}/llms.txt`

function homePage(catalog: Catalog, site: Site): Output[] {
  const path = homePath(site)
  const shelves = categories.map((category) => ({
    ...link(category, categoryPath(site, category), site),
    count: solutionsOf(catalog, category).length,
    note: site.categories[category],
  }))
  const guides = catalog.guides.map((guide) => ({
    ...link(guide.title, guidePath(site, guide.name), site),
    note: guide.summary,
  }))
  const newest = [...catalog.solutions]
    .sort((a, b) => compare(b.reviewed ?? '', a.reviewed ?? '') || compare(a.id, b.id))
    .slice(0, 12)
    .map((solution) => ({
      ...link(solution.title, solutionPath(site, solution.id), site),
      lang: solution.lang,
      note: solution.category,
    }))
  const count = catalog.solutions.length
  const markdown = [
    `${site.tagline} ${count} solutions.`,
    `## Categories\n\n${shelves.map(listLine).join('\n')}`,
    `## Guides\n\n${guides.map(listLine).join('\n')}`,
    `## Newest\n\n${newest.map(listLine).join('\n')}`,
  ].join('\n\n')
  const outputs = page(site, {
    path,
    lang: 'en',
    title: site.title,
    description: site.tagline,
    trail: [],
    main: fillTemplate(site, 'home', {
      site,
      count,
      shelves,
      guides,
      newest,
      generated: catalog.generated,
      paths: wellKnownPaths(site),
      coverage: site.coverage.length > 0 && sitePath(site, 'coverage'),
    }),
    markdown: twin({ title: site.title, url: absolute(site, path), updated: day(catalog) }, site, markdown),
  })
  // Where only the site's own folder is published, `/<site>.md` lies outside of it.
  const twinFile = outputs.find((output) => output.path.endsWith('.md'))
  return twinFile ? [...outputs, { ...twinFile, path: siteFile(site, 'index.md') }] : outputs
}

/** One at the root and one in the site's folder: hosts take the nearest, or only the root's. */
function notFoundPages(site: Site): Output[] {
  const body = layout(site, {
    lang: 'en',
    title: 'Page not found',
    description: 'There is no page at this address.',
    trail: [],
    main: fillTemplate(site, 'not-found', {
      site,
      shelves: categories.map((category) => link(category, categoryPath(site, category), site)),
    }),
  })
  return [
    { path: rootFile('404.html'), body },
    { path: siteFile(site, '404.html'), body },
  ]
}

const day = ({ generated }: Catalog): string => generated.slice(0, 10)
