import { collapse } from '../model/text.ts'
import { proveTextAddresses } from './address.ts'
import type { PageFiles, PageKind } from './families.ts'
import { type FindingCode, quote } from './finding.ts'
import type { PageSection } from './page-text.ts'
import { noticesOf } from './prove-moved.ts'
import { proveVisible } from './read-output.ts'
import type { PageView } from './read-page.ts'
import { linkDifference } from './same-links.ts'
import { additions, difference } from './same-words.ts'
import type { Subject } from './subject.ts'
import { readTwin, type Twin } from './twin.ts'

const frontmatterKeys = ['title', 'category', 'url', 'source', 'updated', 'verified']

/** Pages that say more than their twins: counts, grades, messages. */
const lists: ReadonlySet<PageKind> = new Set(['home', 'category', 'codes', 'code'])

type Tell = (code: FindingCode, message: string) => void

/** The Markdown twin: its frame, and the same words as the page. */
export function proveTwin(
  text: string,
  path: string,
  view: PageView,
  page: PageFiles,
  subject: Subject,
): void {
  const tell: Tell = (code, message) => subject.report(code, path, message)
  proveTextAddresses(subject, text, path)
  const twin = readTwin(text)
  if (twin === undefined) {
    tell(
      'twin/frontmatter',
      'Unexpected start, expected frontmatter of lines `key: value` between two lines `---`',
    )
    return
  }
  proveVisible([...twin.data.values()].join('\n'), path, subject.report)
  proveFrontmatter(twin, view, page, subject, tell)
  proveOpening(twin, view, subject, tell)
  if (view.movedTo !== undefined) {
    proveLeadsOn(twin, view.movedTo, subject, tell)
    proveNoMore(twin, view, tell)
    return
  }
  if (page.kind === 'solution') proveSections(twin, view, tell)
  else if (page.kind === 'guide') proveWhole(twin, view, tell)
  else if (lists.has(page.kind)) proveNoMore(twin, view, tell)
  if (page.kind === 'solution' || page.kind === 'guide') proveSameLinks(twin, view, subject, tell)
}

function proveFrontmatter(
  { data }: Twin,
  { heading, movedTo }: PageView,
  page: PageFiles,
  subject: Subject,
  tell: Tell,
): void {
  const category =
    page.kind === 'solution' && movedTo === undefined ? page.address.split('/').at(-2) : undefined
  const entry = subject.entries.get(page.address)
  const source = entry ? entry.source : data.get('source')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(data.get('updated') ?? '2026-01-01')) {
    tell('twin/frontmatter', `Unexpected updated ${quote(data.get('updated') ?? '')}, expected a day`)
  }
  const expected = { title: heading, category, url: subject.baseUrl + (movedTo ?? page.address), source }
  for (const [key, value] of Object.entries(expected)) {
    const found = data.get(key)
    if ((found && collapse(found)) === value) continue
    tell(
      'twin/frontmatter',
      `Unexpected ${key} ${quote(found ?? 'left out')}, expected ${quote(value ?? 'left out')}`,
    )
  }
  if ([...data.keys()].join() !== frontmatterKeys.filter((key) => data.has(key)).join()) {
    tell(
      'twin/frontmatter',
      `Unexpected keys ${[...data.keys()].join(', ')}, expected ${frontmatterKeys.join(', ')}`,
    )
  }
}

/** One line that leads to the catalog, then the title, nothing else. */
function proveOpening(
  { firstLine, preface, title }: Twin,
  { heading }: PageView,
  { baseUrl, site }: Subject,
  tell: Tell,
): void {
  if (!firstLine.includes(`${baseUrl}/${site}/llms.txt`)) {
    tell(
      'twin/first-line',
      `Unexpected first line ${quote(firstLine)}, expected a link to the catalog's llms.txt`,
    )
  }
  if (preface.trim() !== '')
    tell('twin/first-line', `Unexpected ${quote(preface.trim())} before the heading, expected one line`)
  if (collapse(title) !== heading)
    tell('twin/headings', `Unexpected heading ${quote(title)}, expected ${quote(heading)}`)
}

function proveSections(twin: Twin, view: PageView, tell: Tell): void {
  const [opening, ...sections] = twin.sections
  const [shownOpening, ...shown] = view.sections
  const added = additions(opening?.text ?? '', shownOpening?.text ?? '', twin.labels)
  if (added)
    tell('twin/text', `Unexpected text before the first section, expected none that the page lacks: ${added}`)
  const notices = noticesOf(view)
  if (notices.length > 0) tellDifference(opening?.text ?? '', notices.join(' '), twin, 'the notice', tell)
  const headings = sections.map(({ heading }) => collapse(heading))
  if (headings.join('\n') !== shown.map(({ heading }) => heading).join('\n')) {
    tell(
      'twin/headings',
      `Unexpected sections ${headings.join(', ')}, expected those of the page: ${shown.map(({ heading }) => heading).join(', ')}`,
    )
    return
  }
  for (const [index, { text }] of sections.entries())
    tellDifference(text, shown[index]?.written ?? '', twin, headings[index] ?? '', tell)
}

/** The twin at an old address names that of the new one. */
function proveLeadsOn(twin: Twin, to: string, { baseUrl }: Subject, tell: Tell): void {
  if (!bodyOf(twin).includes(`](${baseUrl}${to}.md)`))
    tell('twin/links', `Unexpected twin without a link to ${baseUrl}${to}.md, expected one`)
}

/** A guide's sections are its author's own, so all of it is one text. */
function proveWhole(twin: Twin, { heading, sections }: PageView, tell: Tell): void {
  const shown = shownIn(sections)
  tellDifference(bodyOf(twin), shown.slice(shown.indexOf(heading) + heading.length), twin, heading, tell)
}

/** The page of a list says more than its twin: counts, grades, headings. The twin says nothing of its own. */
function proveNoMore(twin: Twin, { sections }: PageView, tell: Tell): void {
  const added = additions(bodyOf(twin), shownIn(sections), twin.labels)
  if (added) tell('twin/text', `Unexpected text, expected none that the page lacks: ${added}`)
}

function proveSameLinks(twin: Twin, { sections }: PageView, { baseUrl }: Subject, tell: Tell): void {
  const hrefs = sections.flatMap(({ writtenHrefs }) => writtenHrefs)
  const links = hrefs.map((href) => (href.startsWith('/') ? baseUrl + href : href))
  const found = linkDifference(bodyOf(twin), { text: shownIn(sections), links })
  if (found) tell('twin/links', `Unexpected link, expected page and twin to have the same: ${found}`)
}

const bodyOf = ({ sections }: Twin): string =>
  sections.map(({ heading, text }) => `${heading}\n${text}`).join('\n')

const shownIn = (sections: readonly PageSection[]): string =>
  sections.map(({ heading, written }) => `${heading} ${written}`).join(' ')

function tellDifference(markdown: string, shown: string, { labels }: Twin, where: string, tell: Tell): void {
  const found = difference(markdown, shown, labels)
  if (found)
    tell(
      'twin/text',
      `Unexpected text under ${quote(where)}, expected page and twin to say the same: ${found}`,
    )
}
