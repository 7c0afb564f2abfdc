import { type Catalog, solutionsOf } from '../model/catalog.ts'
import { categories } from '../model/category.ts'
import { absolute, categoryPath, type Site, scriptName, siteFile, sitePath } from '../model/site.ts'
import { fillTemplate } from '../render/template.ts'
import { listLine, twin } from '../render/twin.ts'
import type { Output } from './output.ts'
import { link, page, wellKnownPaths } from './page.ts'

const title = 'Search'
const description = 'Paste an error message, or type words that stand in it.'
const byProgram =
  'Programs need no page: every code has a small file below lookup/, and solutions.json is searched by a filter.'

/** `/search`, the one page with a script, and the script. Without it the page leads to the categories. */
export function searchPage(catalog: Catalog, site: Site): Output[] {
  const path = sitePath(site, 'search')
  const shelves = categories.map((category) => ({
    ...link(category, categoryPath(site, category), site),
    count: solutionsOf(catalog, category).length,
    note: site.categories[category],
  }))
  return [
    ...page(site, {
      path,
      lang: 'en',
      title,
      description,
      trail: [],
      search: true,
      main: fillTemplate(site, 'search', { description, byProgram, shelves, paths: wellKnownPaths(site) }),
      markdown: twin(
        { title, url: absolute(site, path), updated: catalog.generated.slice(0, 10) },
        site,
        `${description} ${byProgram}\n\n## Categories\n\n${shelves.map(listLine).join('\n')}`,
      ),
    }),
    { path: siteFile(site, scriptName(site)), body: site.script.js },
  ]
}
