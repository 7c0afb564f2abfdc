import type { Families } from './families.ts'
import { quote } from './finding.ts'
import type { XmlElement } from './read-xml.ts'
import type { Subject } from './subject.ts'

/** The sitemap names every page, by its canonical address, and nothing else. */
export function proveSitemap(
  { pages }: Families,
  elements: readonly XmlElement[] | undefined,
  { site, baseUrl, report }: Subject,
): void {
  if (elements === undefined) return
  const path = `${site}/sitemap.xml`
  const listed = elements.filter(({ name }) => name === 'loc').map(({ text }) => text)
  const expected = new Set(
    [...pages.values()].filter(({ kind }) => kind !== 'search').map(({ address }) => baseUrl + address),
  )
  const seen = new Set<string>()
  for (const address of listed) {
    if (seen.has(address) || (!expected.has(address) && address !== `${baseUrl}/${site}/search`)) {
      report('sitemap/pages', path, `Unexpected address ${quote(address)}, expected each page once`)
    }
    seen.add(address)
  }
  for (const address of expected) {
    if (!seen.has(address))
      report('sitemap/pages', path, `Unexpected sitemap without ${address}, expected every page`)
  }
}
