import { coverageFile, familiesOf } from '../model/coverage.ts'
import { startOfFile } from '../model/problem.ts'
import { isRetired } from '../model/solution.ts'
import { nearest } from '../model/text.ts'
import type { Check, Checks } from './rule.ts'

const duplicateTitle: Check = {
  checkCatalog({ pages }, reportAt) {
    const first = new Map<string, string>()
    for (const page of pages) {
      // A page and the one that replaced it may well be about the same error.
      if (page.kind !== 'solution' || isRetired(page.solution)) continue
      const title = page.solution.title.toLowerCase()
      const other = first.get(title)
      if (other === undefined) first.set(title, page.path)
      else
        reportAt(page.path)(
          startOfFile,
          `Unexpected title, expected one that no other page has: ${other} has the same`,
        )
    }
  },
}

const coveredPage: Check = {
  checkCatalog({ pages, coverage }, reportAt) {
    const ids = new Set(
      pages.flatMap((page) =>
        page.kind === 'solution' && !isRetired(page.solution) ? page.solution.id : [],
      ),
    )
    for (const { name, pages } of familiesOf(coverage)) {
      for (const id of pages.filter((id) => !ids.has(id))) {
        const close = nearest(id, [...ids])
        const message = `Unexpected page \`${id}\` of “${name}”, expected a solution of the catalog`
        const hint = close ? `Write \`${close}\`, or remove the line.` : 'Correct the id, or remove the line.'
        reportAt(coverageFile)(startOfFile, message, hint)
      }
    }
  },
}

const reviewed: Check = {
  checkCatalog({ pages, today }, reportAt) {
    const dated = pages.flatMap((page) => {
      const { reviewed } = page.kind === 'solution' ? page.solution : page.guide
      const retired = page.kind === 'solution' && isRetired(page.solution)
      return reviewed === undefined || retired ? [] : [{ path: page.path, reviewed }]
    })
    // Without a clock the same content gives the same answer on every day.
    const newest = dated
      .map(({ reviewed }) => reviewed)
      .sort()
      .at(-1)
    const now = today ?? newest
    if (now === undefined) return
    const tomorrow = addDays(now, 1)
    const yearAgo = addDays(now, -366)
    for (const { path, reviewed } of dated) {
      if (reviewed <= tomorrow && reviewed >= yearAgo) continue
      const late = reviewed < yearAgo
      reportAt(path)(
        startOfFile,
        `Unexpected \`reviewed: ${reviewed}\`, which is ${late ? 'more than a year before' : 'after'} ${now}, expected a day of the last year`,
        late
          ? 'Check the page again: links, versions, commands. Then set the day.'
          : 'Set the day on which someone checked the page.',
      )
    }
  },
}

/** A day some days away; clocks of two continents differ by one. */
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const catalogChecks = {
  'catalog/duplicate-title': duplicateTitle,
  'coverage/page': coveredPage,
  'quality/reviewed': reviewed,
} satisfies Checks
