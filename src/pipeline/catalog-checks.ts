import { nearDuplicates } from '../checks/near-duplicates.ts'
import { reviewedDays } from '../checks/reviewed.ts'
import type { Catalog, Page } from '../model/catalog.ts'
import type { Problem } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { isRetired } from '../model/solution.ts'
import { coverageChecks } from './coverage-checks.ts'

/** What only shows when all pages are there: copies of each other’s text, days of review against today. */
export function catalogChecks(
  pages: readonly Page[],
  catalog: Catalog,
  site: Site,
  today?: string,
): Problem[] {
  return [
    ...nearDuplicates(
      pages.flatMap((page) =>
        page.kind === 'guide' || isRetired(page.solution)
          ? []
          : [{ id: page.solution.id, pieces: page.pieces }],
      ),
    ),
    ...reviewedDays(pages, today),
    ...coverageChecks(site.coverage, catalog),
  ]
}
