import { collapse } from '../model/text.ts'
import { type Catalog, type Link, readAddress, siteLinks } from './addresses.ts'
import { type Fail, quote } from './finding.ts'
import { checkVisible } from './folder.ts'
import {
  attribute,
  classesOf,
  type Element,
  elementsOf,
  isElement,
  isText,
  type Node,
  type PageView,
  tag,
  textOf,
  walk,
} from './page-view.ts'

/*
 * What a page may be made of. Everything that is not listed is a finding, so a new template element comes here first,
 * where a reviewer sees it.
 */

/** Attributes that any element may have. */
const anywhere: readonly string[] = ['class', 'id', 'lang', 'dir', 'itemprop', 'itemscope', 'itemtype']

const plainElements = `html head title body header main article section footer h1 h2 h3 h4 h5 h6 p ul li dl dt dd
  table thead tbody tr blockquote code span kbd strong em del hr br search details summary fieldset legend`

/** Elements with the further attributes that they may have. */
const elements: ReadonlyMap<string, readonly string[]> = new Map([
  ...plainElements.split(/\s+/).map((name): [string, string[]] => [name, []]),
  ...Object.entries({
    meta: ['charset', 'http-equiv', 'name', 'property', 'content'],
    link: ['rel', 'href', 'type', 'title', 'hreflang', 'sizes'],
    nav: ['aria-label', 'aria-labelledby'],
    div: ['role', 'tabindex', 'aria-label'],
    ol: ['start'],
    th: ['align', 'scope'],
    td: ['align', 'data-label'],
    pre: ['tabindex'],
    time: ['datetime'],
    a: ['href', 'rel', 'aria-current', 'aria-labelledby'],
    // The search form.
    form: ['action', 'method', 'role'],
    label: ['for'],
    input: ['type', 'name', 'autocomplete', 'required', 'maxlength', 'aria-label', 'placeholder', 'checked'],
    textarea: ['name', 'rows', 'maxlength', 'spellcheck', 'autocapitalize'],
    select: ['name'],
    option: ['value', 'selected'],
    button: ['type'],
    output: ['for', 'aria-live'],
    script: ['type', 'src', 'defer', 'async'],
  }),
])

/** Of a chart, which loads and runs nothing: shapes and words at places. */
const shapes: ReadonlyMap<string, readonly string[]> = new Map([
  ['svg', ['viewbox', 'role', 'aria-label']],
  ['rect', ['x', 'y', 'width', 'height', 'rx']],
  ['text', ['x', 'y', 'text-anchor']],
])

/** Elements that bring another document or a running program onto the page. */
const embeds = /^(?:iframe|frame|frameset|object|embed|applet|portal|fencedframe|base)$/

/** Attributes that make a browser fetch something without a click. */
const fetched = /^(?:src|srcset|imagesrcset|poster|background|data|ping|manifest|xlink:href)$/

/** What `<meta name>` may say. The description is compared with the page's text. */
const metaValues: ReadonlyMap<string, RegExp> = new Map([
  ['description', /./s],
  // Only where a page was withdrawn or superseded.
  ['robots', /^noindex$/],
  ['viewport', /^[a-z-]+=[a-z0-9.-]+(?:, ?[a-z-]+=[a-z0-9.-]+)*$/],
  ['color-scheme', /^(?:light|dark|light dark|dark light)$/],
  ['twitter:card', /^summary_large_image$/],
  ['theme-color', /^#[0-9a-fA-F]{3,8}$/],
])

/** Values of attributes that are not read as text, so that no sentence can hide there; `element attribute` comes first. */
const values: ReadonlyMap<string, RegExp> = new Map([
  ['meta name', new RegExp(`^(?:${[...metaValues.keys()].join('|')})$`)],
  ['name', /^[a-z]{1,20}$/],
  ['http-equiv', /^(?:Content-Security-Policy|refresh)$/],
  ['property', /^og:(?:site_name|type|title|description|url|image|image:(?:width|height|alt))$/],
  ['lang', /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/],
  ['dir', /^(?:ltr|rtl)$/],
  ['datetime', /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/],
  ['itemtype', /^https:\/\/schema\.org\/[A-Za-z]+$/],
  ['itemprop', /^[A-Za-z]+$/],
  ['title', /^.{0,60}$/su],
  ['placeholder', /^.{0,60}$/su],
  ['aria-label', /^.{0,60}$/su],
  ['aria-labelledby', /^\S+$/],
  // Not `hidden`, whose words no one sees.
  ['input type', /^(?:search|text|radio)$/],
  ['tabindex', /^0$/],
  ['form role', /^search$/],
  ['svg role', /^img$/],
  ['role', /^group$/],
])

/** Checks that every node is on the allow list, runs nothing, fetches nothing and hides nothing. */
export function checkMarkup(
  view: PageView,
  catalog: Catalog,
  fail: Fail,
): { ids: Set<string>; links: Link[] } {
  const ids = new Set<string>()
  walk(view.document, (node) => {
    if (isElement(node)) {
      checkElement(node, view, catalog, fail)
      checkId(node, ids, fail)
    } else if (isText(node)) checkVisible(node.value, fail)
    else if (node.nodeName === '#comment')
      fail('html/hidden', 'Unexpected comment, expected only visible text')
  })
  for (const element of view.elements) {
    const name = attribute(element, 'aria-labelledby')
    if (name && !ids.has(name))
      fail('html/id', `aria-labelledby=${quote(name)} does not name an id of the page`)
  }
  const addresses = view.elements.flatMap(({ attrs }) =>
    attrs
      .filter(({ name }) => name === 'href' || name === 'action' || fetched.test(name))
      .map(({ value }) => value),
  )
  return { ids, links: siteLinks(addresses, view.path, catalog) }
}

function checkElement(element: Element, { kind }: PageView, catalog: Catalog, fail: Fail): void {
  const { tagName: name, namespaceURI } = element
  if (name === 'script') {
    const address = attribute(element, 'src') ?? ''
    const [, name] = /\/assets\/([a-z]+)\.[0-9a-f]+\.js$/.exec(address) ?? []
    const expected = name === 'page' || (name === 'search' && kind === 'search')
    if (!expected || !catalog.targets.has(address) || textOf(element).trim() !== '')
      fail('html/script', `Unexpected script ${tag(element)}`)
  } else if (name === 'style') fail('html/style', 'Unexpected style element')
  else if (name === 'textarea' && textOf(element) !== '')
    fail('html/hidden', `Unexpected text in ${tag(element)}`)
  else if (embeds.test(name)) fail('html/embed', `${tag(element)} embeds another document`)
  else if (!(namespaceURI === 'http://www.w3.org/1999/xhtml' ? elements : shapes).has(name))
    fail('html/element', `${tag(element)} is not on the allow list`)
  for (const { name: attr, value } of element.attrs) checkAttribute(element, attr, value, catalog, fail)
  checkClasses(element, fail)
  checkCellLabel(element, fail)
  checkLink(element, catalog, fail)
}

const attributesOf = (name: string): readonly string[] => elements.get(name) ?? shapes.get(name) ?? []

function checkAttribute(element: Element, name: string, value: string, catalog: Catalog, fail: Fail): void {
  const { tagName } = element
  checkVisible(value, fail)
  if (name.startsWith('on')) fail('html/handler', `Unexpected event handler in ${tag(element)}`)
  else if (name === 'style') fail('html/style', `Unexpected inline style in ${tag(element)}`)
  else if (name === 'hidden' || name === 'aria-hidden') fail('html/hidden', `${tag(element)} is hidden`)
  else if (fetched.test(name)) {
    if (!isSitePath(value, catalog)) fail('html/remote', `${tag(element)} fetches from outside of the site`)
  } else if (!anywhere.includes(name) && !attributesOf(tagName).includes(name.toLowerCase()))
    fail('html/attribute', `Attribute ${quote(name)} of ${tag(element)} is not on the allow list`)
  else if (!isAllowedValue(element, name, value)) {
    const invisible = tagName === 'meta' || tagName === 'input'
    fail(invisible ? 'html/hidden' : 'html/value', `Unexpected value of ${quote(name)} in ${tag(element)}`)
  }
}

function isAllowedValue(element: Element, name: string, value: string): boolean {
  if (name !== 'content')
    return (values.get(`${element.tagName} ${name}`) ?? values.get(name))?.test(value) ?? true
  // The policy, refreshes and cards have checks of their own.
  if (attribute(element, 'http-equiv') !== undefined || attribute(element, 'property') !== undefined)
    return true
  // In the body a `meta` only counts breadcrumbs; all else that microdata says is visible.
  if (attribute(element, 'itemprop') === 'position') return /^\d{1,3}$/.test(value)
  return metaValues.get(attribute(element, 'name') ?? '')?.test(value) ?? false
}

/** On phones a cell shows the head of its column, and nothing else. */
function checkCellLabel(cell: Element, fail: Fail): void {
  const label = attribute(cell, 'data-label')
  if (label === undefined) return
  const row = cell.parentNode
  const at = row && 'childNodes' in row ? row.childNodes.filter(isElement).indexOf(cell) : -1
  let table: Node | null | undefined = row
  while (table && table.nodeName !== 'table') table = 'parentNode' in table ? table.parentNode : undefined
  const heads = table ? elementsOf(table).filter(({ tagName }) => tagName === 'th') : []
  if (label !== collapse(textOf(heads[at] ?? cell)))
    fail('html/hidden', `Unexpected data-label in ${tag(cell)}, expected the head of its column`)
}

function checkId(element: Element, ids: Set<string>, fail: Fail): void {
  const id = attribute(element, 'id')
  if (id === undefined) return
  if (!/^\S+$/.test(id)) fail('html/id', `Unexpected id ${quote(id)}, expected one without white space`)
  if (ids.has(id)) fail('html/id', `Duplicate id ${quote(id)}`)
  ids.add(id)
}

/** Spans in code have the highlighter's classes, such as `hljs-title function_`. Other classes are plain words. */
function checkClasses(element: Element, fail: Fail): void {
  const classes = classesOf(element)
  if (classes.length === 0) return
  const inCode = element.tagName === 'span' && hasAncestor(element, 'code')
  for (const [at, name] of classes.entries()) {
    const allowed = inCode
      ? /^hljs-[a-z_-]+$/.test(name) || (at > 0 && /^[a-z]+_{1,2}$/.test(name))
      : element.tagName === 'code'
        ? /^(?:hljs|language-[a-z0-9+#._-]{1,20})$/.test(name)
        : /^[a-z][a-z0-9-]*$/.test(name)
    if (!allowed) fail('html/class', `Unexpected class ${quote(name)} in ${tag(element)}`)
  }
}

function hasAncestor(element: Element, name: string): boolean {
  for (let node = element.parentNode; node; node = 'parentNode' in node ? node.parentNode : null) {
    if (node.nodeName === name) return true
  }
  return false
}

const outwardRel = ['nofollow', 'noopener', 'noreferrer']

/** `href` and `action` are addresses that may be published, and what a link shows is where it leads. */
function checkLink(element: Element, catalog: Catalog, fail: Fail): void {
  const { tagName } = element
  const href = attribute(element, 'href') ?? attribute(element, 'action')
  if (href === undefined) {
    if (tagName === 'a') fail('link/address', `Missing address in ${tag(element)}`)
    return
  }
  // The page and its twin are only named; everything else that `<link>` can mean is loaded with the page.
  const loads = tagName === 'link' && !/^(?:canonical|alternate)$/.test(attribute(element, 'rel') ?? '')
  if (tagName === 'form' || loads) {
    if (!isSitePath(href, catalog))
      fail(loads ? 'html/remote' : 'link/address', `${tag(element)} leads outside of the site`)
    return
  }
  const address = readAddress(href, catalog.baseUrl)
  if (address.kind === 'refused') fail('link/address', address.why)
  if (tagName !== 'a') return
  const rel = attribute(element, 'rel')?.split(' ') ?? []
  if (address.kind === 'elsewhere' && !outwardRel.every((word) => rel.includes(word)))
    fail('link/rel', `Unexpected ${tag(element)}, expected rel="${outwardRel.join(' ')}"`)
  const text = textOf(element).trim()
  if (text === '') fail('html/hidden', `${tag(element)} has no text, so it cannot be seen`)
  if (!/^https?:\/\//.test(text) || !URL.canParse(href)) return
  const shown = URL.canParse(text) ? new URL(text).host : ''
  if (shown !== new URL(href).host)
    fail('link/text', `Link to ${quote(href)} shows another host: ${quote(text)}`)
}

const isSitePath = (address: string, { baseUrl }: Catalog): boolean =>
  address.startsWith('/') && readAddress(address, baseUrl).kind === 'site'
