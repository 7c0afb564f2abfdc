import { codeSpan, fenced } from '../model/text.ts'
import { type PageReview, type Review, spellOut } from './review-data.ts'

/** GitHub's limit is 65,536 characters. */
const commentLength = 60_000

/** The first line, by which the workflow finds the comment again. */
export const commentMark = '<!-- fixdex review -->'

/**
 * A review as a comment on a pull request. All text from the pull request is in code blocks or code spans, where it
 * can't be a heading, a link, a mention or pass for our own words. `run` is the page of the workflow run that built the
 * site.
 */
export function reviewComment(review: Review, { run }: { readonly run?: string | undefined } = {}): string {
  const { commit, pages, morePages, problemsElsewhere } = review
  const problems = pages.reduce((sum, page) => sum + page.problems.length, 0)
  const elsewhere = problemsElsewhere > 0 ? `, ${problemsElsewhere} in other files` : ''
  const blocks = [
    commentMark,
    '### What this change publishes',
    `Commit ${commit.slice(0, 12)}. Pages: ${pages.length + morePages}. Problems: ${problems}${elsewhere}.`,
    run === undefined ? '' : `The built site is the artifact \`preview\` of [this run](${run}).`,
    listBlock('Approved by this change', '', review.approvals),
    listBlock('New to the catalog', 'No page named these before.', review.news, review.moreNews),
    ...pages.map(pageBlock),
  ].filter(Boolean)
  const tail = [
    morePages > 0 ? `${morePages} more pages change and are not shown here.` : '',
    listBlock(
      'Other changed files',
      'A maintainer has to read these files.',
      review.others,
      review.moreOthers,
    ),
  ].filter(Boolean)
  let room = commentLength - tail.join('\n\n').length
  const kept = blocks.filter(({ length }) => {
    const fits = length + 2 <= room
    if (fits) room -= length + 2
    return fits
  })
  const left = blocks.length - kept.length
  const note = left > 0 ? [`${left} pages are too long for a comment.`] : []
  return `${[...kept, ...note, ...tail].join('\n\n')}\n`
}

/** Lines below a heading; empty without lines. */
function listBlock(heading: string, note: string, lines: readonly string[], more = 0): string {
  if (lines.length === 0) return ''
  const all = more > 0 ? [...lines, `and ${more} more`] : lines
  return [`#### ${heading}`, note, block('text', all.join('\n'))].filter(Boolean).join('\n\n')
}

const words = { added: 'New', changed: 'Changed', removed: 'Removed', moved: 'Moved' } as const

function pageBlock(page: PageReview): string {
  const { path, change, from, address, shown, diff, cut, similar, problems } = page
  const what =
    shown === 'page' ? 'What readers will see' : 'The source file, because there is no page to compare'
  const summary = `${what}${cut ? ', first part' : ''}; hidden characters are shown by name`
  const lines = problems.map(({ severity, code, line, column, message, hint }) =>
    [`${line}:${column} ${severity} ${code}`, message, ...(hint === undefined ? [] : [hint])].join('\n  '),
  )
  return [
    `#### ${words[change]}: ${span(path)}${from === undefined ? '' : ` from ${span(from)}`}`,
    address === undefined ? '' : `Address: ${span(address)}`,
    lines.length === 0 ? '' : block('text', lines.join('\n')),
    similar.length === 0 ? '' : `Nearest pages:\n\n${block('text', similar.join('\n'))}`,
    diff === '' ? '' : `<details open><summary>${summary}</summary>\n\n${block('diff', diff)}\n\n</details>`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const block = (language: string, text: string): string => fenced(spellOut(text), language)

const span = (text: string): string => codeSpan(spellOut(text))
