import { gitIn } from '../content/git.ts'
import { executedPage, parseSolution } from '../content/parse-page.ts'
import { readVerified } from '../content/read-config.ts'
import type { ParsedSolution } from '../model/document.ts'
import type { ExecutedPage } from '../model/executed-page.ts'
import { Fault } from '../model/fault.ts'
import { isListed } from '../model/solution.ts'
import { didYouMean } from '../model/text.ts'
import { type Verifications, verifiedFile } from '../model/verification.ts'
import { readContent } from '../pipeline/load.ts'
import { isRecorded } from './record.ts'

/** Which pages to verify; exactly one of these is given. */
export interface Choice {
  readonly ids: readonly string[]
  readonly all?: boolean | undefined
  readonly changed?: boolean | undefined
  readonly since?: string | undefined
  readonly sample?: number | undefined
}

export function choosePages(
  pages: readonly ExecutedPage[],
  { ids, all, changed, since, sample }: Choice,
  content: string,
): readonly ExecutedPage[] {
  const ways = [ids.length > 0, all, changed, since !== undefined, sample !== undefined].filter(Boolean)
  if (ways.length !== 1) {
    throw new Fault(
      ways.length === 0 ? 'Nothing to verify' : 'Two ways to choose pages at once',
      'Name pages as <category>/<slug>, or say --all, --changed, --since REF or --sample N.',
    )
  }
  if (sample !== undefined) return spread(pages, sample)
  if (since !== undefined) return changedSince(pages, since, content)
  if (changed) {
    const verified = readVerified(content)
    return pages.filter((page) => !isRecorded(page, verified))
  }
  return all ? pages : ids.map((id) => named(pages, id, ' with blocks that run'))
}

/** The page that a user names; `which` says in an error which pages there are. */
export function named<T extends { readonly id: string }>(pages: readonly T[], text: string, which = ''): T {
  // Shells complete file paths, so accept those too.
  const id = text.replace(/^.*solutions\//, '').replace(/\.md$/, '')
  const page = pages.find((candidate) => candidate.id === id)
  if (page !== undefined) return page
  const known = pages.map((candidate) => candidate.id)
  throw new Fault(`No page ${id}${which}${didYouMean(id, known)}`)
}

/** A stable sample across all categories. */
const spread = (pages: readonly ExecutedPage[], count: number): ExecutedPage[] =>
  pages.filter(
    (_, at) => Math.floor((at * count) / pages.length) !== Math.floor(((at - 1) * count) / pages.length),
  )

/**
 * Pages whose file or record differs from a commit. A changed record is run again too, because it may have been edited
 * by hand.
 */
function changedSince(pages: readonly ExecutedPage[], ref: string, content: string): ExecutedPage[] {
  const git = gitIn(content)
  let listed: string
  try {
    listed =
      git('diff', '--name-only', '--relative', '-z', ref, '--', '.') +
      git('ls-files', '--others', '--exclude-standard', '-z', '--', '.')
  } catch {
    throw new Fault(`No commit \`${ref}\` here`, 'A shallow clone needs `git fetch --unshallow`.')
  }
  const paths = new Set(listed.split('\0'))
  const before = recordAt(() => git('show', `${ref}:./${verifiedFile}`))
  const after = readVerified(content)
  return pages.filter(
    ({ id, path }) => paths.has(path) || JSON.stringify(before[id]) !== JSON.stringify(after[id]),
  )
}

/** Empty if there was none, or one that is not JSON. */
function recordAt(read: () => string): Verifications {
  try {
    return JSON.parse(read())
  } catch {
    return {}
  }
}

/** Every page with blocks to run. Pages that do not parse are skipped; `check` reports them. */
export const executedPages = (content: string): ExecutedPage[] =>
  solutionsIn(content, /^[ \t]*(?:```|~~~).*\brun=/m).flatMap((parsed) => executedPage(parsed) ?? [])

/** Every page in force whose text matches. */
export function solutionsIn(content: string, pattern: RegExp): ParsedSolution[] {
  const { site, sources } = readContent(content)
  return sources.flatMap((source) => {
    if (!source.path.startsWith('solutions/') || !pattern.test(source.text)) return []
    const parsed = parseSolution(source, site.labels, () => {})
    return parsed !== undefined && isListed(parsed.data) ? parsed : []
  })
}
