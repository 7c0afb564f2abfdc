import GithubSlugger from 'github-slugger'
import { parseMarkdown } from '../content/parse-markdown.ts'
import { rulesText } from '../lint/rules-text.ts'
import type { Catalog } from '../model/catalog.ts'
import { absolute, type Site, sitePath } from '../model/site.ts'
import { renderMarkdown } from '../render/markdown.ts'
import { labelsFor } from '../render/solution.ts'
import { fillTemplate } from '../render/template.ts'
import { twin } from '../render/twin.ts'
import type { Output } from './output.ts'
import { page } from './page.ts'

/** `/rules`: what was checked on every page, so that readers know and authors know up front. */
export function rulesPage({ generated }: Catalog, site: Site): Output[] {
  const path = sitePath(site, 'rules')
  const title = 'What is checked'
  const summary =
    'Every source file is checked by these rules before it is published, and the output is read back and proven.'
  const text = rulesText({ forReaders: true })
  const context = {
    site,
    labels: labelsFor(site, 'en'),
    path: 'rules.md',
    definitions: [],
    slugger: new GithubSlugger(),
    headings: [],
  }
  const html = renderMarkdown(parseMarkdown(text, 0).children, context)
  return page(site, {
    path,
    lang: 'en',
    title,
    description: summary,
    trail: [],
    main: fillTemplate(site, 'rules', { title, summary, html }),
    markdown: twin(
      { title, url: absolute(site, path), updated: generated.slice(0, 10) },
      site,
      `${summary}\n\n${text}`,
    ),
  })
}
