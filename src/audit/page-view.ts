import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { collapse } from '../model/text.ts'
import { type Fail, quote } from './finding.ts'
import type { PageFiles, PageKind } from './folder.ts'

export type Document = DefaultTreeAdapterTypes.Document
export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.Node

/** A page as its checks see it: parsed once. */
export interface PageView {
  readonly path: string
  readonly kind: PageKind | 'not-found'
  /** Missing for the 404 page, which has no address of its own. */
  readonly page: PageFiles | undefined
  readonly document: Document
  readonly elements: readonly Element[]
  /** Text of the first-level heading. */
  readonly heading: string
  /** The one for search engines; feeds repeat it. */
  readonly description: string
  readonly main: Element | undefined
  readonly sections: readonly PageSection[]
  /** Where a page at an old address redirects; whatever its refresh says. */
  readonly movedTo: string | undefined
  /** Does it ask search engines to leave it out? */
  readonly unlisted: boolean
}

/** What is on a page under one second-level heading, as the reader sees it. */
export interface PageSection {
  readonly id: string
  readonly heading: string
  /** White space collapsed, without the notes above code blocks: what the index repeats. */
  readonly text: string
  /** What the author wrote, cautions included, without what the page's frame adds: what the twin repeats. */
  readonly written: string
  /** Values of `href`. */
  readonly hrefs: readonly string[]
  /** Those of the author's links. */
  readonly writtenHrefs: readonly string[]
}

export function readPage(text: string, path: string, page: PageFiles | undefined, fail: Fail): PageView {
  const document = parseHtml(text, fail)
  const elements = elementsOf(document)
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name)
  const [mains, headings] = [named('main'), named('h1')]
  const [main] = mains
  const refresh = metaContents(elements, 'http-equiv', 'refresh')
  const heading = headings[0] ? collapse(textOf(headings[0])) : ''
  if (mains.length !== 1) fail('page/heading', `Unexpected ${mains.length} main elements, expected one`)
  if (headings.length !== 1 || heading === '')
    fail('page/heading', `Unexpected ${headings.length} first-level headings, expected one with text`)
  return {
    path,
    kind: page?.kind ?? 'not-found',
    page,
    document,
    elements,
    heading,
    description: collapse(metaContents(elements, 'name', 'description')[0] ?? ''),
    main,
    sections: main ? sectionsOf(main) : [],
    movedTo: refresh.length === 0 ? undefined : refresh.join(' / ').replace(/^0; url=/, ''),
    unlisted: metaContents(elements, 'name', 'robots').length > 0,
  }
}

/** `content` of the elements whose attribute has this value, in any case. */
export const metaContents = (elements: readonly Element[], name: string, value: string): string[] =>
  elements
    .filter((element) => attribute(element, name)?.toLowerCase() === value)
    .map((element) => attribute(element, 'content') ?? '')

/** `onParseError` turns on source locations for all nodes (20 % slower); this drops them. */
const treeAdapter = {
  ...defaultTreeAdapter,
  setNodeSourceCodeLocation: () => {},
  updateNodeSourceCodeLocation: () => {},
}

/** The page's tree; what a browser would silently repair is a finding. */
function parseHtml(text: string, fail: Fail): Document {
  let reported = false
  return parse(text, {
    treeAdapter,
    onParseError: ({ code, startLine, startCol }) => {
      if (!reported) fail('html/parse', `Invalid HTML at ${startLine}:${startCol}: ${code}`)
      reported = true
    },
  })
}

export const isElement = (node: Node): node is Element => 'tagName' in node
export const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text'

/** Visits the nodes below one in document order, without recursion: an attacker chooses the depth. `false` skips the children. */
export function walk(root: Node, enter: (node: Node) => unknown, leave?: (node: Node) => void): void {
  const open = [{ node: root, children: childrenOf(root), next: 0 }]
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const node = top.children[top.next++]
    if (node === undefined) {
      open.pop()
      if (open.length > 0) leave?.(top.node)
    } else if (enter(node) !== false) open.push({ node, children: childrenOf(node), next: 0 })
    else leave?.(node)
  }
}

/** A template's content is not among its children, but a script could show it. */
function childrenOf(node: Node): readonly Node[] {
  if ('content' in node) return node.content.childNodes
  return 'childNodes' in node ? node.childNodes : []
}

/** The elements below a node, in document order. */
export function elementsOf(root: Node): Element[] {
  const found: Element[] = []
  walk(root, (node) => {
    if (isElement(node)) found.push(node)
  })
  return found
}

export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((attr) => attr.name === name)?.value

export const classesOf = (element: Element): string[] =>
  attribute(element, 'class')?.split(/\s+/).filter(Boolean) ?? []

export function textOf(root: Node): string {
  let text = ''
  walk(root, (node) => {
    if (isText(node)) text += node.value
  })
  return text
}

/** An element as its opening tag, for messages. */
export const tag = ({ tagName, attrs }: Element): string =>
  quote(`<${tagName}${attrs.map(({ name, value }) => ` ${name}="${value}"`).join('')}>`)

/** Words of these touch their neighbours; every other element separates words. */
const inline: ReadonlySet<string> = new Set(['a', 'code', 'span', 'strong', 'em', 'del', 'time'])

/** Classes of what the page's frame adds to what the author wrote. */
const frame = ['agents', 'sources', 'facts', 'reviewed', 'toc', 'messages', 'answer']

/** The main element, cut at its second-level headings; the first section is what precedes them. */
function sectionsOf(main: Node): PageSection[] {
  const empty = { id: '', heading: '', text: '', written: '' }
  let section = { ...empty, hrefs: [] as string[], writtenHrefs: [] as string[] }
  const sections = [section]
  const inside = { heading: 0, caution: 0, block: 0, label: 0, frame: 0 }
  const count = (element: Element, step: 1 | -1) => {
    const { tagName } = element
    const classes = classesOf(element)
    if (tagName === 'h2') inside.heading += step
    if (tagName === 'p' && classes.includes('caution')) inside.caution += step
    if ((tagName === 'p' || tagName === 'summary') && classes.includes('block')) inside.block += step
    if (tagName === 'strong' && inside.caution > 0) inside.label += step
    if (frame.some((name) => classes.includes(name))) inside.frame += step
  }
  const add = (words: string) => {
    const { heading, caution, block, label, frame } = inside
    if (heading > 0) section.heading += words
    else if (caution + block === 0) section.text += words
    if (heading + label + block + frame === 0) section.written += words
  }
  const enter = (node: Node): boolean => {
    if (isText(node)) add(withoutCheckbox(node))
    if (!isElement(node)) return true
    if (isHeadingAnchor(node)) return false
    if (!inline.has(node.tagName)) add(' ')
    if (node.tagName === 'h2') {
      section = { ...empty, id: attribute(node, 'id') ?? '', hrefs: [], writtenHrefs: [] }
      sections.push(section)
    } else if (node.tagName === 'a') {
      section.hrefs.push(attribute(node, 'href') ?? '')
      if (inside.frame === 0) section.writtenHrefs.push(attribute(node, 'href') ?? '')
    }
    count(node, 1)
    return true
  }
  walk(main, enter, (node) => {
    if (!isElement(node) || isHeadingAnchor(node)) return
    count(node, -1)
    if (!inline.has(node.tagName)) add(' ')
  })
  return sections.map((one) => ({ ...one, heading: collapse(one.heading), text: collapse(one.text) }))
}

/** The `#` beside a heading that links to it is not part of the text. */
const isHeadingAnchor = (element: Element): boolean =>
  element.tagName === 'a' &&
  classesOf(element).includes('anchor') &&
  textOf(element) === '#' &&
  (attribute(element, 'href') ?? '').startsWith('#')

/** A task's check box is drawn as a character, which is not part of the text. */
const withoutCheckbox = ({ value, parentNode }: DefaultTreeAdapterTypes.TextNode): string =>
  parentNode?.nodeName === 'p' || parentNode?.nodeName === 'li' ? value.replace(/^[☐☑] /, '') : value

/** Text directly after the heading of a page that was withdrawn or superseded. */
export function noticesOf({ elements }: PageView): string[] {
  const heading = elements.find(({ tagName }) => tagName === 'h1')
  const siblings = heading?.parentNode?.childNodes.filter(isElement) ?? []
  const after = siblings.slice(siblings.indexOf(heading as Element) + 1)
  const end = after.findIndex((element) => !classesOf(element).includes('retired'))
  return after.slice(0, end === -1 ? after.length : end).map(textOf)
}
