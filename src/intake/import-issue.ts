import { Fault } from '../model/fault.ts'
import { cut, didYouMean } from '../model/text.ts'
import { type Category, categories } from '../model/vocabulary.ts'
import { fixText } from '../pipeline/fix-file.ts'
import type { Content } from '../pipeline/load.ts'
import { draftText, newPath } from './draft.ts'
import { draftOfIssue, readIssue } from './issue-draft.ts'
import { approval, readForm, type SolutionAnswers, solutionQuestions } from './issue-form.ts'
import { judgeDraft, knownPages, nearPages } from './known-pages.ts'
import { withoutSecrets } from './pasted-text.ts'

/** GitHub takes 65,536 characters for a body; its JSON has escapes and a few more fields. */
const mostCharacters = 400_000

/** Values for what the issue does not say. */
export interface ImportOptions {
  readonly category?: Category | undefined
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
  const { answers, asked } = readForm(clean.body, solutionQuestions)
  if (!asked.includes('error') || !asked.includes('fix')) throw notOurForm()
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
    notes: notesOn(answers),
    near: nearPages({ title: proposed.data.title, message: answers.error ?? '' }, known),
    problems: judgeDraft({ path, text: draft }, site, known),
  }
}

const labelOf = (id: (typeof solutionQuestions)[number]['id']): string =>
  solutionQuestions.find((question) => question.id === id)?.label ?? id

const notOurForm = (): Fault =>
  new Fault(
    `This issue does not use the form “Propose a solution”: it lacks the headings \`### ${labelOf('error')}\` and \`### ${labelOf('fix')}\``,
    'Only issues from that form can be imported; write other pages with `fixdex new`.',
  )

/** What a person has to check in addition to the reported problems. */
function notesOn(answers: SolutionAnswers): string[] {
  const ticked = /^- \[[xX]\] /m.test(answers.human ?? '')
  return [
    ...(ticked ? [] : [`the box “${approval}” is not ticked: ask the author before anything is published`]),
    ...(answers.source !== undefined && !answers.source.includes('https://')
      ? [`the answer to “${labelOf('source')}” has no https address`]
      : []),
  ]
}
