import GithubSlugger from 'github-slugger'
import type { CompileSettings, PageLabels } from '../model/compile-settings.ts'
import { definitionsOf, type ParsedSolution } from '../model/document.ts'
import { absolute, solutionPath } from '../model/site.ts'
import { type Heading, isRetired, type Section, type Solution } from '../model/solution.ts'
import { fill } from '../model/text.ts'
import type { Verified } from '../model/verification.ts'
import { type SectionKind, sectionKinds } from '../model/vocabulary.ts'
import { countTokens } from './count-tokens.ts'
import { layoutIds, renderParts } from './markdown.ts'
import { plainText } from './plain-text.ts'
import { escapeHtml } from './template.ts'
import { sectionTwin, solutionTwin } from './twin.ts'

/** What is found out about a solution elsewhere. */
interface Known extends Pick<Solution, 'codes'> {
  readonly proof: Verified | undefined
}

/** A parsed solution as it is published. */
export function renderSolution(
  parsed: ParsedSolution,
  site: CompileSettings,
  { codes, proof }: Known,
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
  // The sections' own anchors come first; a third-level heading of the same name gets a number.
  for (const id of [...sectionKinds, ...layoutIds]) context.slugger.slug(id)
  const textOf = (kind: SectionKind) =>
    plainText(parsed.sections.find((section) => section.kind === kind)?.children ?? [])
  const parts = parsed.sections.map(({ children }) => ({
    nodes: children,
    context: { ...context, headings: [] as Heading[] },
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
  // Without a run of these very blocks the word would be a claim like any other.
  const notRun = evidence === 'reproduced' && proof === undefined
  const draft: Solution = {
    ...fields,
    ...(evidence === undefined || notRun ? {} : { evidence }),
    ...(proof === undefined ? {} : { verified: proof }),
    ...(notRun ? { notRun } : {}),
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
  return withSavings(draft, site, labels)
}

/** Measures what the page costs to read and, where the author wrote none, adds the section that says what it saves. */
function withSavings(draft: Solution, site: CompileSettings, labels: PageLabels): Solution {
  const tokens = countTokens(solutionTwin(draft, site, absolute(site, solutionPath(site, draft.id))))
  if (draft.sections.some((section) => section.kind === 'token-savings')) return { ...draft, tokens }
  // Nobody saves anything by a fix that no longer holds.
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

export function labelsFor<L>(site: { readonly labels: Readonly<Record<string, L>> }, lang: string): L {
  const labels = site.labels[lang] ?? site.labels.en
  if (labels === undefined) throw new Error('English labels are always read')
  return labels
}
