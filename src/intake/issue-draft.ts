import { foreignLanguage } from '../checks/quality-language.ts'
import { httpsUrl } from '../model/fields.ts'
import { collapse, cut } from '../model/text.ts'
import { type Category, isCategory } from '../model/vocabulary.ts'
import type { Draft } from './draft.ts'
import { messageLines, tells } from './message-lines.ts'
import { cutPaste } from './paste.ts'
import type { Issue } from './read-issue.ts'
import { sectionBody } from './section-body.ts'
import { slugOf } from './slug.ts'
import type { SolutionAnswers } from './solution-form.ts'

const titleLength = 120

/** What an issue gives for a draft. A category that nobody chose and a slug that can't be derived are missing. */
export interface IssueDraft extends Omit<Draft, 'category' | 'slug'> {
  readonly category: Category | undefined
  readonly slug: string
}

/** The draft of a proposed solution; `languages` are those that the catalog has words for. */
export function draftOfIssue(
  answers: SolutionAnswers,
  issue: Issue,
  languages: readonly string[],
): IssueDraft {
  const { error = '', cause, fix, versions, source } = answers
  const errors = messageLines(error)
  const ofIssue = (issue.title ?? '').replace(/^\s*\[solution\]\s*/i, '')
  const title = titleOf(answers.title ?? (ofIssue || (errors[0] ?? '')))
  const printed = cutPaste(error, tells)
  const links = linksIn(source)
  // Where nothing better carries the page, the issue is the one report of it.
  const carrier = links[0] ?? issue.url
  const foreign = foreignLanguage([cause, fix].join('\n'), 'en') ?? 'en'
  return {
    category: categoryOf(answers.category, issue.labels),
    slug: slugOf(title, ...errors),
    data: {
      title,
      lang: languages.includes(foreign) ? foreign : 'en',
      evidence: 'reported',
      products: productsOf(versions),
      ...(errors.length > 0 ? { errors } : {}),
      ...(carrier === undefined ? {} : { source: carrier }),
      ...(links.length > 1 ? { references: links.slice(1, 11) } : {}),
    },
    full: false,
    ...(printed.includes('\n') || errors.length === 0 ? { printed } : {}),
    ...(cause === undefined ? {} : { cause: sectionBody(cause) }),
    ...(fix === undefined ? {} : { fix: sectionBody(fix) }),
    ...(versions === undefined ? {} : { environment: sectionBody(versions) }),
  }
}

/** One line without the marks that people put around a message. */
function titleOf(text: string): string {
  const title = collapse(text).replace(/^(`{1,3}|\*\*|")(.*)\1$/, '$2')
  if ([...title].length <= titleLength) return title
  const head = cut(title, titleLength - 2)
  return `${head.slice(0, head.lastIndexOf(' ') > 60 ? head.lastIndexOf(' ') : undefined)} …`
}

const linksIn = (text = ''): string[] =>
  [...text.matchAll(/https:\/\/[^\s<>()[\]"'`]+/g)]
    .map(([link]) => link.replace(/(?<![.,;:!?])[.,;:!?]+$/, ''))
    .filter((link) => httpsUrl.safeParse(link).success)

/** The answer, else a label such as `category:auth`. */
function categoryOf(answer: string | undefined, labels: readonly string[]): Category | undefined {
  const named = labels.map((label) => /^category[:/]\s*(\S+)$/i.exec(label)?.[1] ?? '')
  return [answer?.trim() ?? '', ...named].find(isCategory)
}

/** `openclaw 2026.3.1, node 20.11` names two products; of a version that has the error no range follows. */
function productsOf(versions = ''): string[] {
  return versions.split(/[,;\n]|\band\b/).flatMap((part) => {
    const name = /^((?:@[a-z0-9-]+\/)?[A-Za-z][\w.+-]*(?: [A-Za-z][\w.+-]*){0,3})\s+v?\d\S*$/.exec(
      part.trim(),
    )?.[1]
    return name === undefined ? [] : [name]
  })
}
