import { createHash } from 'node:crypto'
import { categories } from '../model/vocabulary.ts'
import type { Report } from './finding.ts'
import type { IndexFile } from './prove-index.ts'

/** Text of the files beside the pages, by path. */
export type Texts = ReadonlyMap<string, string>

/** The files that repeat the index: each category's part of it, and the small one that clients poll. */
export function proveIndexParts(index: IndexFile, site: string, texts: Texts, report: Report): void {
  for (const category of categories) {
    const path = `${site}/solutions/${category}/index.json`
    const text = texts.get(path)
    if (text !== undefined && text !== partOf(index, category)) {
      report(
        'index/part',
        path,
        `Unexpected content, expected the lines of solutions.json of category ${category}`,
      )
    }
  }
  const path = `${site}/version.json`
  const text = texts.get(path)
  if (text !== undefined && text !== versionOf(index)) {
    report('index/version', path, `Unexpected content, expected ${versionOf(index).trim()}`)
  }
}

function partOf({ generated, baseUrl, lines }: IndexFile, category: string): string {
  const own = lines.filter((line) => line.category === category).map(({ text }) => text)
  const head = JSON.stringify({ generated, count: own.length, base_url: baseUrl, category }).slice(0, -1)
  return `${head},"solutions":[\n${own.join(',\n')}${own.length > 0 ? '\n' : ''}]}\n`
}

function versionOf({ generated, lines, bytes }: IndexFile): string {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return `${JSON.stringify({ generated, count: lines.length, sha256, bytes: bytes.length })}\n`
}
