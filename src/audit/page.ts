import type { IndexEntry } from '../model/json-files.ts'
import { collapse, fixLength } from '../model/text.ts'
import { addressesIn, type Catalog, type Link, siteLinks } from './addresses.ts'
import { type Fail, failAt, quote, type Report } from './finding.ts'
import { checkReadable, decode, type PageFiles, type PageKind, readBytes } from './folder.ts'
import { checkFrame, linksOf } from './frame.ts'
import {
  attribute,
  classesOf,
  type Element,
  elementsOf,
  isText,
  noticesOf,
  type PageView,
  readPage,
  textOf,
  walk,
} from './page-view.ts'
import { letters } from './same-words.ts'
import { checkTwin } from './twin.ts'

/** What the checks across files need to know of a page. */
export interface PageFacts {
  readonly address: string
  readonly path: string
  readonly ids: ReadonlySet<string>
  /** Of the page and its twin. */
  readonly links: readonly Link[]
  readonly kind: PageKind
  /** Where its links lead: root-absolute paths on this site, whole addresses elsewhere. */
  readonly hrefs: readonly string[]
  readonly heading: string
  /** Letters of all that it says, its description included. */
  readonly words: string
  /** What stands in its header and footer, piece by piece. */
  readonly frame: readonly string[]
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
  const { heading, description, movedTo, elements } = view
  const retired = view.unlisted && page.kind === 'solution' && movedTo === undefined
  const { address, kind } = page
  const words = letters([...view.sections.map(({ text }) => text), heading, description].join(' '))
  const hrefs = linksOf(elements, catalog.baseUrl)
  const frame = elements.filter(isOfFrame).flatMap((element) => linesOf(element))
  return { address, path: html.path, kind, ids, links, hrefs, heading, words, frame, movedTo, retired }
}

const isOfFrame = ({ tagName, parentNode }: Element): boolean =>
  /^(?:header|footer)$/.test(tagName) && parentNode?.nodeName === 'body'

function linesOf(root: Element): string[] {
  const lines: string[] = []
  walk(root, (node) => {
    if (isText(node) && node.value.trim() !== '') lines.push(collapse(node.value))
  })
  return lines
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
  const entry = catalog.entries.get(page?.address ?? '')
  if (movedTo !== undefined) {
    const links = view.main ? elementsOf(view.main).map((element) => attribute(element, 'href')) : []
    if (entry) fail('page/moved', 'Unexpected entry in the index for a page that moved')
    if (!links.includes(movedTo)) fail('page/moved', `Missing visible link to ${quote(movedTo)}`)
  } else if (kind === 'solution') {
    if (entry) checkIndexText(entry, view, fail)
    if (unlisted && entry) fail('page/retired', 'Unexpected entry in the index for a retired page')
    if (unlisted && noticesOf(view).length === 0) fail('page/retired', 'Missing notice after the heading')
    if (!unlisted && !entry) fail('page/unlisted', 'Missing entry in solutions.json')
  }
}

/** Title, symptom, fix and source of the index are on the page, where its readers look for them. */
function checkIndexText({ title, symptom = '', fix, source }: IndexEntry, view: PageView, fail: Fail): void {
  const section = (id: string) => view.sections.find((section) => section.id === id)
  const textOfSection = (id: string) => section(id)?.text ?? ''
  const answer = view.elements.find((element) => classesOf(element).includes('answer'))
  const shown = answer && elementsOf(answer).find(({ tagName }) => tagName === 'p')
  if (
    shown &&
    !collapse(`${section('fix')?.heading} ${textOfSection('fix')}`).startsWith(collapse(textOf(shown)))
  )
    fail('text/fix', 'Unexpected words above the facts, expected the start of the fix')
  if (source !== undefined && !section('environment')?.hrefs.includes(source))
    fail('page/source', `Missing link to ${quote(source)} in the environment section`)
  if (collapse(title) !== view.heading)
    fail('text/title', `Unexpected heading ${quote(view.heading)}, expected the index's ${quote(title)}`)
  if (!textOfSection('symptom').startsWith(symptom))
    fail('text/symptom', `Unexpected symptom, expected it to start with the index's ${quote(symptom)}`)
  if ([...textOfSection('fix')].slice(0, fixLength).join('') !== fix)
    fail('text/fix', `Unexpected fix, expected it to start with the index's ${quote(fix)}`)
}
