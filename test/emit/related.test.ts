import { expect, test } from 'vitest'
import { quotedCodes } from '../../src/client/codes.ts'
import { relatedIn } from '../../src/emit/solution-page.ts'
import type { Solution } from '../../src/model/solution.ts'

const solution = (id: string, title: string, fields: Partial<Solution> = {}): Solution => ({
  id,
  category: 'general',
  slug: id.split('/')[1] ?? '',
  lang: 'en',
  title,
  codes: quotedCodes({ title }, []),
  sections: [],
  symptomText: '',
  fixText: '',
  ...fields,
})

const idsOf = (solutions: readonly Solution[]) => solutions.map(({ id }) => id)

test('pages that share a code or a product, the closest first', () => {
  const page = solution('general/a', 'connect ECONNREFUSED', { affects: [{ product: 'Redis' }] })
  const all = [
    page,
    solution('general/b', 'Something else'),
    solution('general/c', 'Redis is slow', { affects: [{ product: 'redis' }] }),
    solution('general/d', 'Redis: connect ECONNREFUSED', { affects: [{ product: 'redis' }] }),
    solution('general/e', 'connect refused'),
  ]
  expect(idsOf(relatedIn(all)(page))).toEqual(['general/d', 'general/c'])
})

test('of equals, the page of the same category comes first', () => {
  const affects = [{ product: 'Redis' }]
  const page = solution('general/a', 'One', { affects })
  const all = [
    page,
    solution('auth/b', 'Two', { affects, category: 'auth' }),
    solution('general/c', 'Six', { affects }),
  ]
  expect(idsOf(relatedIn(all)(page))).toEqual(['general/c', 'auth/b'])
})

test('five at most, the same at every run', () => {
  const all = Array.from({ length: 12 }, (_, at) =>
    solution(`general/p${String(at).padStart(2, '0')}`, `ETIMEDOUT ${at}`),
  )
  expect(idsOf(relatedIn(all)(all[0] as Solution))).toEqual([1, 2, 3, 4, 5].map((at) => `general/p0${at}`))
})

test('what half of the catalog shares relates nothing', () => {
  const all = Array.from({ length: 60 }, (_, at) => solution(`general/p${at}`, `ETIMEDOUT ${at}`))
  expect(relatedIn(all)(all[0] as Solution)).toEqual([])
})
