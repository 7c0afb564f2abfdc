import { type Families, pageAt, requiredFiles, requiredPages } from './families.ts'
import { quote } from './finding.ts'
import type { Texts } from './prove-index-parts.ts'
import type { Subject } from './subject.ts'

/** What must be there whatever else is: the catalog's own files, and a page for every entry of the index. */
export function proveComplete({ pages }: Families, { folder, site, entries, report }: Subject): void {
  for (const path of requiredFiles(site)) {
    if (!folder.files.has(path))
      report('file/missing', path, 'Unexpected folder without this file, expected it in every catalog')
  }
  for (const address of requiredPages(site)) {
    const page = pageAt(address, site)
    if (page && !pages.has(address))
      report(
        'file/missing',
        page.index,
        `Unexpected folder without the page ${address}, expected it in every catalog`,
      )
  }
  for (const url of entries.keys()) {
    if (!pages.has(url))
      report(
        'index/page',
        `${site}/solutions.json`,
        `Unexpected entry of ${url}, expected a page at this address`,
      )
  }
}

/** Hosts take the nearest 404 page, or only the root's: both are the same. */
export function proveNotFoundCopies(texts: Texts, { site, report }: Subject): void {
  const [root, own] = [texts.get('404.html'), texts.get(`${site}/404.html`)]
  if (root === undefined || own === undefined || root === own) return
  report('file/differs', `${site}/404.html`, 'Unexpected content, expected that of 404.html')
}

/** Every fragment leads to an id of the page that it names. */
export function proveFragments({ fragments, ids, report }: Subject): void {
  for (const { from, page, id } of fragments) {
    if (ids.get(page)?.has(id) === false)
      report('link/fragment', from, `Unexpected fragment ${quote(`#${id}`)}, expected an id of ${page}`)
  }
}
