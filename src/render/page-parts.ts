import type { Heading, Nodes, Table } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { collapse, cut } from '../model/index-entry.ts'

/*
 * Parts that Markdown has no word for. Each is a node with the name and attributes of its element, which the sanitiser
 * then sees like all others.
 */

/** Ids that the frame of a page has taken. */
export const frameIds: readonly string[] = ['main', 'related']

const box = (properties: object, children: readonly Nodes[]): Nodes =>
  ({ type: 'box', data: { hName: 'div', hProperties: properties }, children }) as unknown as Nodes

/** A heading with its address beside it: a link that is seen, and that the keyboard reaches. */
export function headingWithAnchor(heading: Heading, id: string, warning: boolean): Nodes {
  const anchor = {
    type: 'link',
    url: `#${id}`,
    data: { hProperties: { className: ['anchor'], ariaLabelledBy: [id] } },
    children: [{ type: 'text', value: '#' }],
  } satisfies Nodes
  const named = { ...heading, data: { hProperties: { id, ...(warning && { className: ['do-not'] }) } } }
  return box({ className: ['heading'] }, [named, anchor])
}

const labelCharacters = 60

/** A wide table scrolls in its own box, which the keyboard reaches; its column heads name it. */
export function scrollingTable(table: Table): Nodes {
  const [head, ...rows] = table.children
  if (head === undefined) return table
  const cells = head.children.map((cell) => ({ ...cell, data: { hProperties: { scope: 'col' } } }))
  const name = collapse(head.children.map((cell) => textOf(cell)).join(', '))
  return box({ className: ['table'], role: 'group', tabIndex: 0, ariaLabel: cut(name, labelCharacters) }, [
    { ...table, children: [{ ...head, children: cells }, ...rows] } as Table,
  ])
}
