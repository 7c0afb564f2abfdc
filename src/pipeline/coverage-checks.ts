import type { Catalog } from '../model/catalog.ts'
import { type Coverage, coverageFile, familiesOf } from '../model/coverage.ts'
import type { Problem } from '../model/problem.ts'
import { nearest } from '../model/text.ts'

/** A family that names a page which is not there would count as covered. */
export function coverageChecks(coverage: Coverage, { solutions }: Catalog): Problem[] {
  const ids = new Set(solutions.map(({ id }) => id))
  const missing = familiesOf(coverage).flatMap(({ name, pages }) =>
    pages.filter((id) => !ids.has(id)).map((id) => ({ name, id })),
  )
  return missing.map(({ name, id }) => {
    const close = nearest(id, [...ids])
    return {
      code: 'coverage/page',
      severity: 'error',
      path: coverageFile,
      line: 1,
      column: 1,
      message: `Unexpected page \`${id}\` of “${name}”, expected a solution of the catalog`,
      hint: close ? `Write \`${close}\`, or remove the line.` : 'Correct the id, or remove the line.',
    }
  })
}
