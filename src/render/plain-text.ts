import type { Nodes } from 'mdast'
import { collapse } from '../model/text.ts'

/** The words of some blocks as one line: code kept, marks gone, white space collapsed. */
export function plainText(nodes: readonly Nodes[]): string {
  return collapse(nodes.map(wordsOf).join(' '))
}

function wordsOf(node: Nodes): string {
  if (node.type === 'definition') return ''
  if (node.type === 'break') return ' '
  if ('value' in node) return node.value
  if (!('children' in node)) return ''
  // Words in one paragraph touch; blocks, items and cells do not.
  const separator = inline.has(node.children[0]?.type ?? '') ? '' : ' '
  return node.children.map(wordsOf).join(separator)
}

const inline = new Set([
  'text',
  'inlineCode',
  'emphasis',
  'strong',
  'delete',
  'link',
  'linkReference',
  'break',
  'html',
  'image',
  'imageReference',
])
