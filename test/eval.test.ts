import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { createMatcher, type Matcher } from '../src/client/match.ts'
import { matchEntry } from '../src/client/match-entry.ts'
import { isListed } from '../src/model/solution.ts'
import { load } from '../src/pipeline/load.ts'
import { ask, count, groups, type Numbers } from './eval/groups.ts'

const numbers: Record<string, Numbers> = JSON.parse(
  readFileSync(new URL('eval/numbers.json', import.meta.url), 'utf8'),
)
/** Pages change every day, and a few rows with them. */
const slack = 2

let matcher: Matcher

beforeAll(async () => {
  const { pages } = await load('content')
  const entries = pages.flatMap((page) =>
    page.kind === 'solution' && isListed(page.solution) ? [matchEntry(page.solution)] : [],
  )
  matcher = createMatcher({ entries })
})

test.each(Object.entries(groups()).filter(([, rows]) => rows.length > 0))(
  'the answers to %s are no worse than recorded by npm run eval',
  (name, rows) => {
    const { right, wrong } = count(rows.map((row) => ask(matcher, row)))
    expect(right).toBeGreaterThanOrEqual((numbers[name]?.right ?? 0) - slack)
    expect(wrong).toBeLessThanOrEqual((numbers[name]?.wrong ?? 0) + slack)
  },
)
