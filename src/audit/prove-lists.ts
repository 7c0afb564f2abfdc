import { posix } from 'node:path'
import type { Texts } from './prove-index-parts.ts'
import type { Subject } from './subject.ts'

/** The lists for agents open as llms.txt does, and those of a category name all its solutions. */
export function proveLists(texts: Texts, { site, baseUrl, entries, report }: Subject): void {
  const named = new Map<string, string>()
  for (const [path, text] of texts) {
    const folder = /^(.*)\/llms(?:-\d+)?\.txt$/.exec(path)?.[1]
    if (folder === undefined) continue
    if (!text.startsWith('# '))
      report('llms/entries', path, 'Unexpected first line, expected a first-level heading')
    named.set(folder, (named.get(folder) ?? '') + text)
  }
  for (const url of entries.keys()) {
    const folder = posix.dirname(url).slice(1)
    if (named.get(folder)?.includes(`(${baseUrl}${url}.md)`)) continue
    report(
      'llms/entries',
      `${folder}/llms.txt`,
      `Unexpected list without ${url}.md, expected every solution of the category`,
    )
  }
  if (!texts.get(`${site}/llms.txt`)?.includes(`${baseUrl}/${site}/solutions.json`)) {
    report(
      'llms/entries',
      `${site}/llms.txt`,
      'Unexpected text without the address of solutions.json, expected a way to the index',
    )
  }
}
