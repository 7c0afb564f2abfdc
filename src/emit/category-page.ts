import { type Catalog, guidesOf, solutionsOf } from '../model/catalog.ts'
import { absolute, categoryPath, guidePath, type PagePath, type Site } from '../model/site.ts'
import { fill, fillCount } from '../model/text.ts'
import type { Category } from '../model/vocabulary.ts'
import { labelsFor } from '../render/solution.ts'
import { fillTemplate } from '../render/template.ts'
import { listLine, twin } from '../render/twin.ts'
import { readableCharacters } from './agent-files.ts'
import { codeLinks, gradesOf, listEntry } from './list-entry.ts'
import type { Batch, Output } from './output.ts'
import { link, page } from './page.ts'

/** More would hide the fix below them. */
const shownCodes = 6

/**
 * `/solutions/<category>`: all its solutions and guides. A list too long for a model's fetch tool stands in pieces in the
 * category's llms.txt.
 */
export function categoryPage(category: Category, catalog: Catalog, site: Site): Batch {
  const path = categoryPath(site, category)
  const solutions = solutionsOf(catalog, category)
  const codes = solutions.map((solution) => codeLinks(solution, catalog.solutions, site).slice(0, shownCodes))
  const guides = guidesOf(catalog, category).map((guide) => ({
    ...link(guide.title, guidePath(site, guide.name), site),
    note: guide.summary,
  }))
  const day = catalog.generated.slice(0, 10)
  const make = () => {
    const entries = solutions.map((solution, at) => ({ ...listEntry(solution, site), codes: codes[at] }))
    return madePage({ category, path, entries, guides, day }, site)
  }
  return { around: [path, solutions.map(({ digest }) => digest), codes, guides, day], make }
}

interface Shelf {
  readonly category: Category
  readonly path: PagePath
  readonly entries: readonly (ReturnType<typeof listEntry> & { readonly codes: unknown })[]
  readonly guides: readonly (ReturnType<typeof link> & { readonly note: string })[]
  readonly day: string
}

function madePage({ category, path, entries, guides, day }: Shelf, site: Site): Output[] {
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
      { title, url: absolute(site, path), updated: day },
      site,
      `${about}\n\n${isLong ? `${labels.catalog.pieces} [llms.txt](${absolute(site, pieces)})` : list}`,
    ),
  })
}
