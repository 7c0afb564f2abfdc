import GithubSlugger from 'github-slugger'
import { parseMarkdown } from '../content/parse-markdown.ts'
import type { Catalog } from '../model/catalog.ts'
import { absolute, type PagePath, type Site } from '../model/site.ts'
import type { Heading } from '../model/solution.ts'
import { renderMarkdown } from '../render/markdown.ts'
import { labelsFor } from '../render/solution.ts'
import { fillTemplate } from '../render/template.ts'
import { twin } from '../render/twin.ts'
import { contentsOf } from './contents.ts'
import type { Output } from './output.ts'
import { page } from './page.ts'

/**
 * A page that the generator itself writes, in English. `text` is Markdown whose links name addresses as `link` gives
 * them: root-absolute on the page, with scheme and host in the twin.
 */
export function textPage(
  { generated }: Catalog,
  site: Site,
  parts: {
    readonly path: PagePath
    readonly title: string
    readonly summary: string
    readonly trail?: readonly { name: string; path: PagePath }[]
    readonly text: (link: (path: PagePath) => string) => string
  },
): Output[] {
  const { path, title, summary, trail = [], text } = parts
  const labels = labelsFor(site, 'en')
  const context = {
    site,
    labels,
    path: 'text.md',
    definitions: [],
    slugger: new GithubSlugger(),
    headings: [] as Heading[],
  }
  const html = renderMarkdown(
    parseMarkdown(
      text((to) => to),
      0,
    ).children,
    context,
  )
  return page(site, {
    path,
    lang: 'en',
    title,
    description: summary,
    trail,
    main: fillTemplate(site, 'text', {
      title,
      summary,
      html,
      labels,
      contents: contentsOf(context.headings),
    }),
    markdown: twin(
      { title, url: absolute(site, path), updated: generated.slice(0, 10) },
      site,
      `${summary}\n\n${text((to) => absolute(site, to))}`,
    ),
  })
}
