import { expect, test } from 'vitest'
import { createMatcher } from '../../src/client/match.ts'
import { find, rank, search } from '../../src/client/search.ts'
import type { IndexEntry } from '../../src/model/index-entry.ts'

const entry = (
  slug: string,
  title: string,
  symptom: string,
  category: IndexEntry['category'] = 'general',
) => ({
  title,
  category,
  url: `/catalog/solutions/${category}/${slug}`,
  symptom,
  fix: 'Do it.',
})

const entries: IndexEntry[] = [
  entry('a', 'Gateway closed', 'It says limit 4290 reached.'),
  entry('b', 'Request refused', 'HTTP 429 is printed, then a rate notice.'),
  entry('c', 'HTTP 429: rate limit reached', 'Calls fail.', 'rate-limit'),
  entry('d', 'Overlimit 429x', 'A limit.'),
]

const matcher = createMatcher({
  entries: [
    {
      id: 'general/a',
      title: 'Gateway closed',
      errors: ['gateway closed unexpectedly (1008): pairing handshake required'],
      signs: [],
      codes: [],
      products: [],
    },
  ],
})
const ask = async (text: string, category?: string) => {
  let asked = false
  const found = await find(entries, { text, category }, async () => {
    asked = true
    return matcher
  })
  return { asked, slugs: found.map(({ entry: { url } }) => url.slice(-1)), found }
}

const slugs = (list: readonly IndexEntry[]) => list.map(({ url }) => url.slice(-1))

test('titles come first, then whole words, then the rest; nothing is added or lost', () => {
  expect(slugs(rank(entries, '429'))).toEqual(['c', 'd', 'b', 'a'])
  expect(slugs(rank(entries, 'LIMIT'))).toEqual(['c', 'd', 'a', 'b'])
  expect(slugs(rank(entries, ''))).toEqual(slugs(entries))
})

test('a whole word ranks before a part of a word', () => {
  const parts = entry('a', 'Overlimits are refused', 'It fails.')
  const inTitle = entry('b', 'A limit is refused', 'It fails.')
  expect(slugs(rank([parts, inTitle], 'limit'))).toEqual(['b', 'a'])
  const inSymptom = [entry('a', 'Refused', 'Overlimits apply.'), entry('b', 'Refused', 'A limit applies.')]
  expect(slugs(rank(inSymptom, 'limit'))).toEqual(['b', 'a'])
})

test('typed words find what the contract’s search finds', async () => {
  for (const text of ['429', 'rate limit', 'HTTP  429', 'limit']) {
    const { slugs: found, asked } = await ask(text)
    expect(new Set(found)).toEqual(new Set(slugs(search(entries, { keywords: text }))))
    expect(asked).toBe(false)
  }
  expect((await ask('429', 'rate-limit')).slugs).toEqual(['c'])
  expect((await ask('', 'rate-limit')).slugs).toEqual(['c'])
})

test('a raw error is matched, with the words that it holds', async () => {
  const { found, asked } = await ask(
    '2026-01-01 ERROR\n  gateway closed unexpectedly (1008): pairing handshake required',
  )
  expect(asked).toBe(true)
  expect(found).toEqual([
    { entry: entries[0], matched: expect.stringContaining('pairing handshake'), exact: true },
  ])
})

test('a raw error keeps to the category', async () => {
  expect((await ask('gateway closed unexpectedly (1008): pairing handshake required', 'auth')).slugs).toEqual(
    [],
  )
})
