import type { Catalog } from '../model/catalog.ts'
import { type Labels, labelsFor } from '../model/labels.ts'
import { compare } from '../model/problem.ts'
import {
  absolute,
  codePath,
  homePath,
  pageScript,
  type Site,
  scriptName,
  siteFile,
  sitePath,
  solutionPath,
} from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { fill, fillCount } from '../model/text.ts'
import { unaidedGroup } from '../model/unaided.ts'
import { escapeHtml, fillTemplate } from '../render/template.ts'
import { listLine } from '../render/twin.ts'
import { agentLines } from './agent-clients.ts'
import { guideEntries, languageMarks, productsOf, sharedCodes, shelvesOf, solutionsByCode } from './lists.ts'
import type { Output } from './output.ts'
import { catalogPage, link, wellKnownPaths } from './page.ts'
import { answerOf } from './solution-page.ts'

const shownNewest = 12
const shownCodes = 24
const shownProducts = 30

/** `/<site>`: what this is and what was proven, an example, lines for agents, then the ways into the catalog. */
export function homePage(catalog: Catalog, site: Site): Output[] {
  const path = homePath(site)
  const labels = labelsFor(site, site.lang)
  const words = labels.catalog
  const shelves = shelvesOf(catalog, site)
  const guides = guideEntries(catalog.guides, site)
  const newest = newestOf(catalog.solutions).map((solution) => ({
    ...link(solution.title, solutionPath(site, solution.id), site),
    lang: solution.lang,
    ...languageMarks(solution, site),
    note: solution.category,
  }))
  const numbers = numbersOf(catalog.solutions, words, site.lang)
  const text = [
    site.tagline,
    numbers.map(({ number, name }) => `- ${name}: ${number}`).join('\n'),
    words.intro,
    `## ${words.categories}\n\n${shelves.map(listLine).join('\n')}`,
    `## ${words.newest}\n\n${newest.map(listLine).join('\n')}`,
  ].join('\n\n')
  const outputs = catalogPage(catalog, site, {
    path,
    title: site.title,
    description: site.tagline,
    main: fillTemplate(site, 'home', {
      numbers,
      example: exampleOf(catalog.solutions, site),
      agents: agentLines(site),
      prompt: fill(words['any-agent-prompt'], { llms: absolute(site, sitePath(site, 'llms.txt')) }),
      products: productsOf(catalog.solutions, site).slice(0, shownProducts),
      shelves,
      codes: mostSharedCodes(catalog.solutions, site),
      guides: guides.length,
      newest,
      generated: catalog.generated,
      site,
      labels,
      paths: wellKnownPaths(site),
    }),
    text,
  })
  // `/<site>.md` is not served where only the site's own folder is published.
  const twinFile = outputs.find((output) => output.path.endsWith('.md'))
  return twinFile ? [...outputs, { ...twinFile, path: siteFile(site, 'index.md') }] : outputs
}

/** What the catalog has proven, in numbers of this build; a number that is zero is left out. */
function numbersOf(solutions: readonly Solution[], words: Labels['catalog'], lang: string) {
  const share = new Intl.NumberFormat(lang, { style: 'percent' })
  const graded = (grade: Solution['evidence']) =>
    solutions.filter(({ evidence }) => evidence === grade).length
  const asked = solutions.filter(({ unaided }) => unaided !== undefined)
  const unknown = asked.filter((solution) => unaidedGroup(solution) === 'unknown').length
  const tried = solutions
    .flatMap(({ verified }) => verified?.measured ?? [])
    .reduce((sum, { spans }) => spans.reduce((all, { count }) => all + count, sum), 0)
  const lastRun = solutions
    .map(({ verified }) => verified?.date ?? '')
    .sort(compare)
    .at(-1)
  const total = String(solutions.length)
  return [
    { number: total, name: fillCount(words.solutions, solutions.length, lang).replace(total, '').trim() },
    { number: graded('reproduced'), name: words.reproduced },
    { number: graded('confirmed'), name: words.confirmed },
    { number: unknown > 0 ? share.format(unknown / asked.length) : '', name: words.unknown },
    { number: tried > 0 ? tried.toLocaleString(lang) : '', name: words.tried },
    { number: lastRun, name: words['last-run'] },
  ].filter(({ number }) => number)
}

/** The newest page that was reproduced and that models do not know. */
function exampleOf(solutions: readonly Solution[], site: Site) {
  const labels = labelsFor(site, site.lang)
  const [page] = solutions
    .filter(
      ({ lang, evidence, errors }) => lang === site.lang && evidence === 'reproduced' && errors !== undefined,
    )
    .filter((solution) => unaidedGroup(solution) === 'unknown' && answerOf(solution, labels) !== undefined)
    .sort((a, b) => compare(b.reviewed ?? '', a.reviewed ?? '') || compare(a.id, b.id))
  if (page === undefined) return undefined
  const { id, title, evidence, affects = [], errors = [] } = page
  return {
    ...link(title, solutionPath(site, id), site),
    evidence,
    affects,
    message: errors[0],
    answer: answerOf(page, labels),
  }
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

/** The languages of all pages, each script once. */
function languagesOf({ solutions, translations, retired, guides }: Catalog, site: Site): string[] {
  const pages = [...solutions, ...translations, ...retired, ...guides]
  const known = [site.lang, 'en', ...pages.map(({ lang }) => lang)]
  return [...new Set(known.filter((lang) => site.scripts[`page-${lang}`]))]
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
    ...['search', ...languagesOf(catalog, site).map((lang) => pageScript(site, lang))].map((name) => ({
      path: siteFile(site, scriptName(site, name)),
      body: site.scripts[name]?.js ?? '',
    })),
  ]
}
