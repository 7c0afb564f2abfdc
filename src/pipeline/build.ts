import { readHistory } from '../content/git.ts'
import { readSource } from '../content/read-sources.ts'
import { cardTexts } from '../emit/cards.ts'
import { emit } from '../emit/emit.ts'
import { missingHistory } from '../emit/feeds.ts'
import { join } from '../model/catalog.ts'
import type { SourceFile } from '../model/document.ts'
import { hasErrors, type Problem, sortProblems } from '../model/problem.ts'
import { lastBuild } from './cache.ts'
import { compileAll } from './compile-all.ts'
import { generatedTime, type LoadOptions, load, readContent } from './load.ts'
import { type Sizes, sizeMeter } from './sizes.ts'
import { drawCards } from './social-cards.ts'
import { type Written, writeOutput } from './write-output.ts'

export interface BuildOptions extends LoadOptions {
  readonly content: string
  readonly out: string
  /** Value of SOURCE_DATE_EPOCH, if set. */
  readonly epoch?: string | undefined
}

/** What a run found and did. `output` is missing when problems kept it from writing. */
export interface BuildReport {
  readonly problems: readonly Problem[]
  /** At least those that have problems. */
  readonly sources: readonly SourceFile[]
  /** Number of source files that were not in the cache. */
  readonly compiled: number
  readonly solutions: number
  readonly guides: number
  readonly generated: string
  readonly address: string
  /** What the change feed lacks, and why. */
  readonly missingHistory?: string
  readonly output?: Written
  readonly sizes?: Sizes
}

/** Content in, static site out: load (read, compile, check), join, emit, write. */
export async function build(options: BuildOptions): Promise<BuildReport> {
  const { content, out, cache, epoch, templates, baseUrl, site: name, today } = options
  const inputs = { content, templates, settings: [baseUrl, name, epoch, today] }
  const last = cache === undefined ? undefined : lastBuild<BuildReport>(cache, out, inputs)
  if (last?.report) return repeated(last.report, content)
  const { site: read, sources, pages, problems, compiled } = await load(content, options)
  const history = readHistory(content)
  const catalog = join(pages, generatedTime(history, pages, epoch), history)
  const site = read.cards ? { ...read, cardImages: await drawCards(cardTexts(catalog, read), cache) } : read
  const missing = missingHistory(history)
  const report = {
    problems,
    sources,
    compiled,
    solutions: catalog.solutions.length,
    guides: catalog.guides.length,
    generated: catalog.generated,
    address: `${site.base_url}/${site.site}`,
    ...(missing !== undefined && { missingHistory: missing }),
  }
  if (hasErrors(problems)) return report
  const meter = sizeMeter(site)
  const finished = (output: Written) => ({ ...report, output, sizes: meter.sizes() })
  const output = writeOutput(out, meter.pass(emit(catalog, site)), (written) =>
    last?.remember({ ...finished(written), sources: [] }),
  )
  return finished(output)
}

/** The report of the last build, when nothing has changed since. */
function repeated(report: BuildReport, content: string): BuildReport {
  const paths = new Set(report.problems.map(({ path }) => path))
  const { output } = report
  return {
    ...report,
    sources: [...paths].flatMap((path) => readSource(content, path).source ?? []),
    compiled: 0,
    ...(output && {
      output: { ...output, written: 0, unchanged: output.written + output.unchanged, removed: 0 },
    }),
  }
}

/** Shard `index` of `count`; the first has the index 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/**
 * Compiles every `count`-th source file into the cache folder `out`, so that several machines can share the work; what
 * crosses files is left to the merge.
 */
export async function compileShard(
  { index, count }: Shard,
  { content, out, ...options }: BuildOptions,
): Promise<Pick<BuildReport, 'problems' | 'sources'>> {
  const { site, sources: all, problems: unreadable } = readContent(content, options)
  const sources = all.filter((_, at) => at % count === index - 1)
  const { files } = await compileAll(sources, site, { ...options, shards: [], cache: out })
  const found = [...files.values()].flatMap(({ problems }) => problems)
  return { problems: sortProblems([...unreadable, ...found]), sources }
}
