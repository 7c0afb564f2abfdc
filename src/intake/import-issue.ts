import { join } from 'node:path'
import { pathProblem } from '../content/read-sources.ts'
import { Fault } from '../model/fault.ts'
import type { Problem } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { cut, didYouMean } from '../model/text.ts'
import { type Category, categories } from '../model/vocabulary.ts'
import { fixText } from '../pipeline/fix-file.ts'
import { draftExists, draftPath, draftText, existing } from './draft.ts'
import { draftOfIssue, type Issue, readIssue } from './issue-draft.ts'
import { approval, readForm, type SolutionAnswers, solutionQuestions } from './issue-form.ts'
import { judgeDraft, type NearPage, nearPages, readKnownPages } from './known-pages.ts'
import { type RemovedSecret, withoutSecrets } from './without-secrets.ts'

/** GitHub takes 65,536 characters for a body; its JSON has escapes and a few more fields. */
const mostCharacters = 400_000

/** A draft that was made of an issue and not yet written, with all that is to be said about it. */
export interface ImportedIssue {
  /** Relative to the content folder. */
  readonly path: string
  readonly draft: string
  readonly removed: readonly RemovedSecret[]
  readonly notes: readonly string[]
  readonly near: readonly NearPage[]
  readonly problems: readonly Problem[]
}

/** What the author can be asked when an answer says nothing of it. */
export interface ImportOptions {
  readonly category?: Category
  readonly slug?: string
}

/** An issue's text as a draft. Throws a fault when it is no answer to the form or has no place to go. */
export function importIssue(
  text: string,
  content: string,
  site: Site,
  options: ImportOptions = {},
): ImportedIssue {
  if (text.length > mostCharacters) throw new Fault('The issue is longer than any issue can be')
  const { issue, removed } = cleanIssue(text)
  const { answers, asked, quoted } = readForm(issue.body, solutionQuestions)
  if (!asked.includes('error') || !asked.includes('fix')) throw notOurForm()
  const proposed = draftOfIssue(answers, issue, Object.keys(site.labels))
  const { category = proposed.category, slug = proposed.slug } = options
  if (category === undefined) {
    const named = cut(answers.category ?? '', 40)
    throw new Fault(
      `The issue names none of the sixteen categories${named === '' ? '' : `: \`${named}\`${didYouMean(named, categories)}`}`,
      `Name one with --category: ${categories.join(', ')}.`,
    )
  }
  if (slug === '') throw new Fault('No name for the page can be made of its title', 'Name it with --slug.')
  const path = draftPath({ category, slug })
  const [, misnamed, hint] = pathProblem(path) ?? []
  if (misnamed !== undefined) throw new Fault(misnamed, hint)
  if (draftExists(content, path)) throw existing(join(content, path))

  const labels = site.labels[proposed.data.lang] ?? site.labels.en
  if (labels === undefined) throw new Error('English labels are always read')
  const draft = fixText({ path, text: draftText({ ...proposed, category, slug }, labels) })
  const known = readKnownPages(content, site.labels)
  return {
    path,
    draft,
    removed,
    notes: notesOn(answers, quoted),
    near: nearPages({ title: proposed.data.title, message: answers.error ?? '' }, known),
    problems: judgeDraft({ path, text: draft }, site, known),
  }
}

function cleanIssue(text: string): { issue: Issue; removed: RemovedSecret[] } {
  const issue = readIssue(text)
  const body = withoutSecrets(issue.body)
  const title = withoutSecrets(issue.title ?? '')
  return {
    issue: { ...issue, body: body.text, title: title.text },
    removed: [...body.removed, ...title.removed],
  }
}

const labelOf = (id: (typeof solutionQuestions)[number]['id']): string =>
  solutionQuestions.find((question) => question.id === id)?.label ?? id

const notOurForm = (): Fault =>
  new Fault(
    `This is no answer to the form “Propose a solution”: it has no headings \`### ${labelOf('error')}\` and \`### ${labelOf('fix')}\``,
    'Only issues that were made with that form can be imported; write other pages with `fixdex new`.',
  )

/** What a person has to look at, besides the gate's problems. */
function notesOn(answers: SolutionAnswers, quoted: readonly string[]): string[] {
  const ticked = /^- \[[xX]\] /m.test(answers.human ?? '')
  return [
    ...(ticked ? [] : [`the box “${approval}” is not ticked: ask the author before anything is published`]),
    ...[...new Set(quoted)].map(
      (label) =>
        `a heading “${label}” stands inside an answer and was taken as its text: look where the parts begin`,
    ),
    ...(answers.source !== undefined && !answers.source.includes('https://')
      ? [`the answer to “${labelOf('source')}” holds no https address`]
      : []),
  ]
}
