import { expect, test } from 'vitest'
import { buildCatalog, contentFolder } from '../catalog.ts'
import { validSolution } from '../valid-solution.ts'

const page = (title: string, reviewed: string) =>
  validSolution
    .replace(/^title: .*$/m, `title: "${title}"`)
    .replace(/^errors:\n( {2}- .*\n)+/m, `errors:\n  - 'the call ${title} failed'\n`)
    .replace(/^reviewed: .*$/m, `reviewed: ${reviewed}`)

test('the newest pages are by day of review, and of one day the categories take turns', async () => {
  const sameDay = Array.from({ length: 14 }, (_, at) => [
    `solutions/auth/page-${at + 10}.md`,
    page(`auth ${at}`, '2026-11-01'),
  ])
  const site = await buildCatalog(
    contentFolder({
      ...Object.fromEntries(sameDay),
      'solutions/config/same-day.md': page('config', '2026-11-01'),
      'solutions/memory/newer.md': page('memory', '2026-11-02'),
      'solutions/memory/older.md': page('old memory', '2026-10-31'),
    }),
  )
  const [, list = ''] = site.text('catalog/index.md').split('## New')
  const ids = [...list.matchAll(/\/solutions\/([a-z-]+\/[a-z0-9-]+)\)/g)].map(([, id]) => id)
  expect(ids).toHaveLength(12)
  expect(ids.slice(0, 4)).toEqual(['memory/newer', 'auth/page-10', 'config/same-day', 'auth/page-11'])
  expect(ids).not.toContain('memory/older')
})
