import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { unbalancedTag } from './balanced-tags.ts'
import { quote, type Report } from './finding.ts'

export type Document = DefaultTreeAdapterTypes.Document
export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.Node

/** Whoever wants to hear of errors is given the places of all nodes, which cost a fifth of the time and serve nobody here. */
const treeAdapter = {
  ...defaultTreeAdapter,
  setNodeSourceCodeLocation: () => {},
  updateNodeSourceCodeLocation: () => {},
}

/** A page as parse5 reads it; what a browser would silently mend is a finding. */
export function parsePage(text: string, path: string, report: Report): Document {
  const unbalanced = unbalancedTag(text)
  let told = unbalanced !== undefined
  if (unbalanced) {
    report(
      'html/parse',
      path,
      `Unexpected ${quote(unbalanced)}, expected every element to be closed where it was opened`,
    )
  }
  return parse(text, {
    treeAdapter,
    onParseError: ({ code, startLine, startCol }) => {
      if (!told)
        report(
          'html/parse',
          path,
          `Unexpected markup at ${startLine}:${startCol}, expected HTML without errors: ${code}`,
        )
      told = true
    },
  })
}

export const isElement = (node: Node): node is Element => 'tagName' in node
export const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text'

/** Visits the nodes below one in document order, without recursion: depth is the attacker's choice. `false` skips what is inside. */
export function walk(root: Node, enter: (node: Node) => unknown, leave?: (node: Node) => void): void {
  const open: { node: Node; children: readonly Node[]; next: number }[] = [
    { node: root, children: childrenOf(root), next: 0 },
  ]
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const node = top.children[top.next++]
    if (node === undefined) {
      open.pop()
      if (open.length > 0) leave?.(top.node)
    } else if (enter(node) !== false) open.push({ node, children: childrenOf(node), next: 0 })
    else leave?.(node)
  }
}

/** A template's content is no child of it, but a script could show it. */
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

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value
}

export const classesOf = (element: Element): string[] =>
  attribute(element, 'class')?.split(/\s+/).filter(Boolean) ?? []

/** Text content, nothing added. */
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
