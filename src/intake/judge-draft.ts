import { nearDuplicate, nearDuplicates } from '../checks/near-duplicates.ts'
import { reportFor } from '../checks/rules.ts'
import type { SourceFile } from '../model/document.ts'
import { type Problem, sortProblems, startOfFile } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { compileFile } from '../pipeline/compile-file.ts'
import { type KnownPage, knownPage } from './known-pages.ts'

/** What the gate says of a draft that is not yet on disk, beside the pages that are. */
export function judgeDraft(draft: SourceFile, site: Site, known: readonly KnownPage[] = []): Problem[] {
  const problems = [...compileFile(draft, { ...site, exceptions: [] }).problems]
  const page = knownPage(draft, site.labels)
  const reportAt = reportFor(nearDuplicate, problems)
  // Of two pages that share their text either may be the one that is named.
  for (const { path, other, message } of nearDuplicates([...known, ...(page ? [page] : [])]))
    if (path === draft.path || other === draft.path) reportAt(path)(startOfFile, message)
  return sortProblems(problems)
}
