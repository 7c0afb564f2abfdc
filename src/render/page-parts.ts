import type { Heading, Nodes, Paragraph, PhrasingContent, Table } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import type { PageLabels } from '../model/compile-settings.ts'
import type { FenceWords } from '../model/executed-page.ts'
import { collapse, cut } from '../model/text.ts'

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

/** What the words behind a fence's language say, in sight: the block's file, what running it shows, what it may cost. */
export function notesAbove({ file, run, caution }: FenceWords, labels: PageLabels): Paragraph[] {
  const notes: Paragraph[] = []
  const about: PhrasingContent[] = []
  if (file !== undefined) about.push({ type: 'inlineCode', value: file })
  if (run !== undefined) about.push(text(file === undefined ? labels.run[run] : ` ${labels.run[run]}`))
  if (about.length > 0) notes.push(note(['block', ...(run === undefined ? [] : [runClass[run]])], about))
  if (caution !== undefined) {
    const label: PhrasingContent = { type: 'strong', children: [text(`${labels.page.caution}:`)] }
    notes.push(note(['caution'], [label, text(` ${caution}`)]))
  }
  return notes
}

const text = (value: string): PhrasingContent => ({ type: 'text', value })

const runClass = { reproduce: 'reproduces', fix: 'fixes' } as const

const note = (className: string[], children: PhrasingContent[]): Paragraph => ({
  type: 'paragraph',
  data: { hProperties: { className } },
  children,
})
