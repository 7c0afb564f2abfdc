import { join } from 'node:path'
import { expect, test } from 'vitest'
import { audit } from '../../src/audit/audit.ts'
import { build } from '../../src/pipeline/build.ts'
import { buildCatalog, contentFolder, temporaryFolder } from '../catalog.ts'
import { validSolution } from '../valid-solution.ts'

const page = 'solutions/concurrency/port-taken.md'

const map = (id: string) => `
- kind: Runtimes
  slug: runtimes
  products:
    - name: node
      families:
        - { name: the port is taken, met: often, pages: [${id}] }
        - { name: "heap | limit", met: sometimes, seen: "https://example.org/threads/1" }
`

test('the coverage pages tell what is answered and what is a gap', async () => {
  const { text, out } = await buildCatalog(
    contentFolder({ [page]: validSolution, 'coverage.yaml': map('concurrency/port-taken') }),
  )
  expect(text('catalog/coverage.md')).toContain('1 of 2 error families have a solution')
  expect(text('catalog/coverage.md')).toContain('| node | 2 | 1 | 0 |')
  const details = text('catalog/coverage/runtimes.md')
  expect(details).toContain(`](https://catalog.example.org/catalog/solutions/concurrency/port-taken)`)
  expect(details).toContain(
    '- heap \\| limit (sometimes): no solution yet, [a report](https://example.org/threads/1)\n',
  )
  expect(text('catalog/coverage/runtimes.html')).toContain(`href="/catalog/solutions/concurrency/port-taken"`)
  expect(text('catalog/sitemap.xml')).toContain(`/catalog/coverage/runtimes</loc>`)
  expect(audit(out).findings).toEqual([])
})

test('a family that names a page which is not there is refused, with the nearest page', async () => {
  const content = contentFolder({ [page]: validSolution, 'coverage.yaml': map('concurrency/port-takn') })
  const { problems, output } = await build({ content, out: join(temporaryFolder(), 'dist') })
  expect(output).toBeUndefined()
  expect(problems.map(({ code, path }) => [code, path])).toEqual([['coverage/page', 'coverage.yaml']])
  expect(problems[0]?.hint).toContain('concurrency/port-taken')
})

test('a catalog without a map has no coverage pages', async () => {
  const { files } = await buildCatalog(contentFolder({ [page]: validSolution }))
  expect(files().filter((path) => path.includes('coverage'))).toEqual([])
})
