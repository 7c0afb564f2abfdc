import { type Overrides, readConfig } from '../content/read-config.ts'
import { readSources } from '../content/read-sources.ts'
import { collect } from '../model/catalog.ts'
import type { SourceFile } from '../model/document.ts'
import { type Problem, sortProblems } from '../model/problem.ts'
import { compileAll } from './compile-all.ts'
import type { Snapshot } from './live-catalog.ts'
import { proveMatching } from './prove-matching.ts'

/** Every problem of every file, nothing written. */
export function check(
  content: string,
  overrides: Overrides = {},
): { problems: Problem[]; sources: SourceFile[] } {
  const site = readConfig(content, overrides)
  const { sources, problems: unreadable } = readSources(content)
  const { pages, problems: found } = compileAll(sources, site)
  const { problems: crossing } = collect(pages, '')
  return { problems: sortProblems([...unreadable, ...found, ...crossing, ...proveMatching(pages)]), sources }
}

/** The same of a catalog that follows its files: what was compiled before is not compiled again. */
export function checkLive({ pages, problems }: Snapshot): Problem[] {
  const found = problems()
  // The page of a broken file is an earlier one, and what it says has other places.
  const broken = new Set(found.flatMap(({ path, severity }) => (severity === 'error' ? path : [])))
  return sortProblems([...found, ...proveMatching(pages.filter(({ path }) => !broken.has(path)))])
}
