import { expect, test } from 'vitest'
import type { FileEntry } from '../../src/emit/emit.ts'
import type { OutputPath } from '../../src/model/site.ts'
import { exceededLimits, sizesOf } from '../../src/pipeline/sizes.ts'
import { buildCatalog, contentFolder } from '../catalog.ts'
import { smallCatalog } from '../valid-solution.ts'

const file = (path: string, bytes = 1): FileEntry => ({ path: path as OutputPath, bytes, sha256: '' })

function hostsThatRefuse(files: readonly FileEntry[]): string[] {
  return exceededLimits(sizesOf(files, { site: 'errors' })).map(
    (sentence) => /for (.*?):/.exec(sentence)?.[1] ?? '',
  )
}

const spread = (count: number, folder: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => file(`${folder(number)}/${number}.html`))

test('a site of the largest size that each host takes exceeds nothing', () => {
  expect(hostsThatRefuse([...spread(19_999, String), file('index.json', 25 * 1024 * 1024)])).toEqual([])
})

test('one file more, or a larger one, is said', () => {
  expect(hostsThatRefuse(spread(20_001, String))).toEqual(['Cloudflare, free plan'])
  expect(hostsThatRefuse([file('index.json', 25 * 1024 * 1024 + 1)])).toEqual(['Cloudflare'])
  expect(hostsThatRefuse(spread(41, String).map((entry) => ({ ...entry, bytes: 25e6 })))).toEqual([
    'GitHub Pages',
  ])
  expect(hostsThatRefuse(spread(54_001, () => 'lookup'))).toEqual(['Cloudflare, free plan', 'Netlify'])
})

test('a build measures what it wrote', async () => {
  const { report, files } = await buildCatalog(contentFolder(smallCatalog))
  expect(report.sizes).toMatchObject({ files: files().length, bytes: report.output?.bytes })
})
