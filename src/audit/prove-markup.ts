import { anywhere, elements, embeds, fetched, inputTypes, metaValues } from './allow-list.ts'
import { quote } from './finding.ts'
import { attribute, classesOf, type Element, isElement, isText, tag, textOf, walk } from './html-tree.ts'
import { proveLink, provePageAddress } from './prove-links.ts'
import { proveVisible } from './read-output.ts'
import type { PageView, Place } from './read-page.ts'
import type { Subject } from './subject.ts'

/** Every node is on the allow list, does nothing, fetches nothing and hides nothing. */
export function proveMarkup({ document, ...place }: PageView, subject: Subject): void {
  const ids = new Set<string>()
  const names: string[] = []
  walk(document, (node) => {
    if (isElement(node)) names.push(attribute(node, 'aria-labelledby') ?? '')
    if (isElement(node)) proveElement(node, place, ids, subject)
    else if (isText(node)) proveVisible(node.value, place.path, subject.report)
    else if (node.nodeName === '#comment') {
      subject.report('html/hidden', place.path, 'Unexpected comment, expected only visible text')
    }
  })
  for (const name of names) {
    if (name !== '' && !ids.has(name))
      subject.report('html/id', place.path, `Unexpected name from ${quote(name)}, expected an id of the page`)
  }
  subject.ids.set(place.path, ids)
}

function proveElement(element: Element, place: Place, ids: Set<string>, subject: Subject): void {
  const { report } = subject
  const { tagName: name } = element
  const allowed = elements.get(name)
  if (name === 'script') proveScript(element, place, subject)
  else if (name === 'style')
    report('html/style', place.path, 'Unexpected style element, expected the stylesheet alone')
  else if (name === 'textarea' && textOf(element) !== '')
    report('html/hidden', place.path, `Unexpected text in ${tag(element)}, expected an empty box`)
  else if (embeds.has(name))
    report('html/embed', place.path, `Unexpected ${tag(element)}, expected no other document`)
  else if (allowed === undefined || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') {
    report('html/element', place.path, `Unexpected ${tag(element)}, expected an element of the allow list`)
  }
  for (const { name: attr, value } of element.attrs) proveAttribute(element, attr, value, place, subject)
  proveId(element, place, ids, subject)
  proveClasses(element, place, subject)
  proveLink(element, place, subject)
}

/** The search page alone has a script, and that is a file of the site. */
function proveScript(element: Element, { path, kind }: Place, { report, targets }: Subject): void {
  const src = attribute(element, 'src') ?? ''
  if (kind === 'search' && targets.has(src) && textOf(element).trim() === '') return
  report(
    'html/script',
    path,
    `Unexpected ${tag(element)}, expected no script${kind === 'search' ? ' but a file of the site' : ''}`,
  )
}

function proveAttribute(
  element: Element,
  name: string,
  value: string,
  { path }: Place,
  subject: Subject,
): void {
  const { report } = subject
  const allowed = elements.get(element.tagName) ?? []
  proveVisible(value, path, report)
  if (name.startsWith('on'))
    report('html/handler', path, `Unexpected ${tag(element)}, expected no event handler`)
  else if (name === 'style')
    report('html/style', path, `Unexpected ${tag(element)}, expected no inline style`)
  else if (name === 'hidden' || name === 'aria-hidden') {
    report('html/hidden', path, `Unexpected ${tag(element)}, expected only visible text`)
  } else if (fetched.has(name)) provePageAddress(subject, value, path, 'html/remote')
  else if (!allowed.includes(name) && !anywhere.includes(name)) {
    report(
      'html/attribute',
      path,
      `Unexpected attribute ${quote(name)} of ${tag(element)}, expected one of the allow list`,
    )
  } else if (!fittingValue(element, name, value)) {
    const silent = element.tagName === 'meta' || element.tagName === 'input'
    report(
      silent ? 'html/hidden' : 'html/value',
      path,
      `Unexpected value of ${quote(name)} in ${tag(element)}`,
    )
  }
}

/** Attributes with a small language of their own: nobody sees a sentence that stands in one. */
function fittingValue(element: Element, name: string, value: string): boolean {
  switch (name) {
    case 'content':
      return fittingContent(element, value)
    case 'name':
      return element.tagName === 'meta' ? metaValues.has(value) : /^[a-z]{1,20}$/.test(value)
    case 'http-equiv':
      return value === 'Content-Security-Policy' || value === 'refresh'
    case 'lang':
      return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(value)
    case 'dir':
      return value === 'ltr' || value === 'rtl'
    case 'datetime':
      return /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(value)
    case 'itemtype':
      return /^https:\/\/schema\.org\/[A-Za-z]+$/.test(value)
    case 'itemprop':
      return /^[A-Za-z]+$/.test(value)
    case 'title':
    case 'placeholder':
    case 'aria-label':
      return [...value].length <= 60
    case 'type':
      return element.tagName !== 'input' || inputTypes.has(value)
    case 'tabindex':
      return value === '0'
    case 'role':
      return element.tagName === 'form' ? value === 'search' : value === 'group'
    case 'aria-labelledby':
      return value !== '' && !/\s/.test(value)
    case 'property':
      return /^og:(?:site_name|type|title|description|url|image|image:(?:width|height|alt))$/.test(value)
    default:
      return true
  }
}

/** In the body a `meta` only counts breadcrumbs; all else that microdata says is visible. */
function fittingContent(element: Element, value: string): boolean {
  // Policy and refresh have proofs of their own.
  if (attribute(element, 'http-equiv') !== undefined) return true
  // What a card says is proven with the head, where the words that it repeats are known.
  if (attribute(element, 'property') !== undefined) return true
  if (attribute(element, 'itemprop') === 'position') return /^\d{1,3}$/.test(value)
  return metaValues.get(attribute(element, 'name') ?? '')?.test(value) ?? false
}

function proveId(element: Element, { path }: Place, ids: Set<string>, { report }: Subject): void {
  const id = attribute(element, 'id')
  if (id === undefined) return
  if (id === '' || /\s/.test(id))
    report('html/id', path, `Unexpected id ${quote(id)}, expected one without white space`)
  if (ids.has(id)) report('html/id', path, `Unexpected second id ${quote(id)}, expected one`)
  ids.add(id)
}

/** Spans in code carry the highlighter's classes, such as `hljs-title function_`. Other names are plain words. */
function proveClasses(element: Element, { path }: Place, { report }: Subject): void {
  const classes = classesOf(element)
  if (classes.length === 0) return
  const inCode = element.tagName === 'span' && hasAncestor(element, 'code')
  for (const [index, name] of classes.entries()) {
    const fits = inCode
      ? /^hljs-[a-z_-]+$/.test(name) || (index > 0 && /^[a-z]+_{1,2}$/.test(name))
      : element.tagName === 'code'
        ? name === 'hljs' || /^language-[a-z0-9+#._-]{1,20}$/.test(name)
        : /^[a-z][a-z0-9-]*$/.test(name)
    if (!fits) report('html/class', path, `Unexpected class ${quote(name)} in ${tag(element)}`)
  }
}

function hasAncestor(element: Element, name: string): boolean {
  for (let node = element.parentNode; node; node = 'parentNode' in node ? node.parentNode : null) {
    if (node.nodeName === name) return true
  }
  return false
}
