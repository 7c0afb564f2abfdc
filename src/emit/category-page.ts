import { type Catalog, guidesOf, solutionsOf } from '../model/catalog.ts'
import { absolute, categoryPath, guidePath, type Site } from '../model/site.ts'
import { fill, fillCount } from '../model/text.ts'
import type { Category } from '../model/vocabulary.ts'
import { labelsFor } from '../render/solution.ts'
import { fillTemplate } from '../render/template.ts'
import { listLine, twin } from '../render/twin.ts'
import { readableCharacters } from './agent-files.ts'
import { codeLinks, gradesOf, listEntry } from './list-entry.ts'
import type { Output } from './output.ts'
import { link, page } from './page.ts'

/** More would hide the fix below them. */
const shownCodes = 6

/**
 * `/solutions/<category>`: all its solutions and guides. A list too long for a model's fetch tool stands in pieces in the
 * category's llms.txt.
 */
export function categoryPage(category: Category, catalog: Catalog, site: Site): Output[] {
  const path = categoryPath(site, category)
  const entries = solutionsOf(catalog, category).map((solution) => ({
    ...listEntry(solution, site),
    codes: codeLinks(solution, catalog.solutions, site).slice(0, shownCodes),
  }))
  const guides = guidesOf(catalog, category).map((guide) => ({
    ...link(guide.title, guidePath(site, guide.name), site),
    note: guide.summary,
  }))
  const labels = labelsFor(site, site.lang)
  const title = fill(labels.catalog.errors, { category })
  const about = site.categories[category]
  const lines = [...guides.map(listLine), ...entries.map((entry) => listLine({ ...entry, note: entry.fix }))]
  const list = lines.join('\n')
  const pieces = `${path}/llms.txt`
  const isLong = list.length > readableCharacters - 1000
  return page(site, {
    path,
    lang: site.lang,
    title,
    description: about,
    trail: [],
    main: fillTemplate(site, 'category', {
      title,
      about,
      pieces: isLong ? pieces : undefined,
      solutions: entries,
      guides,
      labels,
      grades: gradesOf(entries),
      lang: site.lang,
      count: fillCount(labels.catalog.solutions, entries.length, site.lang),
    }),
    markdown: twin(
      { title, url: absolute(site, path), updated: catalog.generated.slice(0, 10) },
      site,
      `${about}\n\n${isLong ? `${labels.catalog.pieces} [llms.txt](${absolute(site, pieces)})` : list}`,
    ),
  })
}
