import { canary, canaryCodes } from '../checks/canary.ts'
import { except, unusedExceptions } from '../checks/exceptions.ts'
import { checkCatalog, rules } from '../checks/rules.ts'
import { type Overrides, readConfig } from '../content/read-config.ts'
import { readSources } from '../content/read-sources.ts'
import type { SourceFile } from '../model/document.ts'
import { type Problem, sortProblems } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { compileAll } from './compile-all.ts'
import { compileFile } from './compile-file.ts'
import type { Snapshot } from './live-catalog.ts'
import type { Published } from './published.ts'

export interface CheckOptions extends Overrides {
  /** The day against which days of review are judged; the newest of them when it is not given. */
  readonly today?: string | undefined
  /** What is published already, and has to stay. */
  readonly published?: Published | undefined
  /** May many solutions leave the index at once? */
  readonly allowDrop?: boolean | undefined
}

/** Throws when the gate lets through what it must refuse. */
export function tryCanary(site: Site, list = rules): void {
  const found = new Set(
    compileFile(canary, { ...site, exceptions: [] }, list).problems.map(({ code }) => code),
  )
  const passed = canaryCodes.filter((code) => !found.has(code))
  if (passed.length > 0) throw new Error(`the gate does not work: ${passed.join(', ')} passed`)
}

/** Every problem of every file, nothing written. */
export function check(
  content: string,
  { today, published, allowDrop, ...overrides }: CheckOptions = {},
): { problems: Problem[]; sources: SourceFile[] } {
  const site = readConfig(content, overrides)
  tryCanary(site)
  const { sources, problems: unreadable } = readSources(content)
  const { pages, problems: found, excepted } = compileAll(sources, site)
  const { coverage, exceptions } = site
  const crossing = except(checkCatalog(pages, { coverage, today }, ['preview', 'build', 'check']), exceptions)
  const unused = unusedExceptions(exceptions, [...excepted, ...crossing.used])
  const paths = [...sources, ...unreadable].map(({ path }) => path)
  const lost = published
    ? checkCatalog(pages, { published: { before: published, site, paths, allowDrop: allowDrop ?? false } }, [
        'published',
      ])
    : []
  const problems = sortProblems([...unreadable, ...found, ...crossing.problems, ...unused, ...lost])
  return { problems, sources }
}

/** The same of a catalog that follows its files: what was compiled before is not compiled again. */
export function checkLive({ site, pages, problems }: Snapshot): Problem[] {
  const found = problems()
  // The page of a broken file is an earlier one, and what it says has other places.
  const broken = new Set(found.flatMap(({ path, severity }) => (severity === 'error' ? path : [])))
  const whole = pages.filter(({ path }) => !broken.has(path))
  const crossing = except(checkCatalog(whole, site, ['build', 'check']), site.exceptions)
  return sortProblems([...found, ...crossing.problems])
}
