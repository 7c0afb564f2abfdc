import { sectionKinds } from '../model/vocabulary.ts'
import { readAddress } from './address.ts'
import { type FindingCode, quote } from './finding.ts'
import { attribute, type Element, elementsOf, isElement, isText } from './html-tree.ts'
import { readBytes } from './read-output.ts'
import type { PageView } from './read-page.ts'
import type { Subject } from './subject.ts'

type Tell = (code: FindingCode, message: string) => void

/** First inside `main`, before anything else that an agent reads: the ways to the catalog and to the twin. */
export function proveAgentsLine({ path, page, main }: PageView, subject: Subject): void {
  const first = main?.childNodes.find((node) => !isText(node) || node.value.trim() !== '')
  const links =
    first && isElement(first) && first.tagName === 'p' ? linksOf(elementsOf(first), subject.baseUrl) : []
  const expected = [`/${subject.site}/llms.txt`, ...(page ? [`/${page.twin}`] : [])]
  if (links.join(' ') === expected.join(' ')) return
  subject.report(
    'page/agents-line',
    path,
    `Unexpected start of <main>, expected a line with links to ${expected.join(' and ')}`,
  )
}

/** The sections of a solution in the contract's order, the source where the reader looks for it, and the footer behind them. */
export function proveSolution(view: PageView, source: string | undefined, subject: Subject): void {
  const tell: Tell = (code, message) => subject.report(code, view.path, message)
  const sections = view.sections.slice(1)
  const ids = sections.map(({ id }) => id)
  const expected = sectionKinds.filter((kind) => kind !== 'checklist' || ids.includes('checklist'))
  if (ids.join() !== expected.join())
    tell('page/sections', `Unexpected sections ${ids.join(', ')}, expected ${expected.join(', ')}`)
  for (const { id, heading, text } of sections) {
    if (text === '' || heading === '')
      tell('page/sections', `Unexpected empty section ${quote(id)}, expected a heading and text`)
  }
  const environment = sections.find(({ id }) => id === 'environment')
  if (source !== undefined && !environment?.hrefs.includes(source)) {
    tell(
      'page/source',
      `Unexpected environment section without a link to ${quote(source)}, the source that the index names`,
    )
  }
  proveFooter(view, subject, tell)
}

/** Behind `main`: install the search skill, contribute a solution. */
function proveFooter({ elements }: PageView, { site, baseUrl }: Subject, tell: Tell): void {
  const last = elements.findLast(({ parentNode }) => parentNode?.nodeName === 'body')
  const links = last?.tagName === 'footer' ? linksOf(elementsOf(last), baseUrl) : []
  const skill = links.indexOf(`/${site}/skill`)
  if (skill !== -1 && links.slice(skill + 1).some((link) => link.startsWith('https://'))) return
  tell(
    'page/footer',
    'Unexpected end of the page, expected a footer that offers the search skill and then the way to contribute',
  )
}

/** A category page leads to every solution of the category, and to none that is out of the index. */
export function proveListed({ path, page, elements }: PageView, { entries, baseUrl, report }: Subject): void {
  const links = new Set(linksOf(elements, baseUrl))
  for (const url of entries.keys()) {
    if (page === undefined || !url.startsWith(`${page.address}/`) || links.has(url)) continue
    report('page/entries', path, `Unexpected list without ${url}, expected every solution of the category`)
  }
  for (const link of links) {
    if (page === undefined || !link.startsWith(`${page.address}/`) || link.endsWith('.txt')) continue
    if (!entries.has(link))
      report('page/entries', path, `Unexpected link to ${quote(link)}, expected solutions of the index`)
  }
}

/** A code's page compares several solutions, and leads to all that its lookup file has. */
export function proveHolders({ path, page, main }: PageView, subject: Subject): void {
  const { folder, site, entries, baseUrl, report } = subject
  const links = new Set(linksOf(main ? elementsOf(main) : [], baseUrl))
  const listed = [...links].filter((link) => entries.has(link))
  if (listed.length < 2)
    report('page/entries', path, `Unexpected list of ${listed.length}, expected several solutions`)
  const lookup = `${site}/lookup/${page?.address.split('/').at(-1)}.json`
  const held = folder.files.has(lookup) ? readBytes(folder, lookup).toString() : ''
  for (const [, url = ''] of held.matchAll(/"url":"([^"]+)"/g)) {
    if (!links.has(url))
      report('page/entries', path, `Unexpected list without ${url}, expected every solution of ${lookup}`)
  }
}

/** Where links lead: root-absolute paths without fragment on this site, whole addresses elsewhere. */
function linksOf(elements: readonly Element[], baseUrl: string): string[] {
  return elements.flatMap((element) => {
    const href = element.tagName === 'a' ? attribute(element, 'href') : undefined
    if (href === undefined) return []
    const address = readAddress(href, baseUrl)
    return [address.kind === 'site' ? address.path : href]
  })
}
