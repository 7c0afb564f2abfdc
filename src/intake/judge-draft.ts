import { compileFile } from '../build/compile-file.ts'
import type { SourceFile } from '../model/document.ts'
import { type Problem, sortProblems } from '../model/problem.ts'
import type { Site } from '../model/site.ts'

/** What the gate says of a draft that is not yet on disk. */
export function judgeDraft(draft: SourceFile, site: Site): Problem[] {
  return sortProblems(compileFile(draft, { ...site, exceptions: [] }).problems)
}
