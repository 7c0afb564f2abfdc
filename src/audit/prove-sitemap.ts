import type { Families } from './families.ts'
import { quote } from './finding.ts'
import { isRoot, type XmlElement } from './read-xml.ts'
import type { Subject } from './subject.ts'

/** The sitemap names every page that is in force, by its canonical address, and nothing else. */
export function proveSitemap(
  { pages }: Families,
  elements: readonly XmlElement[] | undefined,
  { site, baseUrl, moved, retired, report }: Subject,
): void {
  if (elements === undefined) return
  const path = `${site}/sitemap.xml`
  const tell = (message: string) => report('sitemap/pages', path, message)
  if (!isRoot(elements[0], 'urlset', 'http://www.sitemaps.org/schemas/sitemap/0.9'))
    tell('Unexpected root, expected a sitemap')
  const listed = elements.filter(({ name }) => name === 'loc').map(({ text }) => text)
  // A page that only runs a script is nothing to find by a crawler, but it may be listed.
  const optional = `${baseUrl}/${site}/search`
  const expected = new Set(
    [...pages.keys()]
      .filter((address) => !moved.has(address) && !retired.has(address))
      .map((address) => baseUrl + address)
      .filter((address) => address !== optional),
  )
  const seen = new Set<string>()
  for (const address of listed) {
    if (seen.has(address) || (!expected.has(address) && address !== optional)) {
      tell(`Unexpected address ${quote(address)}, expected each page once`)
    }
    seen.add(address)
  }
  for (const address of expected) {
    if (!seen.has(address)) tell(`Unexpected sitemap without ${address}, expected every page in force`)
  }
  for (const { name, text } of elements) {
    if (name === 'lastmod' && !/^\d{4}-\d{2}-\d{2}$/.test(text))
      tell(`Unexpected lastmod ${quote(text)}, expected a day`)
  }
}
