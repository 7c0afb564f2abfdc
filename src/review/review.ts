import { hiddenCharacters } from '../checks/hidden-characters.ts'
import type { Page } from '../model/catalog.ts'
import { labelsFor } from '../model/labels.ts'
import type { Problem } from '../model/problem.ts'
import { absolute, guidePath, type Site, solutionPath } from '../model/site.ts'
import { compileFile } from '../pipeline/compile-file.ts'
import type { Loaded } from '../pipeline/load.ts'
import { guideTwin, noticesFor, solutionTwin } from '../render/twin.ts'
import { type ChangedFile, type ChangedFiles, changedFiles, textDiff } from './changed-files.ts'
import { approvalsIn, type News, newsIn } from './news.ts'

/** What a pull request does to the catalog. Its texts come from strangers. */
export interface Review {
  readonly commit: string
  /** Words added to the lists in `approved/`. */
  readonly approvals: readonly string[]
  /** What no page named before. */
  readonly news: readonly News[]
  readonly pages: readonly PageReview[]
  /** Number of problems in files that did not change. */
  readonly problemsElsewhere: number
  /** Changed files outside of the content. */
  readonly others: readonly string[]
}

export interface PageReview extends ChangedFile {
  /** Where the page is published. */
  readonly address?: string
  /** What the diff compares: a file with errors has no page. */
  readonly shown: 'page' | 'source'
  /** Unified; hidden characters by name. */
  readonly diff: string
  /** Similar pages, one line each. */
  readonly similar: readonly string[]
  readonly problems: readonly Problem[]
}

/**
 * What changed in the content since the branch left `base`: the diff and the problems of each page. `similarTo` gives the
 * pages of the catalog that are similar to the page of a file, one line each.
 */
export function review(
  content: string,
  base: string,
  loaded: Loaded,
  similarTo: (path: string) => readonly string[],
): Review {
  const changed = changedFiles(content, base)
  const { site, problems } = loaded
  const touched = new Set(changed.content.map(({ path }) => path))
  const pages = changed.content.map((file): PageReview => {
    const after = loaded.pages.find(({ path }) => path === file.path)
    return {
      ...file,
      ...(after && { address: addressOf(after, site) }),
      ...difference(file, after, changed, loaded),
      similar: similarTo(file.path),
      problems: problems.filter(({ path }) => path === file.path),
    }
  })
  return {
    commit: changed.commit,
    approvals: approvalsIn(content, changed),
    news: newsIn(changed, loaded.sources, site),
    pages,
    problemsElsewhere: problems.filter(({ path }) => !touched.has(path)).length,
    others: changed.others,
  }
}

/** Compares the pages, or the files if one of them has no page: text that cannot be rendered must not hide. */
function difference(
  file: ChangedFile,
  after: Page | undefined,
  { before }: ChangedFiles,
  { site, sources }: Loaded,
): Pick<PageReview, 'shown' | 'diff'> {
  const path = file.from ?? file.path
  const source = file.change === 'added' ? undefined : { path, text: before(path) }
  const earlier = source && compileFile(source, site).page
  const asPages =
    (file.change === 'added' || earlier !== undefined) && (file.change === 'removed' || after !== undefined)
  const [old, fresh] = asPages
    ? [earlier && textOf(earlier, site), after && textOf(after, site)]
    : [source?.text, sources.find((each) => each.path === file.path)?.text]
  return { shown: asPages ? 'page' : 'source', diff: textDiff(spellOut(old ?? ''), spellOut(fresh ?? '')) }
}

/** The Markdown twin, which says all that the page says. */
function textOf(page: Page, site: Site): string {
  const url = addressOf(page, site)
  if (page.kind === 'guide') return guideTwin(page.guide, site, url)
  const { solution } = page
  const notices = noticesFor(solution, undefined, labelsFor(site, solution.lang), site)
  return solutionTwin(solution, site, url, notices)
}

const addressOf = (page: Page, site: Site): string =>
  absolute(
    site,
    page.kind === 'solution' ? solutionPath(site, page.solution.id) : guidePath(site, page.guide.name),
  )

/** Replaces hidden characters by their names: `[U+200B ZERO WIDTH SPACE]`. Those that emoji and scripts need stay. */
export function spellOut(text: string): string {
  let shown = ''
  let at = 0
  for (const { offset, codePoint, name } of hiddenCharacters(text)) {
    if (offset < at) continue
    const length = String.fromCodePoint(codePoint).length
    shown += `${text.slice(at, offset)}[${name}]`
    // A pile of marks is named and shown: without it the word would be another.
    at = name.startsWith('pile ') ? offset : offset + length
  }
  return shown + text.slice(at)
}
