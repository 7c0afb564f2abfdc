import type { Families } from './families.ts'
import { quote } from './finding.ts'
import type { XmlElement } from './read-xml.ts'
import type { Subject } from './subject.ts'

type Elements = readonly XmlElement[]

/** The sitemap names every page that is in force, by its canonical address, and nothing else. */
export function proveSitemap(
  { pages }: Families,
  elements: Elements | undefined,
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

/** The entries of the feed say what the index says. */
export function proveFeed(elements: Elements | undefined, { site, baseUrl, entries, report }: Subject): void {
  if (elements === undefined) return
  const tell = (message: string) => report('feed/entries', `${site}/feed.xml`, message)
  if (!isRoot(elements[0], 'feed', 'http://www.w3.org/2005/Atom'))
    tell('Unexpected root, expected an Atom feed')
  for (const parts of entriesOf(elements)) {
    const id = parts.get('id') ?? ''
    const entry = entries.get(id.slice(baseUrl.length))
    if (entry === undefined) tell(`Unexpected entry ${quote(id)}, expected a solution of the index`)
    else if (parts.get('title') !== entry.title || !entry.fix.startsWith(parts.get('summary') ?? '')) {
      tell(`Unexpected title or summary of ${id}, expected those of the index`)
    }
  }
  for (const { name, text, attributes } of elements) {
    const href = attributes.get('href')
    if (href !== undefined && href !== `${baseUrl}/${site}` && !href.startsWith(`${baseUrl}/${site}/`)) {
      tell(`Unexpected link to ${quote(href)}, expected only addresses of the catalog`)
    }
    if (name === 'updated' && !/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text))
      tell(`Unexpected updated ${quote(text)}, expected a time`)
  }
}

/** Each `entry` as the texts of its children. */
function entriesOf(elements: Elements): Map<string, string>[] {
  const found: Map<string, string>[] = []
  for (const { name, text } of elements) {
    if (name === 'entry') found.push(new Map())
    else found.at(-1)?.set(name, text)
  }
  return found
}

function isRoot(element: XmlElement | undefined, name: string, namespace: string): boolean {
  return element?.name === name && element.attributes.get('xmlns') === namespace
}
