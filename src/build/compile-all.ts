import type { Page } from '../model/catalog.ts'
import type { SourceFile } from '../model/document.ts'
import type { LintException } from '../model/lint-exception.ts'
import type { Problem } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { compileFile } from './compile-file.ts'

/** Compiles every source, in order. */
export function compileAll(
  sources: readonly SourceFile[],
  site: Site,
  onProgress?: (done: number, total: number) => void,
): { pages: Page[]; problems: Problem[]; excepted: LintException[] } {
  const pages: Page[] = []
  const problems: Problem[] = []
  const excepted: LintException[] = []
  for (const [index, source] of sources.entries()) {
    const compiled = compileFile(source, site)
    if (compiled.page) pages.push(compiled.page)
    problems.push(...compiled.problems)
    excepted.push(...compiled.excepted)
    onProgress?.(index + 1, sources.length)
  }
  return { pages, problems, excepted }
}
