import { collapse } from '../model/text.ts'
import { readAddress } from './addresses.ts'
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
  tag,
  textOf,
  walk,
} from './html.ts'

/*
 * What an author's part of a page may be made of. Everything that is not listed is a finding, so what the renderer
 * learns to make comes here first, where a reviewer sees it.
 */

/** Elements with the attributes that they may have. */
const elements: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'p ul li strong em del code pre span a blockquote hr br h2 h3 h4 h5 h6 table thead tbody tr th td div details summary ol'
      .split(' ')
      .map((name) => [name, []]),
  ),
  a: ['href', 'rel', 'aria-labelledby'],
  div: ['role', 'tabindex', 'aria-label'],
  ol: ['start'],
  th: ['align', 'scope'],
  td: ['align', 'data-label'],
  pre: ['tabindex'],
}

/** Values that are not read as text, so that no sentence can hide there. */
const values: Readonly<Record<string, RegExp>> = {
  'aria-label': /^.{0,60}$/su,
  'aria-labelledby': /^\S+$/,
  id: /^\S+$/,
  role: /^group$/,
  tabindex: /^0$/,
  start: /^\d{1,9}$/,
  align: /^(?:left|center|right)$/,
  scope: /^col$/,
}

/** Checks that every node is on the allow list, runs nothing, fetches nothing and hides nothing. */
export function checkMarkup(root: Node, baseUrl: string, fail: Fail): void {
  walk(root, (node) => {
    if (isElement(node)) checkElement(node, baseUrl, fail)
    else if (isText(node)) checkVisible(node.value, fail)
    else if (node.nodeName === '#comment')
      fail('html/hidden', 'Unexpected comment, expected only visible text')
  })
}

function checkElement(element: Element, baseUrl: string, fail: Fail): void {
  const { tagName, namespaceURI, attrs } = element
  const allowed = namespaceURI === 'http://www.w3.org/1999/xhtml' ? elements[tagName] : undefined
  if (allowed === undefined) fail('html/element', `${tag(element)} is not on the allow list`)
  for (const { name, value } of attrs) {
    checkVisible(value, fail)
    if (name !== 'class' && name !== 'id' && !allowed?.includes(name))
      fail('html/attribute', `Attribute ${quote(name)} of ${tag(element)} is not on the allow list`)
    else if (values[name]?.test(value) === false)
      fail('html/value', `Unexpected value of ${quote(name)} in ${tag(element)}`)
  }
  checkClasses(element, fail)
  if (tagName === 'td') checkCellLabel(element, fail)
  if (tagName === 'a') checkLink(element, baseUrl, fail)
}

/** On phones a cell shows the head of its column, and nothing else. */
function checkCellLabel(cell: Element, fail: Fail): void {
  const label = attribute(cell, 'data-label')
  if (label === undefined) return
  const row = cell.parentNode
  const at = row && 'childNodes' in row ? row.childNodes.filter(isElement).indexOf(cell) : -1
  let table: Node | null | undefined = row
  while (table && table.nodeName !== 'table') table = 'parentNode' in table ? table.parentNode : undefined
  const heads = elementsOf(table ?? undefined, 'th')
  if (label !== collapse(textOf(heads[at] ?? cell)))
    fail('html/hidden', `Unexpected data-label in ${tag(cell)}, expected the head of its column`)
}

/** Spans have the highlighter's classes, such as `hljs-title function_`. Other classes are plain words. */
function checkClasses(element: Element, fail: Fail): void {
  const pattern =
    element.tagName === 'span'
      ? /^(?:hljs-[a-z_-]+|[a-z]+_{1,2})$/
      : element.tagName === 'code'
        ? /^(?:hljs|language-[a-z0-9+#._-]{1,20})$/
        : /^(?:anchor|heading|table|stacked|caution|block|reproduces|fixes|do-not)$/
  for (const name of classesOf(element)) {
    if (!pattern.test(name)) fail('html/class', `Unexpected class ${quote(name)} in ${tag(element)}`)
  }
}

const outwardRel = ['nofollow', 'noopener', 'noreferrer']

/** The address may be published, and what the link shows is where it leads. */
function checkLink(element: Element, baseUrl: string, fail: Fail): void {
  const href = attribute(element, 'href')
  if (href === undefined) {
    fail('link/address', `Missing address in ${tag(element)}`)
    return
  }
  const address = readAddress(href, baseUrl)
  if (address.kind === 'refused') fail('link/address', address.why)
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
