import GithubSlugger from 'github-slugger'
import type { Nodes } from 'mdast'
import type { CompileSettings, PageLabels } from '../model/compile-settings.ts'
import { definitionsOf, type ParsedGuide, type ParsedSolution } from '../model/document.ts'
import { isQuotedAttack } from '../model/executed-page.ts'
import type { Guide } from '../model/guide.ts'
import { labelsFor } from '../model/labels.ts'
import { absolute, solutionPath } from '../model/site.ts'
import { type Heading, isRetired, type Section, type Solution } from '../model/solution.ts'
import { collapse, fill } from '../model/text.ts'
import type { UnaidedAnswers } from '../model/unaided-file.ts'
import type { Verified } from '../model/verification.ts'
import { type SectionKind, sectionKinds } from '../model/vocabulary.ts'
import { layoutIds, type RenderContext, renderMarkdown, renderParts } from './markdown.ts'
import { escapeHtml } from './template.ts'
import { sectionTwin, solutionTwin } from './twin.ts'

/** What is known about a page in addition to its text. */
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
  const written = parsed.sections.map(
    ({ kind, heading, children, start, end }, index): Section => ({
      kind,
      heading,
      html: html[index] ?? '',
      markdown: sectionTwin(document.text, start, end, children, context),
      headings: parts[index]?.context.headings ?? [],
    }),
  )
  const { category: _, lang: __, evidence, ...fields } = data
  // Only a run of these very blocks shows that the error was reproduced.
  const notRun = evidence === 'reproduced' && proof === undefined
  const draft: Solution = {
    ...fields,
    ...(notRun ? { notRun } : evidence && { evidence }),
    ...(proof && { verified: proof }),
    ...(unaided && { unaided }),
    id,
    category,
    slug,
    lang,
    sections: written,
    symptomText: textOf('symptom'),
    fixText: textOf('fix'),
    codes,
  }
  return withSavings(draft, site, labels)
}

/** Adds the section on what the page saves, measured by what it costs to read, unless the author wrote one. */
function withSavings(draft: Solution, site: CompileSettings, labels: PageLabels): Solution {
  if (draft.sections.some((section) => section.kind === 'token-savings')) return draft
  const tokens = estimateTokens(solutionTwin(draft, site, absolute(site, solutionPath(site, draft.id))))
  // A fix that is no longer valid saves nothing.
  const attempts = isRetired(draft) ? 0 : (draft.attempts ?? 0)
  const page = Math.round(tokens / 10) * 10
  const trial = attempts * site.tokens_per_attempt
  const saved = Math.round((trial - page) / 100) * 100
  const numbers = { page, attempts, perAttempt: site.tokens_per_attempt, trial, saved }
  const written = Object.fromEntries(
    Object.entries(numbers).map(([key, number]) => [key, number.toLocaleString(draft.lang)]),
  )
  const { unknown, estimate, basis } = labels.savings
  const paragraphs = saved > 0 ? [fill(estimate, written), basis] : [fill(unknown, written)]
  const section: Section = {
    kind: 'token-savings',
    heading: labels.sections['token-savings'],
    html: paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n'),
    markdown: paragraphs.join('\n\n'),
    headings: [],
  }
  const rank = ({ kind }: Section) => sectionKinds.indexOf(kind)
  const sections = [...draft.sections, section].sort((a, b) => rank(a) - rank(b))
  return { ...draft, sections }
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
function plainText(nodes: readonly Nodes[]): string {
  return collapse(nodes.map(wordsOf).join(' '))
}

function wordsOf(node: Nodes): string {
  if (node.type === 'definition' || isQuotedAttack(node)) return ''
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

/**
 * Tokens of a text, estimated: within 2 % of the encoding o200k_base for half of the pages, and for all of them together
 * (fitted to the catalog; a tokenizer would take a tenth of the time of a build, and 20 MB).
 */
export function estimateTokens(text: string): number {
  const pieces = text.matchAll(/([A-Za-z]+)|\d{1,3}|([^\p{ASCII}]+)|[!-/:-@[-`{-~]+/gu)
  let tokens = 0
  for (const [piece, word, foreign] of pieces) {
    if (word) tokens += 1.06 + 0.16 * Math.max(0, word.length - 6)
    else if (foreign) tokens += 0.81 * foreign.length
    else tokens += /^\d/.test(piece) ? 1.55 : 0.87
  }
  return Math.round(tokens)
}
