import { join } from 'node:path'
import { expect, test } from 'vitest'
import { audit } from '../../src/audit/audit.ts'
import { build } from '../../src/build/build.ts'
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

test('the coverage pages tell what is answered and what is a gap', () => {
  const { text, out, json } = buildCatalog(
    contentFolder({ [page]: validSolution, 'coverage.yaml': map('concurrency/port-taken') }),
  )
  const { site, base_url } = { site: json('fixdex/solutions.json').solutions[0].url.split('/')[1], ...json('fixdex/solutions.json') }
  expect(text(`${site}/coverage.md`)).toContain('1 of 2 error families have a solution')
  expect(text(`${site}/coverage.md`)).toContain('| node | 2 | 1 | 0 |')
  const details = text(`${site}/coverage/runtimes.md`)
  expect(details).toContain(`](${base_url}/${site}/solutions/concurrency/port-taken)`)
  expect(details).toContain('| heap \\| limit | sometimes | none yet ([a report](https://example.org/threads/1)) |')
  expect(text(`${site}/coverage/runtimes.html`)).toContain(`href="/${site}/solutions/concurrency/port-taken"`)
  expect(text(`${site}/sitemap.xml`)).toContain(`/${site}/coverage/runtimes</loc>`)
  expect(audit(out).findings).toEqual([])
})

test('a family that names a page which is not there is refused, with the nearest page', () => {
  const content = contentFolder({ [page]: validSolution, 'coverage.yaml': map('concurrency/port-takn') })
  const { problems, output } = build({ content, out: join(temporaryFolder(), 'dist') })
  expect(output).toBeUndefined()
  expect(problems.map(({ code, path }) => [code, path])).toEqual([['coverage/page', 'coverage.yaml']])
  expect(problems[0]?.hint).toContain('concurrency/port-taken')
})

test('a catalog without a map has no coverage pages', () => {
  const { files } = buildCatalog(contentFolder({ [page]: validSolution }))
  expect(files().filter((path) => path.includes('coverage'))).toEqual([])
})
