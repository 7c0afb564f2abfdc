import type { Catalog } from '../model/catalog.ts'
import { type Labels, labelsFor } from '../model/labels.ts'
import { compare } from '../model/problem.ts'
import { absolute, homePath, type Site, siteFile, sitePath, solutionPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { fill, fillCount } from '../model/text.ts'
import { unaidedGroup } from '../model/unaided.ts'
import { clientLines } from './client-lines.ts'
import { grouped, linkList, listEntry, productsOf, sharedCodes, shelvesOf } from './lists.ts'
import type { Output } from './output.ts'
import { catalogPage } from './page.ts'
import { answerOf } from './solution-page.ts'

const shownNewest = 12
const shownCodes = 24
const shownProducts = 30

/** `/<site>`: what this is and what was proven, an example, lines for agents, then the ways into the catalog. */
export function homePage(catalog: Catalog, site: Site): Output[] {
  const { solutions, generated } = catalog
  const { catalog: words } = labelsFor(site, site.lang)
  const shelves = shelvesOf(catalog, site)
  const newest = newestOf(solutions).map((solution) => ({
    ...listEntry(solution, site),
    note: solution.category,
  }))
  const numbers = numbersOf(solutions, words, site.lang)
  const codes = sharedCodes(solutions, site)
  const outputs = catalogPage(catalog, site, 'home', {
    path: homePath(site),
    title: site.title,
    description: site.tagline,
    data: {
      numbers,
      example: exampleOf(solutions, site),
      lines: clientLines(site),
      prompt: fill(words['any-agent-prompt'], { llms: absolute(site, sitePath(site, 'llms.txt')) }),
      products: productsOf(solutions, site).slice(0, shownProducts),
      shelves,
      codes: codes.sort((a, b) => b.solutions.length - a.solutions.length).slice(0, shownCodes),
      guides: catalog.guides.length,
      newest,
      generated,
    },
    text: [
      site.tagline,
      numbers.map(({ number, name }) => `- ${name}: ${number}`).join('\n'),
      words.intro,
      linkList(words.categories, shelves),
      linkList(words.newest, newest),
    ].join('\n\n'),
  })
  // `/<site>.md` is not served where only the site's own folder is published.
  const twins = outputs.filter(({ path }) => path.endsWith('.md'))
  return [...outputs, ...twins.map((twin) => ({ ...twin, path: siteFile(site, 'index.md') }))]
}

/** What the catalog has proven, in numbers of this build; a number that is zero is left out. */
function numbersOf(solutions: readonly Solution[], words: Labels['catalog'], lang: string) {
  const share = new Intl.NumberFormat(lang, { style: 'percent' })
  const graded = (grade: Solution['evidence']) =>
    solutions.filter(({ evidence }) => evidence === grade).length
  const asked = solutions.filter(({ unaided }) => unaided !== undefined)
  const unknown = asked.filter((solution) => unaidedGroup(solution) === 'unknown').length
  const spans = solutions
    .flatMap(({ verified }) => verified?.measured ?? [])
    .flatMap((measured) => measured.spans)
  const tried = spans.reduce((sum, { count }) => sum + count, 0)
  const runs = solutions.map(({ verified }) => verified?.date ?? '').sort(compare)
  const total = String(solutions.length)
  return [
    { number: total, name: fillCount(words.solutions, solutions.length, lang).replace(total, '').trim() },
    { number: graded('reproduced'), name: words.reproduced },
    { number: graded('confirmed'), name: words.confirmed },
    { number: unknown > 0 ? share.format(unknown / asked.length) : '', name: words.unknown },
    { number: tried > 0 ? tried.toLocaleString(lang) : '', name: words.tried },
    { number: runs.at(-1), name: words['last-run'] },
  ].filter(({ number }) => number)
}

/** The newest page that was reproduced and that models do not know. */
function exampleOf(solutions: readonly Solution[], site: Site) {
  const labels = labelsFor(site, site.lang)
  const [page] = solutions
    .filter(({ lang, evidence, errors }) => lang === site.lang && evidence === 'reproduced' && errors)
    .filter((solution) => unaidedGroup(solution) === 'unknown' && answerOf(solution, labels))
    .sort((a, b) => compare(b.reviewed ?? '', a.reviewed ?? '') || compare(a.id, b.id))
  return page && { ...page, path: solutionPath(site, page.id), answer: answerOf(page, labels) }
}

/** By day of review. Of the pages of one day the categories take turns, so that none fills the list. */
function newestOf(solutions: readonly Solution[]): Solution[] {
  const shelves = grouped(solutions, ({ reviewed, category }) => [`${reviewed} ${category}`])
  return [...shelves.values()]
    .flatMap((shelf) =>
      shelf.map((solution, turn) => ({ ...solution, reviewed: solution.reviewed ?? '', turn })),
    )
    .sort((a, b) => compare(b.reviewed, a.reviewed) || a.turn - b.turn || compare(a.id, b.id))
    .slice(0, shownNewest)
}
