import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { MatchEntry, MatchFile } from '../src/client/catalog-files.ts'
import { createMatcher, type Matcher } from '../src/client/match.ts'
import { shardFiles, shardMatcher } from '../src/client/shards.ts'
import { realCatalog } from './catalog.ts'
import { ask, count, groups, type Numbers } from './eval/groups.ts'

const numbers: Record<string, Numbers> = JSON.parse(
  readFileSync(new URL('eval/numbers.json', import.meta.url), 'utf8'),
)
/** Pages change every day, and a few rows with them. */
const slack = 2

let matcher: Matcher
let entries: readonly MatchEntry[]

beforeAll(async () => {
  ;({ entries } = (await realCatalog()).json('fixdex/match.json') as MatchFile)
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

test('four shards answer as the whole catalog does, and where they lack an answer they give no other one', async () => {
  const { root, shards } = shardFiles(entries, '')
  const messages = entries.flatMap(({ errors }) => errors.map((text) => text.replaceAll('…', 'x1')))
  const texts = [
    ...messages.filter((_, index) => index % 150 === 0),
    ...(groups()['queries of the catalog’s field'] ?? []).slice(0, 30).map(({ text }) => text),
  ]
  const found = { answered: 0, same: 0, other: 0 }
  for (const text of texts) {
    const read: string[] = []
    const sharded = await shardMatcher(root, text, async (path) => {
      read.push(path)
      return shards[Number(/\d+/.exec(path)?.[0])] as (typeof shards)[number]
    })
    expect(read.length).toBeLessThanOrEqual(4)
    const [wanted] = matcher.match(text)
    const [given] = sharded.match(text)
    const isSame = given?.entry.id === wanted?.entry.id && given?.confidence === wanted?.confidence
    if (wanted) found.answered++
    if (wanted && isSame) found.same++
    if (given && !isSame) found.other++
  }
  expect(found.same / found.answered).toBeGreaterThan(0.97)
  expect(found.other).toBe(0)
})
