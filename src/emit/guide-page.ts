import type { Guide } from '../model/guide.ts'
import { absolute, categoryPath, guidePath, type Site, sourceFileOf } from '../model/site.ts'
import { labelsFor } from '../render/solution.ts'
import { fillTemplate } from '../render/template.ts'
import { guideTwin } from '../render/twin.ts'
import { contentsOf } from './contents.ts'
import type { Output } from './output.ts'
import { editAddress, page } from './page.ts'

/** `/guide/<name>`. */
export function guidePage(guide: Guide, site: Site): Output[] {
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
      contents: contentsOf(guide.headings),
    }),
    actions: [{ text: labels.page.edit, url: editAddress(site, sourceFileOf('guides', guide.name)) }],
    markdown: guideTwin(guide, site, absolute(site, path)),
  })
}
