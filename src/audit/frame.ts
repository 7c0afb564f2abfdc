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
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'"

/** What the search page's script needs beyond that. */
const searchPolicy = ["script-src 'self'", "connect-src 'self'"]

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
  checkTitle(found, view, fail)
  checkPolicy(found, view, fail)
  checkCard(found, view, catalog, fail)
  checkRelations(found, view, catalog, fail)
}

/** The title starts with the heading, and the description is in words of the page. */
function checkTitle(found: readonly Element[], { heading, sections }: PageView, fail: Fail): void {
  const titles = found.filter(({ tagName }) => tagName === 'title').map((title) => collapse(textOf(title)))
  if (titles.length !== 1 || !titles[0]?.startsWith(heading))
    fail('head/title', `Unexpected title ${quote(titles.join(' / '))}, expected it to start with the heading`)
  const descriptions = metaContents(found, 'name', 'description').map(collapse)
  const visible = sections.map(({ heading, text }) => `${heading} ${text}`).join(' ')
  if (descriptions.length !== 1 || !descriptions[0] || !visible.includes(descriptions[0]))
    fail(
      'head/description',
      `Unexpected description ${quote(descriptions.join(' / '))}, expected one, in words of the page`,
    )
}

/** The policy applies to what follows it, so it precedes everything that is loaded. */
function checkPolicy(found: readonly Element[], { kind }: PageView, fail: Fail): void {
  const isPolicy = (element: Element) =>
    attribute(element, 'http-equiv')?.toLowerCase() === 'content-security-policy'
  const content = metaContents(found, 'http-equiv', 'content-security-policy').join(' / ')
  const directives = content.split('; ').filter((one) => kind !== 'search' || !searchPolicy.includes(one))
  if (directives.join('; ') !== policy)
    fail(
      'head/policy',
      `Unexpected content security policy ${quote(content)}, expected exactly that of every page`,
    )
  const first = found.findIndex(({ tagName }) => tagName === 'link' || tagName === 'script')
  if (first !== -1 && first < found.findIndex(isPolicy))
    fail('head/policy', 'Unexpected content security policy after a link or script, expected it before them')
}

/** What is shown where the address is shared is the page's own title, description and address. */
function checkCard(found: readonly Element[], view: PageView, { baseUrl, site }: Catalog, fail: Fail): void {
  const { heading, description, page, movedTo } = view
  const expected = new Map([
    ['og:title', heading],
    ['og:description', description],
    ['og:url', baseUrl + (movedTo ?? page?.address ?? '')],
    ['og:image', `${baseUrl}/${site}/card.png`],
    ['og:image:width', String(cardSize.width)],
    ['og:image:height', String(cardSize.height)],
  ])
  for (const element of found) {
    const property = attribute(element, 'property')
    if (property === undefined) continue
    const content = collapse(attribute(element, 'content') ?? '')
    const matches =
      property === 'og:type'
        ? content === 'article' || content === 'website'
        : property === 'og:site_name' || property === 'og:image:alt'
          ? [...content].length <= 60
          : content === collapse(expected.get(property) ?? '')
    if (!matches) fail('head/card', `Unexpected ${property} ${quote(content)}, expected what the page says`)
  }
}

function checkRelations(
  found: readonly Element[],
  view: PageView,
  { baseUrl, site }: Catalog,
  fail: Fail,
): void {
  const { page, movedTo } = view
  const expected: [FindingCode, string, string | undefined, string[]][] = [
    ['head/canonical', 'canonical', undefined, page ? [baseUrl + (movedTo ?? page.address)] : []],
    ['head/twin', 'alternate', 'text/markdown', page ? [`/${page.twin}`] : []],
    ['head/feed', 'alternate', 'application/atom+xml', [`/${site}/feed.xml`]],
  ]
  for (const [code, rel, type, addresses] of expected) {
    const actual = found
      .filter((element) => attribute(element, 'rel') === rel && attribute(element, 'type') === type)
      .map((element) => attribute(element, 'href'))
    if (actual.join(' ') !== addresses.join(' '))
      fail(code, `Unexpected ${quote(actual.join(' '))} as ${rel}, expected ${quote(addresses.join(' '))}`)
  }
}
