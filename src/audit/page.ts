import type { IndexEntry } from '../model/json-files.ts'
import { collapse, fixLength } from '../model/text.ts'
import { sectionKinds } from '../model/vocabulary.ts'
import { addressesIn, type Catalog, type Link, siteLinks } from './addresses.ts'
import { type Fail, failAt, quote, type Report } from './finding.ts'
import { checkReadable, decode, type PageFiles, readBytes } from './folder.ts'
import { checkFrame, linksOf } from './frame.ts'
import { attribute, elementsOf, noticesOf, type PageView, readPage } from './page-view.ts'
import { checkTwin } from './twin.ts'

/** What the checks across files need to know of a page. */
export interface PageFacts {
  readonly address: string
  readonly path: string
  readonly ids: ReadonlySet<string>
  /** Of the page and its twin. */
  readonly links: readonly Link[]
  readonly heading: string
  readonly description: string
  /** Where the page at an old address redirects. */
  readonly movedTo: string | undefined
  /** Was it withdrawn or superseded? */
  readonly retired: boolean
}

/** Checks one page in all its forms; undefined when there is no readable HTML. */
export function checkPage(page: PageFiles, catalog: Catalog, report: Report): PageFacts | undefined {
  for (const path of new Set([page.index, page.html, page.markdown, page.twin])) {
    if (!catalog.folder.files.has(path))
      report('file/missing', path, `Missing form of the page ${page.address}`)
  }
  const html = readForms([page.index, page.html], catalog, report)
  if (html === undefined) return undefined
  const fail = failAt(report, html.path)
  const view = readPage(html.text, html.path, page, fail)
  const { ids, links } = checkFrame(view, catalog, fail)
  checkKind(view, catalog, fail)
  const twin = readForms([page.markdown, page.twin], catalog, report)
  if (twin) {
    checkTwin(twin.text, view, page, catalog, failAt(report, twin.path))
    checkReadable(twin.text, failAt(report, twin.path))
    links.push(...siteLinks(addressesIn(twin.text, catalog), twin.path, catalog))
  }
  const { heading, description, movedTo, unlisted, kind } = view
  const retired = unlisted && kind === 'solution' && movedTo === undefined
  return { address: page.address, path: html.path, ids, links, heading, description, movedTo, retired }
}

/** The text of the first form that exists; the other must have the same bytes. */
function readForms(forms: readonly string[], { folder }: Catalog, report: Report) {
  const [path, copy] = forms.filter((form) => folder.files.has(form))
  if (path === undefined) return undefined
  const bytes = readBytes(folder, path)
  if (copy !== undefined && copy !== path && !readBytes(folder, copy).equals(bytes))
    report('file/differs', copy, `Unexpected bytes, expected those of ${path}`)
  const text = decode(bytes, path, report)
  return text === undefined ? undefined : { path, text }
}

function checkKind(view: PageView, catalog: Catalog, fail: Fail): void {
  const { kind, movedTo, page, unlisted } = view
  if (kind === 'category') checkCategory(view, catalog, fail)
  if (kind === 'code') checkCode(view, catalog, fail)
  const entry = catalog.entries.get(page?.address ?? '')
  if (movedTo !== undefined) {
    const links = view.main ? elementsOf(view.main).map((element) => attribute(element, 'href')) : []
    if (entry) fail('page/moved', 'Unexpected entry in the index for a page that moved')
    if (!links.includes(movedTo)) fail('page/moved', `Missing visible link to ${quote(movedTo)}`)
  } else if (kind === 'solution') {
    checkSolution(view, entry?.source, catalog, fail)
    if (entry) checkIndexText(entry, view, fail)
    if (unlisted && entry) fail('page/retired', 'Unexpected entry in the index for a retired page')
    if (unlisted && noticesOf(view).length === 0) fail('page/retired', 'Missing notice after the heading')
    if (!unlisted && !entry) fail('page/unlisted', 'Missing entry in solutions.json')
  }
}

/** The sections of a solution in the contract's order, the source where the reader looks for it, then the footer. */
function checkSolution(view: PageView, source: string | undefined, catalog: Catalog, fail: Fail): void {
  const sections = view.sections.slice(1)
  const ids = sections.map(({ id }) => id)
  const expected = sectionKinds.filter((kind) => kind !== 'checklist' || ids.includes('checklist'))
  if (ids.join() !== expected.join())
    fail('page/sections', `Unexpected sections ${ids.join(', ')}, expected ${expected.join(', ')}`)
  for (const { id, heading, text } of sections) {
    if (text === '' || heading === '') fail('page/sections', `Section ${quote(id)} lacks its heading or text`)
  }
  const environment = sections.find(({ id }) => id === 'environment')
  if (source !== undefined && !environment?.hrefs.includes(source))
    fail('page/source', `Missing link to ${quote(source)} in the environment section`)
  // The footer offers to install the search skill, then to contribute a solution.
  const last = view.elements.findLast(({ parentNode }) => parentNode?.nodeName === 'body')
  const links = last?.tagName === 'footer' ? linksOf(elementsOf(last), catalog.baseUrl) : []
  const skill = links.indexOf(`/${catalog.site}/skill`)
  if (skill === -1 || !links.slice(skill + 1).some((link) => link.startsWith('https://')))
    fail('page/footer', 'Missing footer at the end, with links to the search skill and then to contribute')
}

/** Title, symptom and fix of the index are on the page. */
function checkIndexText({ title, symptom = '', fix }: IndexEntry, view: PageView, fail: Fail): void {
  const textOfSection = (id: string) => view.sections.find((section) => section.id === id)?.text ?? ''
  if (collapse(title) !== view.heading)
    fail('text/title', `Unexpected heading ${quote(view.heading)}, expected the index's ${quote(title)}`)
  if (!textOfSection('symptom').startsWith(symptom))
    fail('text/symptom', `Unexpected symptom, expected it to start with the index's ${quote(symptom)}`)
  if ([...textOfSection('fix')].slice(0, fixLength).join('') !== fix)
    fail('text/fix', `Unexpected fix, expected it to start with the index's ${quote(fix)}`)
}

/** A category page lists every solution of the category, and none that the index lacks. */
function checkCategory({ page, elements }: PageView, { entries, baseUrl }: Catalog, fail: Fail): void {
  const isOwn = (address: string) => page !== undefined && address.startsWith(`${page.address}/`)
  const links = new Set(linksOf(elements, baseUrl))
  for (const url of entries.keys()) {
    if (isOwn(url) && !links.has(url)) fail('page/entries', `Missing link to ${url}`)
  }
  for (const link of links) {
    if (isOwn(link) && !link.endsWith('.txt') && !entries.has(link))
      fail('page/entries', `Unexpected link to ${quote(link)}, which the index lacks`)
  }
}

/** A code's page compares several solutions, and links to all that its lookup file has. */
function checkCode({ page, main }: PageView, { folder, site, entries, baseUrl }: Catalog, fail: Fail): void {
  const links = new Set(linksOf(main ? elementsOf(main) : [], baseUrl))
  const listed = [...links].filter((link) => entries.has(link))
  if (listed.length < 2)
    fail('page/entries', `Unexpected list of ${listed.length}, expected several solutions`)
  const lookup = `${site}/lookup/${page?.address.split('/').at(-1)}.json`
  const text = folder.files.has(lookup) ? readBytes(folder, lookup).toString() : ''
  for (const [, url = ''] of text.matchAll(/"url":"([^"]+)"/g)) {
    if (!links.has(url)) fail('page/entries', `Missing link to ${url}, which is in ${lookup}`)
  }
}
