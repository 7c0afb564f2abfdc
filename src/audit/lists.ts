import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import * as z from 'zod'
import { type ChangeEntry, changesSchema, mostChanges } from '../model/json-files.ts'
import { collapse } from '../model/text.ts'
import { type Catalog, type Link, siteLinks } from './addresses.ts'
import { type Files, readJson } from './files.ts'
import { quote, type Report } from './finding.ts'
import { readBytes } from './folder.ts'
import type { PageFacts } from './page.ts'

/** Pages by address. */
export type Pages = ReadonlyMap<string, PageFacts>

/** The sitemap lists every page in force, by its canonical address, and nothing else. */
export function checkSitemap(files: Files, pages: Pages, catalog: Catalog, report: Report): readonly Link[] {
  const path = `${catalog.site}/sitemap.xml`
  const xml = readLinkedXml(path, files, catalog, report)
  if (xml === undefined) return []
  const fail = (message: string) => report('sitemap/pages', path, message)
  if (!isRoot(xml.elements[0], 'urlset', 'http://www.sitemaps.org/schemas/sitemap/0.9'))
    fail('Unexpected root element, expected a sitemap')
  const expected = new Set(
    [...catalog.pages.keys()]
      .filter((address) => pages.get(address)?.movedTo === undefined && !pages.get(address)?.retired)
      .map((address) => catalog.baseUrl + address),
  )
  const missing = new Set(expected)
  // The search page only runs a script: a crawler finds nothing there, but it may be listed.
  missing.delete(`${catalog.baseUrl}/${catalog.site}/search`)
  for (const { name, text } of xml.elements) {
    if (name === 'lastmod' && !/^\d{4}-\d{2}-\d{2}$/.test(text))
      fail(`Unexpected lastmod ${quote(text)}, expected a day`)
    if (name !== 'loc') continue
    if (!expected.delete(text)) fail(`Unexpected address ${quote(text)}, expected each page in force once`)
    missing.delete(text)
  }
  for (const address of missing) fail(`Missing address ${address}`)
  return xml.links
}

/** An entry of either feed, as its reader sees it. */
interface FeedEntry {
  readonly id: string
  readonly title: string
  readonly summary: string
}

const jsonFeed = z.looseObject({
  items: z.array(z.looseObject({ id: z.string(), title: z.string(), content_text: z.string() })),
})

/** The entries of the feeds say what index and pages say, and both feeds say the same. */
export function checkFeeds(files: Files, pages: Pages, catalog: Catalog, report: Report): readonly Link[] {
  const { site, baseUrl, targets } = catalog
  const path = `${site}/feed.xml`
  const xml = readLinkedXml(path, files, catalog, report)
  if (xml === undefined) return []
  const fail = (message: string) => report('feed/entries', path, message)
  if (!isRoot(xml.elements[0], 'feed', 'http://www.w3.org/2005/Atom'))
    fail('Unexpected root element, expected an Atom feed')
  const entries = entriesOf(xml.elements)
  for (const entry of entries) {
    const wrong = wrongInEntry(entry, pages, catalog)
    if (wrong) fail(wrong)
  }
  for (const { name, text, attributes } of xml.elements) {
    const href = attributes.get('href') ?? attributes.get('ref')
    if (href !== undefined && href !== `${baseUrl}/${site}` && !href.startsWith(`${baseUrl}/${site}/`))
      fail(`Unexpected link to ${quote(href)}, expected only addresses of the catalog`)
    if (name === 'at:deleted-entry' && targets.has((href ?? '').slice(baseUrl.length)))
      fail(`Unexpected removal of ${quote(href ?? '')}, which is still there`)
    if (name === 'updated' && !/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text))
      fail(`Unexpected updated ${quote(text)}, expected a time`)
  }
  const json = `${site}/feed.json`
  const items = readJson(files, json, jsonFeed)?.items ?? []
  const same = items.map(({ id, title, content_text: summary }) => ({ id, title, summary }))
  if (files.has(json) && JSON.stringify(same) !== JSON.stringify(entries))
    report('feed/entries', json, `Unexpected items, expected the entries of ${path}`)
  return xml.links
}

function entriesOf(elements: readonly XmlElement[]): FeedEntry[] {
  const found: Map<string, string>[] = []
  for (const { name, text } of elements) {
    if (name === 'entry' || name === 'at:deleted-entry') found.push(new Map([['kind', name]]))
    else found.at(-1)?.set(name, text)
  }
  return found
    .filter((parts) => parts.get('kind') === 'entry')
    .map((parts) => ({
      id: parts.get('id') ?? '',
      title: parts.get('title') ?? '',
      summary: parts.get('summary') ?? '',
    }))
}

/** An entry has title and fix of the index, or heading and description of a page that is retired or moved. */
function wrongInEntry({ id, title, summary }: FeedEntry, pages: Pages, catalog: Catalog): string | undefined {
  const address = id.slice(catalog.baseUrl.length)
  const entry = catalog.entries.get(address)
  const page = pages.get(address)
  const wrong = `Unexpected title or summary of ${id}, expected those of the page`
  if (entry) return title === entry.title && entry.fix.startsWith(summary) ? undefined : wrong
  if (page === undefined || (page.movedTo === undefined && !page.retired))
    return `Unexpected entry ${quote(id)}, expected a page of the catalog`
  // At an old address the heading is followed by the title of the page that the description names too.
  const { heading, description } = page
  const shown = collapse(title)
  const target = shown.slice(`${heading}: `.length)
  const isTitle =
    shown === heading || (shown.startsWith(heading) && target !== '' && description.endsWith(target))
  return summary === description && isTitle ? undefined : wrong
}

/** The elements of a sitemap or feed and the links in them. */
function readLinkedXml(path: string, files: Files, catalog: Catalog, report: Report) {
  const file = files.get(path)
  if (file === undefined) return undefined
  const elements = readXml(file.text)
  if (typeof elements === 'string') {
    report('file/syntax', path, `Unexpected ${elements}, expected XML of elements, attributes and text`)
    return undefined
  }
  const addresses = elements
    // Has the address of a page that was removed.
    .filter(({ name }) => name !== 'at:deleted-entry')
    .flatMap(({ attributes, text }) => [...attributes.values(), text])
    .filter((value) => value.startsWith(`${catalog.baseUrl}/`))
  return { elements, links: siteLinks(addresses, path, catalog) }
}

/** Is this the root of that vocabulary? */
const isRoot = (element: XmlElement | undefined, name: string, namespace: string): boolean =>
  element?.name === name && element.attributes.get('xmlns') === namespace

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** Text directly in the element. */
  text: string
}

/** The declaration, an end tag, a start tag, or text. Our files contain nothing else. */
const token = /<\?xml [^<>?]*\?>|<\/([\w:-]+)\s*>|<([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|[^<]+/y
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
}

/**
 * The elements of a feed or sitemap in document order, or what is wrong with it. Not a library, because it has to
 * refuse most of XML: comments, CDATA, doctypes and all references but those for markup could hide text.
 */
export function readXml(text: string): readonly XmlElement[] | string {
  const elements: XmlElement[] = []
  const open: XmlElement[] = []
  token.lastIndex = 0
  for (let at = 0; at < text.length; at = token.lastIndex) {
    const match = token.exec(text)
    if (match === null) return `markup that is not well-formed at character ${at}`
    const [whole, end, start, attributes = '', closed] = match
    if (/&(?!(?:amp|lt|gt|quot|apos|#39);)/.test(whole)) return `a reference or a bare & at character ${at}`
    if (whole.startsWith('<?xml')) {
      if (at !== 0) return 'a declaration after the start'
    } else if (end !== undefined) {
      if (open.pop()?.name !== end) return `</${end}> without its start`
    } else if (start !== undefined) {
      if (open.length === 0 && elements.length > 0) return `a second root <${start}>`
      const element: XmlElement = { name: start, attributes: readAttributes(attributes), text: '' }
      elements.push(element)
      if (closed === '') open.push(element)
    } else {
      const parent = open.at(-1)
      if (parent) parent.text += plain(whole)
      else if (whole.trim() !== '') return 'text outside the root element'
    }
  }
  return open.length > 0 || elements.length === 0 ? 'an end before the root is closed' : elements
}

function readAttributes(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/(?<![\w:-])([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      plain(value),
    ]),
  )
}

const plain = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|apos|#39);/g, (entity) => entities[entity] ?? entity)

/** The lists for agents start as llms.txt does, and those of a category say of all its solutions what the index says. */
export function checkAgentLists(files: Files, catalog: Catalog, report: Report): void {
  const { site, baseUrl, entries } = catalog
  const listed = new Set<string>()
  for (const [path, { text }] of files) {
    if (!/\/llms(?:-\d+)?\.txt$/.test(path)) continue
    if (!text.startsWith('# '))
      report('llms/entries', path, 'Unexpected first line, expected a first-level heading')
    for (const [, address = ''] of text.matchAll(/^- \[.*?\]\(([^)\s]*)\)/gm)) {
      if (!address.startsWith(`${baseUrl}/${site}/`))
        report(
          'llms/entries',
          path,
          `Unexpected link to ${quote(address)}, expected only addresses of the catalog`,
        )
    }
    for (const url of listedIn(path, text, catalog, report)) listed.add(url)
  }
  for (const url of entries.keys()) {
    const list = `${posix.dirname(url).slice(1)}/llms.txt`
    if (!listed.has(url)) report('llms/entries', list, `Missing link to ${url}.md`)
  }
  if (!files.get(`${site}/llms.txt`)?.text.includes(`${baseUrl}/${site}/solutions.json`))
    report('llms/entries', `${site}/llms.txt`, 'Missing link to solutions.json')
}

const listLine = /^- \[(.*)\]\((\S+)\.md\): (.*)$/gm

/** Solutions of the list's own category. */
function listedIn(path: string, text: string, { baseUrl, site, entries }: Catalog, report: Report): string[] {
  return [...text.matchAll(listLine)].flatMap(([, title = '', address = '', note = '']) => {
    const url = address.startsWith(baseUrl) ? address.slice(baseUrl.length) : ''
    const entry = entries.get(url)
    if (entry === undefined && url.startsWith(`/${site}/solutions/`))
      report('llms/entries', path, `Unexpected entry ${quote(url)}, expected solutions of the index`)
    if (entry === undefined || posix.dirname(url) !== `/${posix.dirname(path)}`) return []
    if (title.replace(/\\([[\]])/g, '$1') !== entry.title || !entry.fix.startsWith(note.trimEnd()))
      report('llms/entries', path, `Unexpected title or fix of ${url}, expected those of the index`)
    return [url]
  })
}

/** The change feed says of each address what is there. */
export function checkChanges(files: Files, pages: Pages, catalog: Catalog, report: Report): void {
  const { site, entries } = catalog
  const path = `${site}/changes.json`
  if (!files.has(path)) return
  const fail = (message: string) => report('changes/entries', path, message)
  const feed = readJson(files, path, changesSchema)
  if (feed === undefined) {
    fail('Unexpected content, expected that of its schema')
    return
  }
  const { count, total, changes } = feed
  if (count !== changes.length || count !== Math.min(total, mostChanges))
    fail(`Unexpected count ${count} of ${total}, expected the newest ${mostChanges}`)
  for (const [at, change] of changes.entries()) {
    const expected = expectedInstead(change, pages, catalog)
    if (expected) fail(`Unexpected ${change.kind} ${change.id}, expected ${expected}`)
    if (change.date > (changes[at - 1]?.date ?? change.date))
      fail(`${change.id} is out of order, expected the newest first`)
  }
  const listed = new Set(changes.map(({ id }) => id))
  if (listed.size < count) fail('Duplicate address, expected each once')
  for (const url of count === total ? entries.keys() : []) {
    if (!listed.has(url.slice(`/${site}/solutions/`.length))) fail(`Missing page ${url}`)
  }
}

/** What the change says should be at the address, if it is not. */
function expectedInstead(change: ChangeEntry, pages: Pages, catalog: Catalog): string | undefined {
  const { id, kind, to, sha256 } = change
  const { site, entries, folder } = catalog
  const address = `/${site}/solutions/${id}`
  const twin = `${address.slice(1)}.md`
  const exists = folder.files.has(twin)
  const page = pages.get(address)
  if (kind === 'removed') return exists || sha256 ? 'nothing at this address' : undefined
  if (kind === 'renamed' && page?.movedTo !== `/${site}/solutions/${to}`) return 'a page that redirects there'
  if ((kind === 'withdrawn' || kind === 'superseded') && !page?.retired) return 'a page that says so'
  if (/^(?:added|changed|reviewed)$/.test(kind) && !entries.has(address)) return 'a page of the index'
  if (kind === 'superseded' && !entries.has(`/${site}/solutions/${to}`)) return 'a successor in the index'
  const actual = exists && createHash('sha256').update(readBytes(folder, twin)).digest('hex')
  return actual === sha256 ? undefined : `the sha256 of ${twin}`
}

/** Each old address leads to a page in one step, also by the file that hosts read. */
export function checkRedirects(files: Files, pages: Pages, { targets }: Catalog, report: Report): void {
  const missing = new Set<string>()
  for (const { address, movedTo } of pages.values()) {
    if (movedTo === undefined) continue
    if (!targets.has(movedTo) || pages.get(movedTo)?.movedTo !== undefined || /\.[a-z]+$/.test(movedTo))
      report(
        'page/moved',
        `${address.slice(1)}/index.html`,
        `Unexpected target ${quote(movedTo)}, expected a page`,
      )
    missing.add(`${address} ${movedTo} 301`).add(`${address}.md ${movedTo}.md 301`)
  }
  const expected = new Set(missing)
  for (const line of files.get('_redirects')?.text.trimEnd().split('\n') ?? []) {
    missing.delete(line)
    if (!expected.delete(line))
      report('host/redirects', '_redirects', `Unexpected line ${quote(line)}, expected pages that moved`)
  }
  for (const line of missing) report('host/redirects', '_redirects', `Missing line \`${line}\``)
}
