import { codeSpan, fenced } from '../model/text.ts'
import { type PageReview, type Review, spellOut } from './review-data.ts'

/** GitHub's limit is 65,536 characters. */
const commentLength = 60_000

/** The first line, by which the workflow finds the comment again. */
export const commentMark = '<!-- fixdex review -->'

export interface CommentOptions {
  /** Page of the workflow run that built the site. */
  readonly run?: string | undefined
}

/**
 * A review as a comment on a pull request. All text from the pull request is in code blocks or code spans, where it
 * can't be a heading, a link, a mention or pass for our own words.
 */
export function reviewComment(review: Review, { run }: CommentOptions = {}): string {
  const blocks = [
    commentMark,
    '### What this change publishes',
    `Commit ${review.commit.slice(0, 12)}. ${summaryOf(review)}`,
    ...(run === undefined ? [] : [`The built site is the artifact \`preview\` of [this run](${run}).`]),
    ...newsBlocks(review),
    ...review.pages.map(pageBlock),
  ]
  const tail = [
    ...(review.morePages > 0 ? [`${review.morePages} more pages change and are not shown here.`] : []),
    ...(review.others.length > 0 ? [othersBlock(review)] : []),
  ]
  const kept = fitting(blocks, commentLength - tail.join('\n\n').length)
  if (kept.length < blocks.length)
    kept.push(`${blocks.length - kept.length} pages are too long for a comment.`)
  return `${[...kept, ...tail].join('\n\n')}\n`
}

/** What needs a decision before anything is read: approvals, and names that are new to the catalog. */
function newsBlocks({ approvals, news, moreNews }: Review): string[] {
  const more = moreNews > 0 ? [`and ${moreNews} more`] : []
  return [
    ...(approvals.length > 0
      ? [`#### Approved by this change\n\n${block('text', approvals.join('\n'))}`]
      : []),
    ...(news.length > 0
      ? [
          `#### New to the catalog\n\nNo page named these before.\n\n${block('text', [...news, ...more].join('\n'))}`,
        ]
      : []),
  ]
}

/** The blocks that fit; longer ones are left out. */
function fitting(blocks: readonly string[], room: number): string[] {
  let left = room
  return blocks.filter((block) => {
    const fits = block.length + 2 <= left
    if (fits) left -= block.length + 2
    return fits
  })
}

function summaryOf({ pages, morePages, problemsElsewhere }: Review): string {
  const problems = pages.reduce((sum, page) => sum + page.problems.length, 0)
  const elsewhere = problemsElsewhere > 0 ? `, ${problemsElsewhere} in other files` : ''
  return `Pages: ${pages.length + morePages}. Problems: ${problems}${elsewhere}.`
}

const words = { added: 'New', changed: 'Changed', removed: 'Removed', moved: 'Moved' } as const

function pageBlock(page: PageReview): string {
  const { path, change, from, address, shown, diff, cut, similar, problems } = page
  const parts = [`#### ${words[change]}: ${span(path)}${from === undefined ? '' : ` from ${span(from)}`}`]
  if (address !== undefined) parts.push(`Address: ${span(address)}`)
  if (problems.length > 0) {
    const lines = problems.map(
      ({ severity, code, line, column, message, hint }) =>
        `${line}:${column} ${severity} ${code}\n  ${message}${hint === undefined ? '' : `\n  ${hint}`}`,
    )
    parts.push(block('text', lines.join('\n')))
  }
  if (similar.length > 0) parts.push(`Nearest pages:\n\n${block('text', similar.join('\n'))}`)
  if (diff !== '') {
    const what =
      shown === 'page' ? 'What readers will see' : 'The source file, because there is no page to compare'
    parts.push(
      `<details open><summary>${what}${cut ? ', first part' : ''}; hidden characters are shown by name</summary>\n\n${block('diff', diff)}\n\n</details>`,
    )
  }
  return parts.join('\n\n')
}

const othersBlock = ({ others, moreOthers }: Review): string =>
  `#### Other changed files\n\nA maintainer has to read these files.\n\n${block('text', [...others, ...(moreOthers > 0 ? [`and ${moreOthers} more`] : [])].join('\n'))}`

const block = (language: string, text: string): string => fenced(spellOut(text), language)

const span = (text: string): string => codeSpan(spellOut(text))
