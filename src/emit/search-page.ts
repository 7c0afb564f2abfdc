import type { Catalog } from '../model/catalog.ts'
import { labelsFor } from '../model/labels.ts'
import { type Site, scriptName, siteFile, sitePath } from '../model/site.ts'
import { fill } from '../model/text.ts'
import { escapeHtml, fillTemplate } from '../render/template.ts'
import { listLine } from '../render/twin.ts'
import { shelvesOf } from './lists.ts'
import type { Output } from './output.ts'
import { catalogPage, wellKnownPaths } from './page.ts'

const keyNames = { slash: '/', enter: 'Enter', down: '↓', up: '↑' }
const keys = Object.fromEntries(Object.entries(keyNames).map(([key, name]) => [key, `<kbd>${name}</kbd>`]))

/** `/search`, the one page with a script, and the script. Without it the page leads to the categories. */
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
    { path: siteFile(site, scriptName(site)), body: site.script.js },
  ]
}
