import type { Catalog } from '../model/catalog.ts'
import { labelsFor } from '../model/labels.ts'
import { compare } from '../model/problem.ts'
import { codePath, homePath, type Site, scriptName, siteFile, sitePath, solutionPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { fill, fillCount } from '../model/text.ts'
import { escapeHtml, fillTemplate } from '../render/template.ts'
import { listLine } from '../render/twin.ts'
import { guideEntries, sharedCodes, shelvesOf, solutionsByCode } from './lists.ts'
import type { Output } from './output.ts'
import { catalogPage, link, wellKnownPaths } from './page.ts'

const shownNewest = 12
const shownCodes = 24

/** `/<site>`: search, categories, codes, what is new, guides. */
export function homePage(catalog: Catalog, site: Site): Output[] {
  const path = homePath(site)
  const labels = labelsFor(site, site.lang)
  const words = labels.catalog
  const count = fillCount(words.solutions, catalog.solutions.length, site.lang)
  const shelves = shelvesOf(catalog, site)
  const guides = guideEntries(catalog.guides, site)
  const newest = newestOf(catalog.solutions).map((solution) => ({
    ...link(solution.title, solutionPath(site, solution.id), site),
    lang: solution.lang,
    note: solution.category,
  }))
  const text = [
    `${site.tagline} ${count}`,
    `## ${words.categories}\n\n${shelves.map(listLine).join('\n')}`,
    `## ${words.newest}\n\n${newest.map(listLine).join('\n')}`,
    ...(guides.length > 0 ? [`## ${labels.page.guides}\n\n${guides.map(listLine).join('\n')}`] : []),
  ].join('\n\n')
  const outputs = catalogPage(catalog, site, {
    path,
    title: site.title,
    description: site.tagline,
    main: fillTemplate(site, 'home', {
      count,
      shelves,
      codes: mostSharedCodes(catalog.solutions, site),
      guides,
      newest,
      generated: catalog.generated,
      site,
      labels,
      paths: wellKnownPaths(site),
      coverage: site.coverage.length > 0 ? sitePath(site, 'coverage') : undefined,
    }),
    text,
  })
  // `/<site>.md` is not served where only the site's own folder is published.
  const twinFile = outputs.find((output) => output.path.endsWith('.md'))
  return twinFile ? [...outputs, { ...twinFile, path: siteFile(site, 'index.md') }] : outputs
}

/** By day of review. Of the pages of one day the categories take turns, so that none fills the list. */
function newestOf(solutions: readonly Solution[]): Solution[] {
  const seen = new Map<string, number>()
  return solutions
    .map((solution) => {
      const { category, reviewed = '' } = solution
      const shelf = `${reviewed} ${category}`
      const turn = seen.get(shelf) ?? 0
      seen.set(shelf, turn + 1)
      return { solution, reviewed, turn }
    })
    .sort(
      (a, b) => compare(b.reviewed, a.reviewed) || a.turn - b.turn || compare(a.solution.id, b.solution.id),
    )
    .slice(0, shownNewest)
    .map(({ solution }) => solution)
}

/** The codes that most solutions share. */
function mostSharedCodes(solutions: readonly Solution[], site: Site) {
  const holders = solutionsByCode(solutions)
  return sharedCodes(solutions)
    .map((code) => ({ code, path: codePath(site, code), count: holders.get(code)?.length ?? 0 }))
    .sort((a, b) => b.count - a.count || compare(a.code, b.code))
    .slice(0, shownCodes)
}

const keyNames = { slash: '/', enter: 'Enter', down: '↓', up: '↑' }
const keys = Object.fromEntries(Object.entries(keyNames).map(([key, name]) => [key, `<kbd>${name}</kbd>`]))

/** `/search` and the scripts. Without them the page leads to the categories. */
export function searchPage(catalog: Catalog, site: Site): Output[] {
  const path = sitePath(site, 'search')
  const labels = labelsFor(site, site.lang)
  const { search: words } = labels
  const title = labels.page.search
  const shelves = shelvesOf(catalog, site)
  return [
    ...catalogPage(catalog, site, {
      path,
      title,
      description: words.about,
      search: true,
      main: fillTemplate(site, 'search', {
        title,
        labels,
        shelves,
        keys: fill(escapeHtml(words.keys), keys),
        paths: wellKnownPaths(site),
      }),
      text: `${words.about} ${words.programs}\n\n## ${labels.catalog.categories}\n\n${shelves.map(listLine).join('\n')}`,
    }),
    ...(['search', 'page'] as const).map((name) => ({
      path: siteFile(site, scriptName(site, name)),
      body: site.scripts[name].js,
    })),
  ]
}
