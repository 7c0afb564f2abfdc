import { nearDuplicates } from '../checks/near-duplicates.ts'
import type { SourceFile } from '../model/document.ts'
import { type Problem, sortProblems } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { compileFile } from '../pipeline/compile-file.ts'
import { type KnownPage, knownPage } from './known-pages.ts'

/** What the gate says of a draft that is not yet on disk, beside the pages that are. */
export function judgeDraft(draft: SourceFile, site: Site, known: readonly KnownPage[] = []): Problem[] {
  const own = compileFile(draft, { ...site, exceptions: [] }).problems
  const page = knownPage(draft, site.labels)
  // Of two pages that share their text either may be the one that is named.
  const copied = nearDuplicates([...known, ...(page ? [page] : [])].map(({ told }) => told)).filter(
    ({ path, message }) => path === draft.path || message.includes(draft.path),
  )
  return sortProblems([...own, ...copied])
}
