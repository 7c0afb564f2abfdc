import { collapse } from '../model/text.ts'
import {
  attribute,
  classesOf,
  type Element,
  isElement,
  isText,
  type Node,
  textOf,
  walk,
} from './html-tree.ts'

/** What stands on a page under one second-level heading, as the reader sees it. */
export interface PageSection {
  readonly id: string
  readonly heading: string
  /** White space collapsed, without the notes above code blocks: what the index repeats. */
  readonly text: string
  /** What the author wrote, notes of caution too, without what the page's frame adds: what the twin repeats. White space as it comes. */
  readonly written: string
  /** Addresses as they stand in the links. */
  readonly hrefs: readonly string[]
  /** Those of the author's links. */
  readonly writtenHrefs: readonly string[]
}

/** Words of these touch their neighbours; every other element stands apart. */
const inline: ReadonlySet<string> = new Set(['a', 'code', 'span', 'strong', 'em', 'del', 'time'])

/** Classes of what the frame adds to what the author wrote. */
const frame = ['agents', 'sources', 'facts', 'reviewed', 'toc', 'messages']

type Draft = { -readonly [key in keyof PageSection]: PageSection[key] extends string ? string : string[] }

const draft = (id: string): Draft => ({ id, heading: '', text: '', written: '', hrefs: [], writtenHrefs: [] })

/** A page's main part, cut at its second-level headings; the first piece is what stands before them. */
export function sectionsOf(main: Node): PageSection[] {
  const drafts = [draft('')]
  const last = (): Draft => drafts.at(-1) as Draft
  const inside = { heading: 0, caution: 0, block: 0, label: 0, frame: 0 }
  const count = (element: Element, step: 1 | -1) => {
    if (element.tagName === 'h2') inside.heading += step
    if (isNote(element, 'caution')) inside.caution += step
    if (isNote(element, 'block')) inside.block += step
    if (element.tagName === 'strong' && inside.caution > 0) inside.label += step
    if (frame.some((name) => classesOf(element).includes(name))) inside.frame += step
  }
  const add = (words: string) => {
    if (inside.heading > 0) last().heading += words
    else if (inside.caution === 0 && inside.block === 0) last().text += words
    if (inside.heading === 0 && inside.label === 0 && inside.block === 0 && inside.frame === 0)
      last().written += words
  }
  const addLink = (href: string) => {
    last().hrefs.push(href)
    if (inside.frame === 0) last().writtenHrefs.push(href)
  }
  walk(
    main,
    (node) => {
      if (isText(node)) add(withoutMark(node.value, node.parentNode))
      if (!isElement(node)) return true
      if (isAnchor(node)) return false
      if (!inline.has(node.tagName)) add(' ')
      if (node.tagName === 'h2') drafts.push(draft(attribute(node, 'id') ?? ''))
      if (node.tagName === 'a') addLink(attribute(node, 'href') ?? '')
      count(node, 1)
      return true
    },
    (node) => {
      if (!isElement(node) || isAnchor(node)) return
      count(node, -1)
      if (!inline.has(node.tagName)) add(' ')
    },
  )
  return drafts.map((section) => ({
    ...section,
    heading: collapse(section.heading),
    text: collapse(section.text),
  }))
}

/** The mark beside a heading that is its address: no word of the text. */
const isAnchor = (element: Element): boolean =>
  element.tagName === 'a' &&
  classesOf(element).includes('anchor') &&
  textOf(element) === '#' &&
  (attribute(element, 'href') ?? '').startsWith('#')

/** What the words behind a fence say, above its block. */
const isNote = (element: Element, name: 'caution' | 'block'): boolean =>
  element.tagName === 'p' && classesOf(element).includes(name)

/** A task's mark is a picture of a check box, no word of the text. */
function withoutMark(text: string, parent: Node | null): string {
  return parent?.nodeName === 'p' || parent?.nodeName === 'li' ? text.replace(/^[☐☑] /, '') : text
}
