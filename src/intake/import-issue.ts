import * as z from 'zod'
import { languageOf } from '../checks/wording.ts'
import { fencesOf, guardMarkdown } from '../content/guards.ts'
import { parseMarkdown } from '../content/parse-markdown.ts'
import { Fault } from '../model/fault.ts'
import { httpsUrl } from '../model/fields.ts'
import { collapse, cut, didYouMean, parseJson } from '../model/text.ts'
import { categories, isCategory } from '../model/vocabulary.ts'
import { fixText } from '../pipeline/fix-file.ts'
import type { Content } from '../pipeline/load.ts'
import { type Draft, draftText, newPath } from './draft.ts'
import { readForm, type SolutionAnswers } from './issue-form.ts'
import { judgeDraft, knownPages, nearPages } from './known-pages.ts'
import { cutPaste, messageLines } from './messages.ts'
import { slugOf, withoutSecrets } from './pasted-text.ts'

/** GitHub takes 65,536 characters for a body; its JSON has escapes and a few more fields. */
const mostCharacters = 400_000

/** Values for what the issue does not say. */
export interface ImportOptions {
  readonly category?: Draft['category'] | undefined
  readonly slug?: string | undefined
}

/**
 * Turns an issue into a draft that is not yet written, with all that is reported about it; its path is relative to the
 * content folder. Throws a fault if it does not answer the form, or has no valid category and name.
 */
export function importIssue(
  text: string,
  content: string,
  { site, sources }: Content,
  options: ImportOptions = {},
) {
  if (text.length > mostCharacters) throw new Fault('The issue is longer than GitHub allows')
  const read = readIssue(text)
  const { clean, removed } = withoutSecrets({ body: read.body, title: read.title })
  const answers = readForm(clean.body)
  if (answers.error === undefined || answers.fix === undefined)
    throw new Fault(
      'Missing answer to `### Error message` or `### Exact fix steps`, which the form “Propose a solution” requires',
      'Only issues from that form can be imported; write other pages with `fixdex new`.',
    )
  const proposed = draftOfIssue(answers, { ...read, ...clean }, Object.keys(site.labels))
  const { category = proposed.category, slug = proposed.slug } = options
  if (category === undefined) {
    const named = cut(answers.category ?? '', 40)
    throw new Fault(
      `The issue names no category${named === '' ? '' : `: \`${named}\`${didYouMean(named, categories)}`}`,
      `Name one with --category: ${categories.join(', ')}.`,
    )
  }
  const path = newPath(content, { category, slug })
  const draft = fixText({ path, text: draftText({ ...proposed, category, slug }, site) })
  const known = knownPages(sources, site.labels)
  return {
    path,
    draft,
    removed,
    isApproved: /^- \[[xX]\] /m.test(answers.human ?? ''),
    near: nearPages({ title: proposed.data.title, message: answers.error ?? '' }, known),
    problems: judgeDraft({ path, text: draft }, site, known),
  }
}

/** What `gh issue view --json body,title,url` prints. Its author is not read: names do not belong on a page. */
const issueSchema = z.object({
  body: z.string(),
  title: z.string().optional(),
  url: httpsUrl.optional().catch(undefined),
})

type Issue = z.output<typeof issueSchema>

/** Reads an issue from its body or its JSON. */
function readIssue(text: string): Issue {
  const isJson = /^[\s\ufeff]*\{/.test(text)
  const { data } = issueSchema.safeParse(isJson ? parseJson(text.replace(/^\ufeff/, '')) : { body: text })
  if (data !== undefined) return data
  throw new Fault(
    'This JSON is not an issue: it has no text `body`',
    'Print one with `gh issue view NUMBER --json body,title,url`.',
  )
}

/** The draft of a proposed solution, perhaps without a name; `languages` are those that the catalog has labels for. */
function draftOfIssue(answers: SolutionAnswers, issue: Issue, languages: readonly string[]) {
  const { error = '', cause, fix, versions, source } = answers
  const errors = messageLines(error)
  const ofIssue = (issue.title ?? '').replace(/^\s*\[solution\]\s*/i, '')
  const title = cut(collapse(answers.title ?? (ofIssue || (errors[0] ?? ''))), 120)
  const printed = cutPaste(error)
  const links = linksIn(source)
  const foreign = languageOf([cause, fix].join('\n'))
  return {
    category: [answers.category?.trim() ?? ''].find(isCategory),
    slug: slugOf(title, ...errors),
    data: {
      title,
      lang: languages.includes(foreign) ? foreign : 'en',
      evidence: 'reported' as const,
      products: productsOf(versions),
      errors,
      // Without a better source, the issue itself is the report.
      source: links[0] ?? issue.url,
      references: links.slice(1, 11),
    },
    full: false,
    printed: printed.includes('\n') || errors.length === 0 ? printed : undefined,
    cause: cause && sectionBody(cause),
    fix: fix && sectionBody(fix),
    environment: versions && sectionBody(versions),
  }
}

const linksIn = (text = ''): string[] =>
  [...text.matchAll(/https:\/\/[^\s<>()[\]"'`]+/g)]
    .map(([link]) => link.replace(/(?<![.,;:!?])[.,;:!?]+$/, ''))
    .filter((link) => httpsUrl.safeParse(link).success)

/** `openclaw 2026.3.1, node 20.11` names two products; a version with the error gives no range. */
const productsOf = (versions = ''): string[] =>
  versions.split(/[,;\n]|\band\b/).flatMap((part) => nameAndVersion.exec(part.trim())?.[1] ?? [])

const nameAndVersion = /^((?:@[a-z0-9-]+\/)?[A-Za-z][\w.+-]*(?: [A-Za-z][\w.+-]*){0,3})\s+v?\d\S*$/

/**
 * An answer as the body of a section. It stays the author's Markdown; only what would break out of the section is
 * fixed: a fence that is never closed, and headings of the first and second level, which divide a page.
 */
function sectionBody(answer: string): string {
  const open = fencesOf(answer.split('\n')).find(({ end }) => end === undefined)
  const text = open === undefined ? answer : `${answer}\n${open.mark}`
  // Too complex for the parser: the checks report it.
  if (!guardMarkdown(text, 1, () => {})) return text
  return parseMarkdown(text, 0).children.reduceRight((rest, node) => {
    if (node.type !== 'heading' || node.depth > 2) return rest
    const start = node.position?.start.offset ?? 0
    const end = node.position?.end.offset ?? 0
    return rest.slice(0, start) + lowered(rest.slice(start, end)) + rest.slice(end)
  }, text)
}

/** The heading at the third level, without an underline. */
function lowered(heading: string): string {
  if (heading.startsWith('#')) return heading.replace(/^#{1,2}(?!#)/, '###')
  const words = heading.split('\n').slice(0, -1)
  return `### ${words.map((line) => line.trim()).join(' ')}`
}
