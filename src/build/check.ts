import { type Overrides, readConfig } from '../content/read-config.ts'
import { readSources } from '../content/read-sources.ts'
import { collect } from '../model/catalog.ts'
import type { SourceFile } from '../model/document.ts'
import { type Problem, sortProblems } from '../model/problem.ts'
import { catalogChecks } from './catalog-checks.ts'
import { compileAll } from './compile-all.ts'
import { except, unusedExceptions } from './exceptions.ts'
import { proveMatching } from './prove-matching.ts'

export interface CheckOptions extends Overrides {
  /** The day against which days of review are judged; the newest of them when it is not given. */
  readonly today?: string | undefined
}

/** Every problem of every file, nothing written. */
export function check(
  content: string,
  { today, ...overrides }: CheckOptions = {},
): { problems: Problem[]; sources: SourceFile[] } {
  const site = readConfig(content, overrides)
  const { sources, problems: unreadable } = readSources(content)
  const { pages, problems: found, excepted } = compileAll(sources, site)
  const { catalog, problems: dead } = collect(pages, '')
  const crossing = except(
    [...dead, ...catalogChecks(pages, catalog, today), ...proveMatching(pages)],
    site.exceptions,
  )
  const unused = unusedExceptions(site.exceptions, [...excepted, ...crossing.used])
  return { problems: sortProblems([...unreadable, ...found, ...crossing.problems, ...unused]), sources }
}
