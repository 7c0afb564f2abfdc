import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5'
import type { Heading } from '../model/solution.ts'
import { collapse } from '../model/text.ts'
import { quote } from './finding.ts'

export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.Node

export const isElement = (node: Node): node is Element => 'tagName' in node
export const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text'

export const parseHtml = (text: string): Node => parse(text)

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

/** The elements below a node in document order, those with this name and class if they are given. */
export function elementsOf(root: Node | undefined, name?: string, className?: string): Element[] {
  const found: Element[] = []
  if (root === undefined) return found
  walk(root, (node) => {
    if (!isElement(node) || (name !== undefined && node.tagName !== name)) return
    if (className === undefined || classesOf(node).includes(className)) found.push(node)
  })
  return found
}

export const attribute = (element: Element | undefined, name: string): string | undefined =>
  element?.attrs.find((attr) => attr.name === name)?.value

export const classesOf = (element: Element): string[] =>
  attribute(element, 'class')?.split(/\s+/).filter(Boolean) ?? []

export function textOf(root: Node | undefined): string {
  let text = ''
  if (root === undefined) return text
  walk(root, (node) => {
    if (isText(node)) text += node.value
  })
  return text
}

/** An element as its opening tag, for messages. */
export const tag = ({ tagName, attrs }: Element): string =>
  quote(`<${tagName}${attrs.map(({ name, value }) => ` ${name}="${value}"`).join('')}>`)

/** HTML made of an author's Markdown: one section of a solution, or a whole guide. */
export interface Piece {
  readonly html: string
  readonly root: Node
  /** White space collapsed, without the notes above code blocks: what index and lists repeat. */
  readonly text: string
  /** What the author wrote, cautions included, without the words that the renderer adds: what the twin repeats. */
  readonly written: string
  /** Values of `href`, without the marks of headings. */
  readonly hrefs: readonly string[]
  readonly headings: readonly Heading[]
}

/** Words of these touch their neighbours; every other element separates words. */
const inline: ReadonlySet<string> = new Set(['a', 'code', 'span', 'strong', 'em', 'del', 'time'])

export function pieceOf(html: string): Piece {
  const root = parseFragment(html)
  const inside = { caution: 0, block: 0, label: 0 }
  const count = (element: Element, step: 1 | -1) => {
    const { tagName } = element
    const classes = classesOf(element)
    if (tagName === 'p' && classes.includes('caution')) inside.caution += step
    if ((tagName === 'p' || tagName === 'summary') && classes.includes('block')) inside.block += step
    if (tagName === 'strong' && inside.caution > 0) inside.label += step
  }
  let text = ''
  let written = ''
  const hrefs: string[] = []
  const add = (words: string) => {
    if (inside.caution + inside.block === 0) text += words
    if (inside.label + inside.block === 0) written += words
  }
  const separate = (node: Element) => {
    if (!inline.has(node.tagName)) add(' ')
  }
  const enter = (node: Node): boolean => {
    if (isText(node)) add(withoutCheckbox(node))
    if (!isElement(node)) return true
    if (isHeadingAnchor(node)) return false
    separate(node)
    if (node.tagName === 'a') hrefs.push(attribute(node, 'href') ?? '')
    count(node, 1)
    return true
  }
  walk(root, enter, (node) => {
    if (!isElement(node) || isHeadingAnchor(node)) return
    count(node, -1)
    separate(node)
  })
  const headings = elementsOf(root).flatMap((element): Heading[] =>
    /^h[23]$/.test(element.tagName)
      ? [
          {
            depth: Number(element.tagName.slice(1)),
            id: attribute(element, 'id') ?? '',
            text: collapse(textOf(element)),
          },
        ]
      : [],
  )
  return { html, root, text: collapse(text), written, hrefs, headings }
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
