import { collapse } from '../model/text.ts'
import type { Catalog } from './addresses.ts'
import { type Fail, quote } from './finding.ts'
import { checkVisible, type PageFiles, type PageKind } from './folder.ts'
import { noticesOf, type PageSection, type PageView } from './page-view.ts'
import { additions, difference, linkDifference } from './same-words.ts'

const frontmatterKeys = [
  ...['title', 'category', 'url', 'source', 'updated', 'lang', 'affects', 'evidence', 'retry'],
  ...['verified', 'measured', 'unaided'],
]

/** Pages that say more than their twins: counts, grades, messages. */
const lists: ReadonlySet<PageKind | 'not-found'> = new Set([
  'home',
  'solutions',
  'guides',
  'category',
  'product',
  'codes',
  'code',
])

/** Checks the Markdown twin: its frame, and that it has the same words and links as the page. */
export function checkTwin(text: string, view: PageView, page: PageFiles, catalog: Catalog, fail: Fail): void {
  const twin = readTwin(text)
  if (twin === undefined) {
    fail('twin/frontmatter', 'Unexpected start, expected frontmatter of lines `key: value`')
    return
  }
  checkVisible([...twin.data.values()].join('\n'), fail)
  checkFrontmatter(twin, view, page, catalog, fail)
  checkOpening(twin, view, catalog, fail)
  const { kind, movedTo, heading } = view
  const shown = shownIn(view.sections)
  if (movedTo !== undefined) {
    const target = `${catalog.baseUrl}${movedTo}.md`
    if (!twin.body.includes(`](${target})`)) fail('twin/links', `Missing link to ${target}`)
  }
  // The page of a list says more than its twin: counts, grades, headings.
  const added = (movedTo !== undefined || lists.has(kind)) && additions(twin.body, shown, twin.labels)
  if (added) fail('twin/text', `Text that the page lacks: ${added}`)
  if (movedTo !== undefined || (kind !== 'solution' && kind !== 'guide')) return
  if (kind === 'solution') checkSections(twin, view, fail)
  // A guide's sections are its author's own, so all of it is one text.
  else checkSame(twin.body, shown.slice(shown.indexOf(heading) + heading.length), twin, heading, fail)
  const hrefs = view.sections.flatMap(({ writtenHrefs }) => writtenHrefs)
  const links = hrefs.map((href) => (href.startsWith('/') ? catalog.baseUrl + href : href))
  const found = linkDifference(twin.body, { text: shown, links })
  if (found) fail('twin/links', `Page and twin have different links: ${found}`)
}

function checkFrontmatter(
  { data }: Twin,
  view: PageView,
  page: PageFiles,
  catalog: Catalog,
  fail: Fail,
): void {
  const { heading, movedTo } = view
  const { entries, baseUrl } = catalog
  const category =
    page.kind === 'solution' && movedTo === undefined ? page.address.split('/').at(-2) : undefined
  const entry = entries.get(page.address)
  const source = entry ? entry.source : data.get('source')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(data.get('updated') ?? '2026-01-01'))
    fail('twin/frontmatter', `Unexpected updated ${quote(data.get('updated') ?? '')}, expected a day`)
  const expected = { title: heading, category, url: baseUrl + (movedTo ?? page.address), source }
  for (const [key, value] of Object.entries(expected)) {
    const found = data.get(key)
    if ((found && collapse(found)) !== value)
      fail(
        'twin/frontmatter',
        `Unexpected ${key} ${quote(found ?? 'none')}, expected ${quote(value ?? 'none')}`,
      )
  }
  const keys = [...data.keys()].join(', ')
  if (keys !== frontmatterKeys.filter((key) => data.has(key)).join(', '))
    fail('twin/frontmatter', `Unexpected keys ${keys}, expected ${frontmatterKeys.join(', ')}`)
}

/** One line that links to the catalog, then the title, nothing else. */
function checkOpening(twin: Twin, { heading }: PageView, { baseUrl, site }: Catalog, fail: Fail): void {
  const { firstLine, preface, title } = twin
  if (!firstLine.includes(`${baseUrl}/${site}/llms.txt`))
    fail(
      'twin/first-line',
      `Unexpected first line ${quote(firstLine)}, expected a link to the catalog's llms.txt`,
    )
  if (preface.trim() !== '')
    fail('twin/first-line', `Unexpected ${quote(preface.trim())} before the heading, expected one line`)
  if (collapse(title) !== heading)
    fail('twin/headings', `Unexpected heading ${quote(title)}, expected ${quote(heading)}`)
}

function checkSections(twin: Twin, view: PageView, fail: Fail): void {
  const [opening = { text: '' }, ...sections] = twin.sections
  const [shownOpening, ...shown] = view.sections
  const added = additions(opening.text, shownOpening?.text ?? '', twin.labels)
  if (added) fail('twin/text', `Text before the first section that the page lacks: ${added}`)
  const notices = noticesOf(view)
  if (notices.length > 0) checkSame(opening.text, notices.join(' '), twin, 'the notice', fail)
  const [headings, expected] = [
    sections.map(({ heading }) => collapse(heading)),
    shown.map(({ heading }) => heading),
  ]
  if (headings.join('\n') !== expected.join('\n'))
    fail(
      'twin/headings',
      `Unexpected sections ${headings.join(', ')}, expected the page's: ${expected.join(', ')}`,
    )
  else
    for (const [at, { text }] of sections.entries())
      checkSame(text, shown[at]?.written ?? '', twin, headings[at] ?? '', fail)
}

function checkSame(markdown: string, shown: string, { labels }: Twin, where: string, fail: Fail): void {
  const found = difference(markdown, shown, labels)
  if (found) fail('twin/text', `Page and twin differ under ${quote(where)}: ${found}`)
}

const shownIn = (sections: readonly PageSection[]): string =>
  sections.map(({ heading, written }) => `${heading} ${written}`).join(' ')

/** A Markdown twin, read line by line without a Markdown parser, which would share the builder's bugs. */
interface Twin {
  readonly data: ReadonlyMap<string, string>
  /** The first line that a reader sees. */
  readonly firstLine: string
  /** What is between that line and the first-level heading. */
  readonly preface: string
  /** The first-level heading. */
  readonly title: string
  /** Cut at the second-level headings; the first section is what precedes them. */
  readonly sections: readonly { readonly heading: string; readonly text: string }[]
  /** All sections. */
  readonly body: string
  /** Labels in brackets, lower-case: a link definition is used if its label occurs once more. */
  readonly labels: ReadonlySet<string>
}

/** Undefined when the file does not start with frontmatter of lines `key: value`. */
function readTwin(file: string): Twin | undefined {
  const block = /^---\n((?:[a-z_]+: [^\n]*\n)+)---\n\s*/.exec(file)
  if (block === null) return undefined
  const body = file.slice(block[0].length)
  const firstLine = body.split('\n', 1)[0] ?? ''
  const title = /^# (.*)\n?/m.exec(body)
  const sections = cut(body.slice(title ? title.index + title[0].length : firstLine.length))
  return {
    data: new Map(block[1]?.trimEnd().split('\n').map(keyAndValue)),
    firstLine,
    preface: body.slice(firstLine.length, title?.index),
    title: title?.[1] ?? '',
    sections,
    body: sections.map(({ heading, text }) => `${heading}\n${text}`).join('\n'),
    labels: new Set([...body.matchAll(/\[([^[\]\n]+)\](?!:)/g)].map(([, label = '']) => label.toLowerCase())),
  }
}

/** A quoted value is a JSON string. */
function keyAndValue(line: string): [string, string] {
  const colon = line.indexOf(': ')
  const [key, value] = [line.slice(0, colon), line.slice(colon + 2)]
  try {
    return [key, value.startsWith('"') ? String(JSON.parse(value)) : value]
  } catch {
    return [key, value]
  }
}

const fenceMark = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)/

/** Cuts at lines `## …` outside of code blocks. */
function cut(body: string): { heading: string; text: string }[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }]
  let fence: string | undefined
  for (const line of body.split('\n')) {
    const [, mark, rest = ''] = fenceMark.exec(line) ?? []
    const heading = fence === undefined ? /^ {0,3}## (.*)$/.exec(line)?.[1] : undefined
    if (heading !== undefined) sections.push({ heading, lines: [] })
    else sections.at(-1)?.lines.push(line)
    if (mark === undefined) continue
    if (fence === undefined) fence = mark.startsWith('`') && rest.includes('`') ? undefined : mark
    else if (mark.startsWith(fence) && rest.trim() === '') fence = undefined
  }
  return sections.map(({ heading, lines }) => ({ heading, text: lines.join('\n') }))
}
