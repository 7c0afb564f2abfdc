import { coverageFile, familiesOf } from '../model/coverage.ts'
import { startOfFile } from '../model/problem.ts'
import { isRetired } from '../model/solution.ts'
import { nearest } from '../model/text.ts'
import type { Rule } from './rule.ts'

const duplicateTitle: Rule = {
  code: 'catalog/duplicate-title',
  why: 'Lists, search results and tabs show titles only. Two pages with one title can’t be told apart there.',
  hint: 'Merge the two pages, or name in the title what tells them apart (product, cause).',
  good: [
    {
      files: {
        'solutions/auth/a.md': { title: 'Claude Desktop: spawn npx ENOENT' },
        'solutions/auth/b.md': { title: 'Cursor: spawn npx ENOENT' },
      },
    },
  ],
  bad: [
    {
      files: {
        'solutions/auth/a.md': { title: 'spawn npx ENOENT' },
        'solutions/auth/b.md': { title: 'Spawn npx ENOENT' },
      },
    },
  ],
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

const coverage = (page: string) => `- kind: Desktop agents
  slug: desktop-agents
  products:
    - name: Claude Desktop
      families:
        - name: a server of a tool can’t be started
          met: often
          pages: [${page}]
`

const coveredPage: Rule = {
  code: 'coverage/page',
  stage: 'build',
  why: 'A family of errors counts as covered by the pages that it names, so each of them must be there.',
  good: [{ files: { 'solutions/auth/a.md': {}, 'coverage.yaml': coverage('auth/a') } }],
  bad: [{ files: { 'solutions/auth/a.md': {}, 'coverage.yaml': coverage('auth/b') } }],
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

const reviewed: Rule = {
  code: 'quality/reviewed',
  severity: 'warning',
  stage: 'build',
  why: 'Commands, versions and links go stale: each page is checked again within a year, and a day of review is not in the future.',
  good: [
    {
      files: {
        'solutions/auth/a.md': { frontmatter: 'reviewed: 2026-11-01' },
        'solutions/auth/b.md': { title: 'Token expired', frontmatter: 'reviewed: 2025-12-01' },
      },
    },
  ],
  bad: [
    {
      files: {
        'solutions/auth/a.md': { frontmatter: 'reviewed: 2026-11-01' },
        'solutions/auth/b.md': { title: 'Token expired', frontmatter: 'reviewed: 2025-10-01' },
      },
    },
  ],
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

export const catalogRules = [duplicateTitle, coveredPage, reviewed]
