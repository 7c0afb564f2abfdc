import { collapse } from '../model/text.ts'
import { type FindingCode, quote } from './finding.ts'
import { attribute, type Element, elementsOf, textOf } from './html-tree.ts'
import { cardSize } from './prove-picture.ts'
import type { PageView } from './read-page.ts'
import type { Subject } from './subject.ts'

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'"

/** What the search page's script needs beyond that. */
const searchPolicy = ["script-src 'self'", "connect-src 'self'"]

type Tell = (code: FindingCode, message: string) => void

/** What the head of a page says about it. */
export function proveHead(view: PageView, subject: Subject): void {
  const tell: Tell = (code, message) => subject.report(code, view.path, message)
  const [root, head] = view.elements
  if (root === undefined || head?.tagName !== 'head') return
  const found = elementsOf(head)
  if (!attribute(root, 'lang')) tell('head/lang', 'Unexpected page without a language, expected <html lang>')
  if (attribute(found[0] ?? root, 'charset')?.toLowerCase() !== 'utf-8') {
    tell('head/charset', 'Unexpected start of the head, expected <meta charset="utf-8">')
  }
  proveTitle(found, view, tell)
  proveDescription(found, view, tell)
  provePolicy(found, view, tell)
  proveCard(found, view, subject, tell)
  proveRelations(found, view, subject, tell)
}

function proveTitle(found: readonly Element[], { heading }: PageView, tell: Tell): void {
  const titles = found.filter(({ tagName }) => tagName === 'title').map((title) => collapse(textOf(title)))
  if (titles.length === 1 && titles[0]?.startsWith(heading)) return
  tell(
    'head/title',
    `Unexpected title ${quote(titles.join(' / '))}, expected one that starts with the heading ${quote(heading)}`,
  )
}

/** The description is no place to say what the page does not. */
function proveDescription(found: readonly Element[], { sections }: PageView, tell: Tell): void {
  const descriptions = found
    .filter((element) => attribute(element, 'name') === 'description')
    .map((element) => collapse(attribute(element, 'content') ?? ''))
  const visible = sections.map(({ heading, text }) => `${heading} ${text}`).join(' ')
  if (descriptions.length === 1 && descriptions[0] && visible.includes(descriptions[0])) return
  tell(
    'head/description',
    `Unexpected description ${quote(descriptions.join(' / '))}, expected one, in words of the page`,
  )
}

/** What is shown where the address is shared: the page's own title, description and address, and nothing else. */
function proveCard(
  found: readonly Element[],
  { heading, page, movedTo }: PageView,
  { baseUrl, site }: Subject,
  tell: Tell,
): void {
  const description = found.find((element) => attribute(element, 'name') === 'description')
  const expected = new Map([
    ['og:title', heading],
    ['og:description', (description && attribute(description, 'content')) ?? ''],
    ['og:url', baseUrl + (movedTo ?? page?.address ?? '')],
    ['og:image', `${baseUrl}/${site}/card.png`],
    ['og:image:width', String(cardSize.width)],
    ['og:image:height', String(cardSize.height)],
  ])
  const short = ['og:site_name', 'og:image:alt']
  for (const element of found) {
    const property = attribute(element, 'property')
    if (property === undefined) continue
    const content = collapse(attribute(element, 'content') ?? '')
    const fits =
      property === 'og:type'
        ? content === 'article' || content === 'website'
        : short.includes(property)
          ? [...content].length <= 60
          : content === collapse(expected.get(property) ?? '')
    if (!fits) tell('head/card', `Unexpected ${property} ${quote(content)}, expected what the page says`)
  }
}

/** The policy counts from where it stands, so it stands before whatever is loaded. */
function provePolicy(found: readonly Element[], { kind }: PageView, tell: Tell): void {
  const policies = found.filter(
    (element) => attribute(element, 'http-equiv')?.toLowerCase() === 'content-security-policy',
  )
  const content = policies.map((element) => attribute(element, 'content')).join(' / ')
  const directives = content
    .split('; ')
    .filter((directive) => kind !== 'search' || !searchPolicy.includes(directive))
  if (directives.join('; ') !== policy) {
    tell(
      'head/policy',
      `Unexpected content security policy ${quote(content)}, expected exactly the one that every page has, once`,
    )
  }
  const loads = found.findIndex(({ tagName }) => tagName === 'link' || tagName === 'script')
  if (policies[0] && loads !== -1 && loads < found.indexOf(policies[0])) {
    tell('head/policy', 'Unexpected policy behind what it should govern, expected it before every link')
  }
}

function proveRelations(
  found: readonly Element[],
  { page, movedTo }: PageView,
  { baseUrl, site }: Subject,
  tell: Tell,
): void {
  const expect = (code: FindingCode, expected: readonly string[], rel: string, type?: string) => {
    const actual = found
      .filter((element) => attribute(element, 'rel') === rel && attribute(element, 'type') === type)
      .map((element) => attribute(element, 'href'))
    if (actual.join(' ') !== expected.join(' ')) {
      tell(code, `Unexpected ${quote(actual.join(' '))}, expected ${quote(expected.join(' '))}`)
    }
  }
  expect('head/canonical', page ? [baseUrl + (movedTo ?? page.address)] : [], 'canonical')
  expect('head/twin', page ? [`/${page.twin}`] : [], 'alternate', 'text/markdown')
  expect('head/feed', [`/${site}/feed.xml`], 'alternate', 'application/atom+xml')
}
