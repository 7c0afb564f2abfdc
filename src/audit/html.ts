import { type DefaultTreeAdapterTypes, parse } from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.Node

export const parseHtml = (text: string): Node => parse(text)

/** The nodes below one in document order, without recursion: an attacker chooses the depth. */
function* nodesBelow(root: Node): Iterable<Node> {
  const open = [...childrenOf(root)].reverse()
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    open.push(...[...childrenOf(node)].reverse())
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
  for (const node of root ? nodesBelow(root) : []) {
    if (!('tagName' in node) || (name !== undefined && node.tagName !== name)) continue
    if (className === undefined || attribute(node, 'class')?.split(/\s+/).includes(className))
      found.push(node)
  }
  return found
}

export const attribute = (element: Element | undefined, name: string): string | undefined =>
  element?.attrs.find((attr) => attr.name === name)?.value

export function textOf(root: Node | undefined): string {
  let text = ''
  for (const node of root ? nodesBelow(root) : [])
    if (node.nodeName === '#text' && 'value' in node) text += node.value
  return text
}
