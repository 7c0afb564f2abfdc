import GithubSlugger from 'github-slugger'
import type { CompileSettings } from '../model/compile-settings.ts'
import { definitionsOf, type ParsedGuide } from '../model/document.ts'
import type { Guide } from '../model/guide.ts'
import { layoutIds, type RenderContext, renderMarkdown } from './markdown.ts'
import { labelsFor } from './solution.ts'
import { sectionTwin } from './twin.ts'

/** A parsed guide as it is published. */
export function renderGuide({ name, lang, data, document }: ParsedGuide, site: CompileSettings): Guide {
  const { path, text, tree, bodyStart } = document
  const context: RenderContext = {
    site,
    labels: labelsFor(site, lang),
    path,
    definitions: definitionsOf(tree),
    slugger: new GithubSlugger(),
    headings: [],
  }
  for (const id of layoutIds) context.slugger.slug(id)
  return {
    ...data,
    name,
    html: renderMarkdown(tree.children, context),
    headings: context.headings,
    markdown: sectionTwin(text, bodyStart, text.length, tree.children, context),
  }
}
