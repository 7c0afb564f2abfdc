import { type Catalog, guidesOf, solutionsOf } from '../model/catalog.ts'
import type { Category } from '../model/category.ts'
import { fill, fillCount } from '../model/fill.ts'
import { absolute, categoryPath, guidePath, type Site } from '../model/site.ts'
import { labelsFor } from '../render/solution.ts'
import { fillTemplate } from '../render/template.ts'
import { listLine, twin } from '../render/twin.ts'
import { readableCharacters } from './agent-files.ts'
import { codeLinks, gradesOf, listEntry } from './list-entry.ts'
import type { Batch } from './output.ts'
import { link, page } from './page.ts'

/** More would hide the fix below them. */
const shownCodes = 6

/**
 * `/solutions/<category>`: all its solutions and guides. A list too long for a model's fetch tool stands in pieces in the
 * category's llms.txt.
 */
export function categoryPage(category: Category, catalog: Catalog, site: Site): Batch {
  const path = categoryPath(site, category)
  const labels = labelsFor(site, site.lang)
  const solutions = solutionsOf(catalog, category).map((solution) => ({
    ...listEntry(solution, site),
    codes: codeLinks(solution, catalog.solutions, site).slice(0, shownCodes),
  }))
  const guides = guidesOf(catalog, category).map((guide) => ({
    ...link(guide.title, guidePath(site, guide.name), site),
    note: guide.summary,
  }))
  const title = fill(labels.catalog.errors, { category })
  const about = site.categories[category]
  const day = catalog.generated.slice(0, 10)
  const lines = [
    ...guides.map(listLine),
    ...solutions.map((entry) => listLine({ ...entry, note: entry.fix })),
  ]
  const list = lines.join('\n')
  const pieces = `${path}/llms.txt`
  const isLong = list.length > readableCharacters - 1000
  const make = () =>
    page(site, {
      path,
      lang: site.lang,
      title,
      description: about,
      trail: [],
      main: fillTemplate(site, 'category', {
        title,
        about,
        pieces: isLong ? pieces : undefined,
        solutions,
        guides,
        labels,
        grades: gradesOf(solutions),
        lang: site.lang,
        count: fillCount(labels.catalog.solutions, solutions.length, site.lang),
      }),
      markdown: twin(
        { title, url: absolute(site, path), updated: day },
        site,
        `${about}\n\n${isLong ? `${labels.catalog.pieces} [llms.txt](${absolute(site, pieces)})` : list}`,
      ),
    })
  return { around: [path, solutions, guides, day], make }
}
