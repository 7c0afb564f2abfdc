import type { Page } from '../model/catalog.ts'
import { labelsFor } from '../model/labels.ts'
import type { Problem } from '../model/problem.ts'
import { absolute, guidePath, type Site, solutionPath } from '../model/site.ts'
import { compileFile } from '../pipeline/compile-file.ts'
import type { Loaded } from '../pipeline/load.ts'
import { guideTwin, noticesFor, solutionTwin } from '../render/twin.ts'
import { type ChangedFile, type ChangedFiles, changedFiles, textDiff } from './changed-files.ts'
import { approvalsIn, newsIn } from './news.ts'
import { type PageReview, type Review, reviewLimits, shortLine, spellOut } from './review-data.ts'

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
  const pages = changed.content.slice(0, reviewLimits.pages).map((file): PageReview => {
    const after = loaded.pages.find(({ path }) => path === file.path)
    const found = problems.filter(({ path }) => path === file.path)
    return {
      path: shortLine(file.path, 300),
      change: file.change,
      ...(file.from !== undefined && { from: shortLine(file.from, 300) }),
      ...(after && { address: addressOf(after, site) }),
      ...difference(file, after, changed, loaded),
      similar: shortLines(similarTo(file.path), reviewLimits.similar, 300),
      problems: found.slice(0, reviewLimits.problems).map(shown),
    }
  })
  const news = newsIn(changed, loaded.sources, site)
  return {
    format: 1,
    commit: changed.commit,
    approvals: shortLines(approvalsIn(content, changed), reviewLimits.news, 200),
    news: shortLines(
      news.map(({ kind, name, path }) => `${kind}: ${name} (${path})`),
      reviewLimits.news,
      400,
    ),
    moreNews: Math.max(0, news.length - reviewLimits.news),
    pages,
    morePages: changed.content.length - pages.length,
    problemsElsewhere: problems.filter(({ path }) => !touched.has(path)).length,
    others: shortLines(changed.others, reviewLimits.others, 300),
    moreOthers: Math.max(0, changed.others.length - reviewLimits.others),
  }
}

const shortLines = (lines: readonly string[], most: number, length: number): string[] =>
  lines.slice(0, most).map((line) => shortLine(line, length))

/** Compares the pages, or the files if one of them has no page: text that cannot be rendered must not hide. */
function difference(
  file: ChangedFile,
  after: Page | undefined,
  { before }: ChangedFiles,
  { site, sources }: Loaded,
): Pick<PageReview, 'shown' | 'diff' | 'cut'> {
  const path = file.from ?? file.path
  const source = file.change === 'added' ? undefined : { path, text: before(path) }
  const earlier = source && compileFile(source, site).page
  const asPages =
    (file.change === 'added' || earlier !== undefined) && (file.change === 'removed' || after !== undefined)
  const [old, fresh] = asPages
    ? [earlier && textOf(earlier, site), after && textOf(after, site)]
    : [source?.text, sources.find((each) => each.path === file.path)?.text]
  const whole = textDiff(spellOut(old ?? ''), spellOut(fresh ?? ''))
  const diff =
    whole.length > reviewLimits.diff ? whole.slice(0, whole.lastIndexOf('\n', reviewLimits.diff)) : whole
  return { shown: asPages ? 'page' : 'source', diff, cut: diff.length < whole.length }
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

const shown = ({ path: _, message, hint, ...problem }: Problem) => ({
  ...problem,
  message: shortLine(message, 1000),
  ...(hint !== undefined && { hint: shortLine(hint, 1000) }),
})
