import { createRequire } from 'node:module'
import GithubSlugger from 'github-slugger'
import type { Nodes } from 'mdast'
import type { CompileSettings, PageLabels } from '../model/compile-settings.ts'
import { definitionsOf, type ParsedGuide, type ParsedSolution } from '../model/document.ts'
import type { Guide } from '../model/guide.ts'
import { labelsFor } from '../model/labels.ts'
import { absolute, solutionPath } from '../model/site.ts'
import { type Heading, isRetired, type Section, type Solution } from '../model/solution.ts'
import { collapse, fill } from '../model/text.ts'
import type { UnaidedAnswers } from '../model/unaided.ts'
import type { Verified } from '../model/verification.ts'
import { type SectionKind, sectionKinds } from '../model/vocabulary.ts'
import { layoutIds, type RenderContext, renderMarkdown, renderParts } from './markdown.ts'
import { escapeHtml } from './template.ts'
import { sectionTwin, solutionTwin } from './twin.ts'

/** What is known of a page besides its own text. */
interface Known extends Pick<Solution, 'codes'> {
  /** The run of its blocks. */
  readonly proof: Verified | undefined
  readonly unaided: readonly UnaidedAnswers[] | undefined
}

/** A parsed solution as it is published. */
export function renderSolution(
  parsed: ParsedSolution,
  site: CompileSettings,
  { codes, proof, unaided }: Known,
): Solution {
  const { document, data, lang, id, category, slug } = parsed
  const labels = labelsFor(site, lang)
  const context = {
    site,
    labels,
    path: document.path,
    definitions: definitionsOf(document.tree),
    slugger: new GithubSlugger(),
  }
  // Taken by the sections and the layout: a heading of the same name gets a number.
  for (const id of [...sectionKinds, ...layoutIds]) context.slugger.slug(id)
  const textOf = (kind: SectionKind) =>
    plainText(parsed.sections.find((section) => section.kind === kind)?.children ?? [])
  const parts = parsed.sections.map(({ kind, children }) => ({
    nodes: children,
    context: { ...context, inSymptom: kind === 'symptom', headings: [] as Heading[] },
  }))
  const html = renderParts(parts)
  const written = parsed.sections.map(({ kind, heading, children, start, end }, index): Section => {
    return {
      kind,
      heading,
      html: html[index] ?? '',
      markdown: sectionTwin(document.text, start, end, children, context),
      headings: parts[index]?.context.headings ?? [],
    }
  })
  const { category: _, lang: __, evidence, ...fields } = data
  // Only a run of these very blocks shows that the error was reproduced.
  const notRun = evidence === 'reproduced' && proof === undefined
  const draft: Solution = {
    ...fields,
    ...(evidence === undefined || notRun ? {} : { evidence }),
    ...(proof === undefined ? {} : { verified: proof }),
    ...(notRun ? { notRun } : {}),
    ...(unaided === undefined ? {} : { unaided }),
    id,
    category,
    slug,
    lang,
    sections: written,
    symptomText: textOf('symptom'),
    fixText: textOf('fix'),
    codes,
    tokens: 0,
  }
  return site.checkOnly ? draft : withSavings(draft, site, labels)
}

/** Measures what the page costs to read and adds the section on what it saves, unless the author wrote one. */
function withSavings(draft: Solution, site: CompileSettings, labels: PageLabels): Solution {
  const tokens = countTokens(solutionTwin(draft, site, absolute(site, solutionPath(site, draft.id))))
  if (draft.sections.some((section) => section.kind === 'token-savings')) return { ...draft, tokens }
  // A fix that is no longer valid saves nothing.
  const attempts = isRetired(draft) ? undefined : draft.attempts
  const paragraphs = savings(tokens, attempts, site.tokens_per_attempt, labels)
  const section: Section = {
    kind: 'token-savings',
    heading: labels.sections['token-savings'],
    html: paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n'),
    markdown: paragraphs.join('\n\n'),
    headings: [],
  }
  const sections = [...draft.sections, section].sort(
    (a, b) => sectionKinds.indexOf(a.kind) - sectionKinds.indexOf(b.kind),
  )
  return { ...draft, sections, tokens: tokens + countTokens(section.markdown) }
}

function savings(
  tokens: number,
  attempts: number | undefined,
  perAttempt: number,
  { savings }: PageLabels,
): string[] {
  const page = Math.round(tokens / 10) * 10
  const trial = (attempts ?? 0) * perAttempt
  const saved = Math.round((trial - page) / 100) * 100
  if (attempts === undefined || saved <= 0) return [fill(savings.unknown, { page })]
  return [fill(savings.estimate, { page, attempts, perAttempt, trial, saved }), savings.basis]
}

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

/** The words of some blocks as one line: with code, without marks, white space collapsed. */
export function plainText(nodes: readonly Nodes[]): string {
  return collapse(nodes.map(wordsOf).join(' '))
}

function wordsOf(node: Nodes): string {
  if (node.type === 'definition') return ''
  if (node.type === 'break') return ' '
  if ('value' in node) return node.value
  if (!('children' in node)) return ''
  // Words of one paragraph are adjacent; blocks, items and cells need a space between them.
  const separator = inline.has(node.children[0]?.type ?? '') ? '' : ' '
  return node.children.map(wordsOf).join(separator)
}

const inline = new Set(
  'text inlineCode emphasis strong delete link linkReference break html image imageReference'.split(' '),
)

const require = createRequire(import.meta.url)

/** Tokens of a text in the encoding o200k_base. */
export function countTokens(text: string): number {
  // Required here because it takes 0.2 s to load, which a build that compiles no page need not wait for.
  const tokenizer: typeof import('gpt-tokenizer/encoding/o200k_base') = require('gpt-tokenizer/encoding/o200k_base')
  // The tokenizer is quadratic in the length of a word, so longer ones than any page needs are cut.
  const cut = text.replace(/[\p{L}\p{M}]{1000}|[^\p{L}\p{M}\p{N}]{1000}/gu, '$& ')
  // Marks such as `<|im_start|>` are ordinary text of a page.
  return tokenizer.countTokens(cut, { disallowedSpecial: new Set() })
}
