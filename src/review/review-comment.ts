import { codeSpan, fenced, printable } from '../model/text.ts'
import { type PageReview, type Review, spellOut } from './review.ts'

/** GitHub's limit is 65,536 characters. */
const commentLength = 60_000

/** The first line, by which the workflow finds the comment again. */
const commentMark = '<!-- fixdex review -->'

/**
 * A review as a comment on a pull request. All text from the pull request is in code blocks or code spans, where it
 * can't be a heading, a link, a mention or pass for our own words. `run` is the page of the workflow run that built the
 * site.
 */
export function reviewComment(review: Review, { run }: { readonly run?: string | undefined } = {}): string {
  const { commit, pages, problemsElsewhere } = review
  const problems = pages.reduce((sum, page) => sum + page.problems.length, 0)
  const elsewhere = problemsElsewhere > 0 ? `, ${problemsElsewhere} in other files` : ''
  const news = review.news.map(({ kind, name, path }) => `${kind}: ${name} (${path})`)
  const head = [
    commentMark,
    '### What this change publishes',
    `Commit ${commit.slice(0, 12)}. Pages: ${pages.length}. Problems: ${problems}${elsewhere}.`,
    run === undefined ? '' : `The built site is the artifact \`preview\` of [this run](${run}).`,
    listBlock('Approved by this change', '', review.approvals),
    listBlock('New to the catalog', 'No page named these before.', news),
  ]
  const tail = listBlock('Other changed files', 'A maintainer has to read these files.', review.others)
  let room = commentLength - [...head, tail].join('\n\n').length
  const kept = pages.map(pageBlock).filter((text) => {
    const fits = text.length + 2 <= room
    if (fits) room -= text.length + 2
    return fits
  })
  const left = pages.length - kept.length
  const note = left > 0 ? `${left} more pages change. This comment has no room for them.` : ''
  return `${[...head, ...kept, note, tail].filter(Boolean).join('\n\n')}\n`
}

/** Most lines of a list, and the length of each. */
const mostLines = 40
const lineLength = 400

/** Lines below a heading; empty without lines. */
function listBlock(heading: string, note: string, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  const more = lines.length > mostLines ? [`and ${lines.length - mostLines} more`] : []
  const shown = [...lines.slice(0, mostLines).map(oneLine), ...more]
  return [`#### ${heading}`, note, block('text', shown.join('\n'))].filter(Boolean).join('\n\n')
}

const mostProblems = 20
const mostSimilar = 3
const diffLength = 8000

const words = { added: 'New', changed: 'Changed', removed: 'Removed', moved: 'Moved' } as const

function pageBlock(page: PageReview): string {
  const { path, change, from, address, shown, diff: whole, problems } = page
  const diff = whole.length > diffLength ? whole.slice(0, whole.lastIndexOf('\n', diffLength)) : whole
  const similar = page.similar.slice(0, mostSimilar).map(oneLine)
  const what =
    shown === 'page' ? 'What readers will see' : 'The source file, because there is no page to compare'
  const summary = `${what}${diff === whole ? '' : ', first part'}; hidden characters are shown by name`
  const lines = problems
    .slice(0, mostProblems)
    .map(({ severity, code, line, column, message, hint = '' }) =>
      [`${line}:${column} ${severity} ${code}`, ...[message, hint].filter(Boolean).map(oneLine)].join('\n  '),
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

const span = (text: string): string => codeSpan(spellOut(oneLine(text)))

const oneLine = (text: string): string => printable(text.replace(/\s+/g, ' ')).slice(0, lineLength)
