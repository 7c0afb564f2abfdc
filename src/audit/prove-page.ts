import type { IndexEntry } from '../model/json-files.ts'
import { collapse, fixLength } from '../model/text.ts'
import type { PageFiles } from './families.ts'
import { quote, type Report } from './finding.ts'
import { proveHead } from './prove-head.ts'
import { proveMarkup } from './prove-markup.ts'
import { proveMayBeGone, proveMoved, proveRetired } from './prove-moved.ts'
import { proveAgentsLine, proveHolders, proveListed, proveSolution } from './prove-shape.ts'
import { proveTwin } from './prove-twin.ts'
import { decode, type Folder, readBytes } from './read-output.ts'
import { type PageView, readPage } from './read-page.ts'
import type { Subject } from './subject.ts'

/** One page in all its forms; each file is read once and let go. */
export function provePage(page: PageFiles, subject: Subject): void {
  const { folder, report, ids } = subject
  for (const path of new Set([page.index, page.html, page.markdown, page.twin])) {
    if (!folder.files.has(path))
      report('file/missing', path, `Unexpected page without this file, expected all forms of ${page.address}`)
  }
  const html = readForms([page.index, page.html], folder, report)
  const text = html && decode(html.bytes, html.path, report)
  if (html === undefined || text === undefined) return
  const view = readPage(text, html.path, page, report)
  proveHtml(view, subject)
  ids.set(page.address, ids.get(html.path) ?? new Set())
  const markdown = readForms([page.markdown, page.twin], folder, report)
  const twin = markdown && decode(markdown.bytes, markdown.path, report)
  if (markdown === undefined || twin === undefined) return
  proveTwin(twin, markdown.path, view, page, subject)
  proveReadable(twin, markdown.path, report)
}

/** The first form that is there; the other must hold the same bytes. */
function readForms(
  [path, copy]: readonly [string, string],
  folder: Folder,
  report: Report,
): { path: string; bytes: Buffer } | undefined {
  if (!folder.files.has(path))
    return folder.files.has(copy) ? { path: copy, bytes: readBytes(folder, copy) } : undefined
  const bytes = readBytes(folder, path)
  if (copy !== path && folder.files.has(copy) && !readBytes(folder, copy).equals(bytes)) {
    report('file/differs', copy, `Unexpected bytes, expected those of ${path}`)
  }
  return { path, bytes }
}

function proveHtml(view: PageView, subject: Subject): void {
  proveFrame(view, subject)
  if (view.kind === 'category') proveListed(view, subject)
  if (view.kind === 'code') proveHolders(view, subject)
  if (view.movedTo !== undefined) proveMoved(view, view.movedTo, subject)
  if (view.kind !== 'solution' || view.movedTo !== undefined) return
  const entry = subject.entries.get(view.page?.address ?? '')
  proveSolution(view, entry?.source, subject)
  if (entry) proveIndexText(entry, view, subject.report)
  if (view.unlisted) proveRetired(view, subject)
  else if (!entry)
    subject.report(
      'page/unlisted',
      view.path,
      'Unexpected page that solutions.json does not list, expected an entry for it',
    )
}

/** What holds for every page; the 404 page has no more than this. */
export function proveFrame(view: PageView, subject: Subject): void {
  proveMarkup(view, subject)
  proveHead(view, subject)
  proveAgentsLine(view, subject)
  proveMayBeGone(view, subject)
}

/** Title, symptom and fix of the index stand on the page. */
function proveIndexText(
  { title, symptom = '', fix }: IndexEntry,
  { path, heading, sections }: PageView,
  report: Report,
): void {
  const textOfSection = (id: string) => sections.find((section) => section.id === id)?.text ?? ''
  if (collapse(title) !== heading)
    report('text/title', path, `Unexpected heading ${quote(heading)}, expected the index's ${quote(title)}`)
  if (!textOfSection('symptom').startsWith(symptom)) {
    report(
      'text/symptom',
      path,
      `Unexpected symptom, expected it to start with the index's ${quote(symptom)}`,
    )
  }
  if ([...textOfSection('fix')].slice(0, fixLength).join('') !== fix) {
    report(
      'text/fix',
      path,
      `Unexpected fix, expected its first ${fixLength} characters to be the index's ${quote(fix)}`,
    )
  }
}

const readableCharacters = 20_000

/** Nothing that is meant for reading is longer: fetch tools would cut it. */
export function proveReadable(text: string, path: string, report: Report): void {
  if (text.length < readableCharacters) return
  report(
    'file/too-long',
    path,
    `Unexpected ${text.length} characters, expected fewer than ${readableCharacters}`,
  )
}
