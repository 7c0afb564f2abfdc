import type { Page } from '../model/catalog.ts'
import type { Problem } from '../model/problem.ts'
import { isRetired } from '../model/solution.ts'

/**
 * Days of review that lie in the future or more than a year back. `today` is handed in; without it the newest day of
 * review in the catalog stands for it, so that the same content gives the same answer on every day.
 */
export function reviewedDays(pages: readonly Page[], today?: string): Problem[] {
  const dated = pages.flatMap((page) => {
    const reviewed = page.kind === 'solution' ? page.solution.reviewed : page.guide.reviewed
    const gone = page.kind === 'solution' && isRetired(page.solution)
    return reviewed === undefined || gone ? [] : [{ path: page.path, reviewed }]
  })
  const now =
    today ??
    dated
      .map(({ reviewed }) => reviewed)
      .sort()
      .at(-1)
  if (now === undefined) return []
  const tomorrow = shift(now, 1)
  const yearAgo = shift(now, -366)
  return dated.flatMap(({ path, reviewed }): Problem[] => {
    if (reviewed <= tomorrow && reviewed >= yearAgo) return []
    const late = reviewed < yearAgo
    return [
      {
        code: 'quality/reviewed',
        severity: 'warning',
        path,
        line: 1,
        column: 1,
        message: `Unexpected \`reviewed: ${reviewed}\`, which is ${late ? 'more than a year before' : 'after'} ${now}, expected a day of the last year`,
        hint: late
          ? 'Check the page again: links, versions, commands. Then set the day.'
          : 'Set the day on which someone checked the page.',
      },
    ]
  })
}

/** A day some days away; clocks of two continents differ by one. */
const shift = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
