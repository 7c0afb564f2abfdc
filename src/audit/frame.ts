import { collapse } from '../model/text.ts'
import { type Catalog, type Link, readAddress } from './addresses.ts'
import { type Fail, type FindingCode, quote } from './finding.ts'
import { checkMarkup } from './markup.ts'
import {
  attribute,
  type Element,
  elementsOf,
  isElement,
  isText,
  metaContents,
  type PageView,
  textOf,
} from './page-view.ts'

/** Of the picture that is shown where an address is shared. */
export const cardSize = { width: 1200, height: 630 }

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; script-src 'self'; connect-src 'self'"

/** What applies to every page; the 404 page has no other checks. */
export function checkFrame(
  view: PageView,
  catalog: Catalog,
  fail: Fail,
): { ids: Set<string>; links: Link[] } {
  const found = checkMarkup(view, catalog, fail)
  checkHead(view, catalog, fail)
  checkAgentsLine(view, catalog, fail)
  const { kind, movedTo, unlisted } = view
  if (movedTo !== undefined && kind !== 'solution' && kind !== 'guide')
    fail('page/moved', 'Unexpected refresh, expected a page that stays')
  if (unlisted && (kind !== 'solution' || movedTo !== undefined))
    fail('page/retired', 'Unexpected robots, expected a page that search engines may list')
  return found
}

/** First inside `main`, before anything else that an agent reads: links to the catalog and to the twin. */
function checkAgentsLine({ page, main }: PageView, { site, baseUrl }: Catalog, fail: Fail): void {
  const first = main?.childNodes.find((node) => !isText(node) || node.value.trim() !== '')
  const isLine = first && isElement(first) && first.tagName === 'p'
  const links = isLine ? linksOf(elementsOf(first), baseUrl) : []
  const expected = [`/${site}/llms.txt`, ...(page ? [`/${page.twin}`] : [])]
  if (links.join(' ') !== expected.join(' '))
    fail(
      'page/agents-line',
      `Unexpected start of <main>, expected a line with links to ${expected.join(' and ')}`,
    )
}

/** Where links lead: root-absolute paths without fragment on this site, whole addresses elsewhere. */
export function linksOf(elements: readonly Element[], baseUrl: string): string[] {
  return elements.flatMap((element) => {
    const href = element.tagName === 'a' ? attribute(element, 'href') : undefined
    if (href === undefined) return []
    const address = readAddress(href, baseUrl)
    return [address.kind === 'site' ? address.path : href]
  })
}

/** Checks what the head of a page says about it. */
function checkHead(view: PageView, catalog: Catalog, fail: Fail): void {
  const [root, head] = view.elements
  if (root === undefined || head?.tagName !== 'head') return
  const found = elementsOf(head)
  if (!attribute(root, 'lang')) fail('head/lang', 'Missing <html lang>')
  if (attribute(found[0] ?? root, 'charset')?.toLowerCase() !== 'utf-8')
    fail('head/charset', 'Missing <meta charset="utf-8"> at the start of the head')
  checkPolicy(found, fail)
  checkWords(found, view, catalog, fail)
}

/** The policy applies to what follows it, so it precedes everything that is loaded. */
function checkPolicy(found: readonly Element[], fail: Fail): void {
  const isPolicy = (element: Element) =>
    attribute(element, 'http-equiv')?.toLowerCase() === 'content-security-policy'
  const content = metaContents(found, 'http-equiv', 'content-security-policy').join(' / ')
  if (content !== policy)
    fail(
      'head/policy',
      `Unexpected content security policy ${quote(content)}, expected exactly that of every page`,
    )
  const first = found.findIndex(({ tagName }) => tagName === 'link' || tagName === 'script')
  if (first !== -1 && first < found.findIndex(isPolicy))
    fail('head/policy', 'Unexpected content security policy after a link or script, expected it before them')
}

/** The address of the card that the page names, if the folder has it, else that of the site's card. */
function cardAddress(found: readonly Element[], { baseUrl, site, targets }: Catalog): string {
  const named = metaContents(found, 'property', 'og:image')[0] ?? ''
  const isDrawn = named.startsWith(`${baseUrl}/${site}/cards/`) && targets.has(named.slice(baseUrl.length))
  return isDrawn ? named : `${baseUrl}/${site}/card.png`
}

/** What the head says about the page is what the page says itself. */
function checkWords(found: readonly Element[], view: PageView, catalog: Catalog, fail: Fail): void {
  const { baseUrl, site } = catalog
  const { heading, description, page, movedTo, sections } = view
  const address = baseUrl + (movedTo ?? page?.address ?? '')
  const links = (rel: string, type?: string) =>
    found
      .filter((element) => attribute(element, 'rel') === rel && attribute(element, 'type') === type)
      .map((element) => attribute(element, 'href'))
  const exact: [FindingCode, string, (string | undefined)[], string | undefined][] = [
    ['head/canonical', 'canonical address', links('canonical'), page && address],
    ['head/twin', 'twin', links('alternate', 'text/markdown'), page && `/${page.twin}`],
    ['head/feed', 'feed', links('alternate', 'application/atom+xml'), `/${site}/feed.xml`],
  ]
  const card = new Map([
    ['og:title', heading],
    ['og:description', description],
    ['og:url', address],
    ['og:image', cardAddress(found, catalog)],
    ['og:image:width', String(cardSize.width)],
    ['og:image:height', String(cardSize.height)],
  ])
  for (const element of found) {
    const property = attribute(element, 'property')
    const content = collapse(attribute(element, 'content') ?? '')
    if (property === undefined || (property === 'og:type' && /^(?:article|website)$/.test(content))) continue
    const isName = /^og:(?:site_name|image:alt)$/.test(property) && [...content].length <= 60
    exact.push(['head/card', property, [content], isName ? content : collapse(card.get(property) ?? '')])
  }
  for (const [code, what, actual, expected = ''] of exact) {
    if (actual.join(' ') !== expected)
      fail(code, `Unexpected ${what} ${quote(actual.join(' '))}, expected ${quote(expected)}`)
  }
  const title = collapse(
    found
      .filter(({ tagName }) => tagName === 'title')
      .map(textOf)
      .join(' / '),
  )
  if (title === '' || !title.startsWith(heading))
    fail('head/title', `Unexpected title ${quote(title)}, expected it to start with the heading`)
  const visible = sections.map(({ heading, text }) => `${heading} ${text}`).join(' ')
  const descriptions = metaContents(found, 'name', 'description')
  if (descriptions.length !== 1 || description === '' || !visible.includes(description.replace(/…$/, '')))
    fail(
      'head/description',
      `Unexpected description ${quote(descriptions.join(' / '))}, expected words of the page`,
    )
}
