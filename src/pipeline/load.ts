import type { Stage } from '../checks/rule.ts'
import { checkCatalog, except, unusedExceptions } from '../checks/rules.ts'
import { readHistory } from '../content/git.ts'
import { type Overrides, readConfig } from '../content/read-config.ts'
import { readSources } from '../content/read-sources.ts'
import { type Catalog, join, type Page } from '../model/catalog.ts'
import type { SourceFile } from '../model/document.ts'
import { Fault } from '../model/fault.ts'
import { type Problem, sortProblems } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { type CompiledFiles, type CompileOptions, compileAll } from './compile-all.ts'

export interface LoadOptions extends Overrides, CompileOptions {
  /** Today, for checking review dates; by default the newest review date. */
  readonly today?: string | undefined
  /** Which checks across the catalog to run; by default those of a build. */
  readonly stages?: readonly Stage[] | undefined
}

/** Configuration and source files of a content folder, and problems with files that can't be sources. */
export interface Content {
  readonly site: Site
  readonly sources: readonly SourceFile[]
  readonly problems: readonly Problem[]
}

/** The content compiled and checked. */
export interface Loaded extends Content {
  /** Problems with files that can't be sources; `problems` has all problems. */
  readonly unreadable: readonly Problem[]
  readonly files: CompiledFiles
  /** Pages of the files without errors. */
  readonly pages: readonly Page[]
  /** Number of source files that were not in the cache. */
  readonly compiled: number
}

export const readContent = (content: string, overrides: Overrides = {}): Content => ({
  site: readConfig(content, overrides),
  ...readSources(content),
})

/** Reads, compiles and checks a content folder. Every command that needs pages starts here. */
export async function load(content: string, options: LoadOptions = {}): Promise<Loaded> {
  const { site, sources, problems: unreadable } = readContent(content, options)
  const { files, compiled } = await compileAll(sources, site, options)
  const results = [...files.values()]
  const pages = results.flatMap(({ page }) => page ?? [])
  const known = { coverage: site.coverage, unaided: site.unaided, today: options.today }
  const found = checkCatalog(pages, known, options.stages ?? ['preview', 'build'])
  const { problems: crossing, used } = except(found, site.exceptions)
  const unused = unusedExceptions(site.exceptions, [...results.flatMap(({ excepted }) => excepted), ...used])
  const own = results.flatMap(({ problems }) => problems)
  const problems = sortProblems([...unreadable, ...own, ...crossing, ...unused])
  return { site, sources, files, pages, problems, unreadable, compiled }
}

/** Shard `index` of `count`; the first index is 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/**
 * Compiles every `count`-th source file into the cache folder `out`, so that several machines can share the work. Checks
 * across files are left to the merge.
 */
export async function compileShard(
  { index, count }: Shard,
  { content, out, ...options }: LoadOptions & { readonly content: string; readonly out: string },
): Promise<Pick<Content, 'problems' | 'sources'>> {
  const { site, sources: all, problems: unreadable } = readContent(content, options)
  const sources = all.filter((_, at) => at % count === index - 1)
  const { files } = await compileAll(sources, site, { ...options, shards: [], cache: out })
  const found = [...files.values()].flatMap(({ problems }) => problems)
  return { problems: sortProblems([...unreadable, ...found]), sources }
}

/** Joins pages with the content's history. */
export function joinPages(pages: readonly Page[], content: string, epoch: string | undefined): Catalog {
  const history = readHistory(content)
  return join(pages, generatedTime(history.newest, pages, epoch), history)
}

/**
 * When the content last changed (ISO 8601, UTC): `SOURCE_DATE_EPOCH`, or the newest commit to the content, or the newest
 * `reviewed`. Never the clock, so that builds of the same commit are identical.
 */
function generatedTime(newest: number | undefined, pages: readonly Page[], epoch?: string): string {
  const seconds = epoch ? Number(epoch) : newest
  if (epoch && !(Number.isSafeInteger(seconds) && Number(epoch) >= 0 && Number(epoch) <= lastSecond))
    throw new Fault(`SOURCE_DATE_EPOCH \`${epoch}\` is not a number of seconds before the year 10000`)
  if (seconds !== undefined) return new Date(seconds * 1000).toISOString()
  const days = pages.flatMap(
    (page) => (page.kind === 'solution' ? page.solution.reviewed : page.guide.reviewed) ?? [],
  )
  return `${days.sort().at(-1) ?? '1970-01-01'}T00:00:00.000Z`
}

/** End of the year 9999; feeds can't express later dates. */
const lastSecond = 253_402_300_799
