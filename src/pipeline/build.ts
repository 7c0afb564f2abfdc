import { emit, type Kept } from '../emit/emit.ts'
import { missingHistory } from '../emit/feeds.ts'
import type { SourceFile } from '../model/document.ts'
import { hasErrors, type Problem } from '../model/problem.ts'
import { lastBuild } from './cache.ts'
import { joinPages, type LoadOptions, load } from './load.ts'
import { type Sizes, sizesOf } from './sizes.ts'
import { withCards } from './social-cards.ts'
import { type Written, writeOutput } from './write-output.ts'

export interface BuildOptions extends LoadOptions {
  readonly content: string
  readonly out: string
  /** Value of SOURCE_DATE_EPOCH, if set. */
  readonly epoch?: string | undefined
  /** Whether to draw a social card for each solution too, if the site has cards. */
  readonly cards?: boolean | undefined
}

/** The result of a build. `output` is missing if problems prevented writing. */
export interface BuildReport {
  readonly problems: readonly Problem[]
  /** The source files that have problems. */
  readonly sources: readonly SourceFile[]
  /** Number of source files that were not in the cache. */
  readonly compiled: number
  readonly solutions: number
  readonly guides: number
  readonly generated: string
  readonly address: string
  /** What is missing in the change feed, and why. */
  readonly missingHistory?: string
  readonly output?: Written
  readonly sizes?: Sizes
}

/** Content in, static site out: read, compile and check, which is `load`, then join, emit, write. */
export async function build(options: BuildOptions): Promise<BuildReport> {
  const { content, out, cache, cards = false, epoch, templates, baseUrl, site: name, today } = options
  const settings = [baseUrl, name, epoch, today, String(cards)]
  const last =
    cache === undefined ? undefined : lastBuild<BuildReport, Kept>(cache, out, content, templates, settings)
  if (last?.report) return unchanged(last.report)

  const { site, sources, pages, problems, compiled } = await load(content, options)
  const catalog = joinPages(pages, content, epoch)
  const missing = missingHistory(catalog.history)
  const broken = new Set(problems.map(({ path }) => path))
  const report: BuildReport = {
    problems,
    sources: sources.filter(({ path }) => broken.has(path)),
    compiled,
    solutions: catalog.solutions.length,
    guides: catalog.guides.length,
    generated: catalog.generated,
    address: `${site.base_url}/${site.site}`,
    ...(missing !== undefined && { missingHistory: missing }),
  }
  if (hasErrors(problems)) return report

  const files: Kept[] = []
  const drawn = await withCards(site, catalog, cache, cards)
  function* listed() {
    // While the folder is locked.
    for (const file of emit(catalog, drawn, last?.filesBefore(), last?.keepPart)) {
      const { path, bytes, sha256, key } = file
      files.push({ path, bytes, sha256, key })
      yield file
    }
  }
  const finished = (output: Written): BuildReport => ({ ...report, output, sizes: sizesOf(files, site) })
  return finished(writeOutput(out, listed(), (output) => last?.remember(finished(output), files)))
}

/** The last build's report, adjusted for a build in which nothing has changed. */
const unchanged = ({ output, ...report }: BuildReport): BuildReport => ({
  ...report,
  compiled: 0,
  ...(output && {
    output: { ...output, written: 0, unchanged: output.written + output.unchanged, removed: 0 },
  }),
})
