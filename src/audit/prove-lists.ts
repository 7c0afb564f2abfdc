import { posix } from 'node:path'
import { quote } from './finding.ts'
import type { Texts } from './prove-index-parts.ts'
import type { Subject } from './subject.ts'

/** The lists for agents open as llms.txt does, and those of a category say of all its solutions what the index says. */
export function proveLists(texts: Texts, subject: Subject): void {
  const { site, baseUrl, entries, report } = subject
  const listed = new Set<string>()
  for (const [path, text] of texts) {
    if (!/\/llms(?:-\d+)?\.txt$/.test(path)) continue
    if (!text.startsWith('# '))
      report('llms/entries', path, 'Unexpected first line, expected a first-level heading')
    const foreign = [...text.matchAll(/^- \[.*?\]\(([^)\s]*)\)/gm)].find(
      ([, address]) => !address?.startsWith(`${baseUrl}/${site}/`),
    )
    if (foreign)
      report('llms/entries', path, `Unexpected link to ${foreign[1]}, expected only addresses of the catalog`)
    for (const url of provenEntries(path, text, subject)) listed.add(url)
  }
  for (const url of entries.keys()) {
    if (listed.has(url)) continue
    const list = `${posix.dirname(url).slice(1)}/llms.txt`
    report('llms/entries', list, `Unexpected list without ${url}.md, expected every solution of the category`)
  }
  if (!texts.get(`${site}/llms.txt`)?.includes(`${baseUrl}/${site}/solutions.json`)) {
    report(
      'llms/entries',
      `${site}/llms.txt`,
      'Unexpected text without the address of solutions.json, expected a way to the index',
    )
  }
}

const listLine = /^- \[(.*)\]\((\S+)\.md\): (.*)$/gm

/** Solutions of the list's own category. */
function provenEntries(path: string, text: string, { baseUrl, site, entries, report }: Subject): string[] {
  return [...text.matchAll(listLine)].flatMap(([, title = '', address = '', note = '']) => {
    const url = address.startsWith(baseUrl) ? address.slice(baseUrl.length) : ''
    const entry = entries.get(url)
    if (entry === undefined && url.startsWith(`/${site}/solutions/`))
      report('llms/entries', path, `Unexpected entry ${quote(url)}, expected solutions of the index`)
    if (entry === undefined || posix.dirname(url) !== `/${posix.dirname(path)}`) return []
    if (title.replace(/\\([[\]])/g, '$1') !== entry.title || !entry.fix.startsWith(note.trimEnd())) {
      report('llms/entries', path, `Unexpected title or fix of ${url}, expected those of the index`)
    }
    return [url]
  })
}
