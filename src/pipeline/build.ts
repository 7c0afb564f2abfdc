import { except, unusedExceptions } from '../checks/exceptions.ts'
import { checkCatalog } from '../checks/rules.ts'
import { readHistory } from '../content/git.ts'
import { type Overrides, readConfig } from '../content/read-config.ts'
import { heldByBuilds, readSources } from '../content/read-sources.ts'
import { missingHistory } from '../emit/changes.ts'
import { emit } from '../emit/emit.ts'
import { join } from '../model/catalog.ts'
import type { SourceFile } from '../model/document.ts'
import { hasErrors, type Problem, sortProblems } from '../model/problem.ts'
import { compileAll } from './compile-all.ts'
import { generatedTime } from './generated.ts'
import type { PageStore } from './page-store.ts'
import { type Sizes, sizeMeter } from './sizes.ts'
import { withCache } from './with-cache.ts'
import { type Written, writeOutput } from './write-output.ts'

export interface BuildOptions extends Overrides {
  readonly content: string
  readonly out: string
  /** Folder for what the next build need not make again; without one it makes everything. */
  readonly cache?: string | undefined
  /** Folders of compiled parts. */
  readonly shards?: readonly string[] | undefined
  /** Value of SOURCE_DATE_EPOCH, if set. */
  readonly epoch?: string | undefined
  /** The day against which days of review are judged; the newest of them when it is not given. */
  readonly today?: string | undefined
  /** Threads that may compile, this one included. */
  readonly threads?: number | undefined
  /** Called while files are compiled. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** What a run found and did. `written` is missing when problems kept it from writing. */
export interface BuildReport {
  readonly problems: readonly Problem[]
  readonly sources: readonly SourceFile[]
  /** Source files that were not known from an earlier build. */
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

/** Content in, static site out. What an earlier build has done is not done again. */
export const build = (options: BuildOptions): BuildReport =>
  withCache(options.cache, options.shards ?? [], (store) => buildWith(store, options))

/** The whole program in six steps. */
function buildWith(store: PageStore | undefined, options: BuildOptions): BuildReport {
  const site = readConfig(options.content, options)
  const { sources, problems: unreadable } = readSources(options.content, { most: heldByBuilds })
  const { pages, problems: found, excepted, compiled } = compileAll(sources, site, { ...options, store })
  const history = readHistory(options.content)
  const catalog = join(pages, generatedTime(history, pages, options.epoch), history)
  const { coverage, exceptions } = site
  const crossing = except(
    checkCatalog(pages, { coverage, today: options.today }, ['preview', 'build']),
    exceptions,
  )
  const unused = unusedExceptions(exceptions, [...excepted, ...crossing.used])
  const problems = sortProblems([...unreadable, ...found, ...crossing.problems, ...unused])
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
  const output = writeOutput(options.out, meter.pass(emit(catalog, site)))
  return { ...report, output, sizes: meter.sizes() }
}
