import type { PageReview, Review } from './review-data.ts'
import { spellOut } from './spell-out.ts'

/** GitHub takes 65,536 characters. */
const commentLength = 60_000

/** The first line, by which the comment is found again. */
export const commentMark = '<!-- fixdex review -->'

export interface CommentOptions {
  /** Page of the run that built the site, where there is one. */
  readonly run?: string | undefined
}

/**
 * A review as a comment on a pull request. Whatever comes from the change stands in a code block or a code span, where
 * it can't be a heading, a link, a mention or a word of ours.
 */
export function reviewComment(review: Review, { run }: CommentOptions = {}): string {
  const blocks = [
    commentMark,
    '### What this change publishes',
    `Commit ${review.commit.slice(0, 12)}. ${summaryOf(review)}`,
    'Made by the run of the change itself: where more than pages changes, a look of your own decides.',
    ...(run === undefined ? [] : [`The built site is the artefact \`preview\` of [this run](${run}).`]),
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

/** The blocks that have room, longer ones left out. */
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
  const parts = [
    `#### ${words[change]}: ${codeSpan(path)}${from === undefined ? '' : ` from ${codeSpan(from)}`}`,
  ]
  if (address !== undefined) parts.push(`Address: ${codeSpan(address)}`)
  if (problems.length > 0) {
    const lines = problems.map(
      ({ severity, code, line, column, message, hint }) =>
        `${line}:${column} ${severity} ${code}\n  ${message}${hint === undefined ? '' : `\n  ${hint}`}`,
    )
    parts.push(fenced('text', lines.join('\n')))
  }
  if (similar.length > 0) parts.push(`Nearest pages:\n\n${fenced('text', similar.join('\n'))}`)
  if (diff !== '') {
    const what =
      shown === 'page'
        ? 'What readers will see'
        : 'The file as it is written, because it has no page to compare'
    parts.push(
      `<details open><summary>${what}${cut ? ', first part' : ''}; hidden characters are spelled out</summary>\n\n${fenced('diff', diff)}\n\n</details>`,
    )
  }
  return parts.join('\n\n')
}

const othersBlock = ({ others, moreOthers }: Review): string =>
  `#### Also changed, outside of the pages\n\nThese files need a maintainer's own look.\n\n${fenced('text', [...others, ...(moreOthers > 0 ? [`and ${moreOthers} more`] : [])].join('\n'))}`

/** A code block that its text can't end. */
function fenced(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${spellOut(text)}\n${fence}`
}

function codeSpan(text: string): string {
  const mark = '`'.repeat(longestRun(text) + 1)
  const pad = /^`|`$/.test(text) ? ' ' : ''
  return `${mark}${pad}${spellOut(text)}${pad}${mark}`
}

const longestRun = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
