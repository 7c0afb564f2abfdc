import type { Nodes } from 'mdast'
import type { PageLabels } from '../model/compile-settings.ts'
import { type Parsed, placeOf } from '../model/document.ts'
import { type FenceWords, fenceWords } from '../model/executed-page.ts'
import type { Place } from '../model/problem.ts'
import type { SectionKind } from '../model/vocabulary.ts'

/** A third-level heading with a fixed meaning. */
export type Part = 'confirm' | 'do-not' | 'verify' | 'option'

/** The part of the page that a passage is in. */
interface Passage {
  /** Undefined in a guide and in the frontmatter. */
  readonly section: SectionKind | undefined
  readonly part: Part | undefined
  /** Grows from the start of the page to its end, over prose and code. */
  readonly at: number
}

/** The text of a paragraph, heading or table cell, inline code included: no Markdown marks, references decoded. */
export interface Prose extends Passage {
  readonly text: string
  /** Spans of `text` that are inline code. */
  readonly quoted: readonly (readonly [start: number, end: number])[]
  /** Is it a list item or a table cell? */
  readonly item: boolean
  readonly placeAt: (offset: number) => Place
}

/** One piece of code, inline or fenced. */
export interface CodePiece extends Passage, FenceWords {
  readonly text: string
  readonly inline: boolean
  /** Language of a fence, lower case; empty for inline code. */
  readonly language: string
  readonly placeAt: (offset: number) => Place
}

/** A string of the frontmatter, with YAML's escapes resolved. */
export interface Value {
  readonly key: string
  readonly text: string
  readonly place: Place
}

/** What most rules need of a page, collected from its tree once. */
export interface Reading {
  readonly nodes: readonly Nodes[]
  readonly prose: readonly Prose[]
  readonly code: readonly CodePiece[]
  readonly values: readonly Value[]
}

/** The addresses that a page links or names as its sources. Places are computed only when they are asked for. */
export const urlsOf = ({ nodes, values }: Reading): { url: string; place: () => Place }[] => [
  ...nodes.flatMap((node) =>
    node.type === 'link' || node.type === 'definition' ? { url: node.url, place: () => placeOf(node) } : [],
  ),
  ...values
    .filter(({ key }) => /^(?:source|references)\b/.test(key))
    .map((value) => ({ url: value.text, place: () => value.place })),
]

/** Does the section show what went wrong? Its inline code and output are then no commands, unless readers are told to run them. */
export const isDescription = (section: SectionKind | undefined): boolean =>
  section === 'symptom' || section === 'root-cause'

const inlineTypes = new Set(['text', 'html', 'inlineCode', 'break'])
const blocksOfWords = new Set(['paragraph', 'heading', 'tableCell'])

export function readPage(parsed: Parsed, labels: PageLabels): Reading {
  const lines = parsed.document.text.split('\n')
  const nodes: Nodes[] = []
  const prose: Prose[] = []
  const code: CodePiece[] = []
  const sections = parsed.kind === 'solution' ? parsed.sections : []
  let section: SectionKind | undefined
  let part: Part | undefined

  const visit = (node: Nodes, inWords: boolean, inItem: boolean): void => {
    const at = nodes.push(node)
    if (node.type === 'code') {
      const first = { line: placeOf(node).line + 1, column: 1 }
      const placeAt = (offset: number) => placeIn(lines, first, node.value, offset)
      const language = (node.lang ?? 'text').toLowerCase()
      const words = fenceWords(node.meta ?? '')
      code.push({ section, part, at, text: node.value, inline: false, language, placeAt, ...words })
    } else if (node.type === 'inlineCode') {
      const placeAt = (offset: number) => placeIn(lines, placeOf(node), node.value, offset)
      code.push({ section, part, at, text: node.value, inline: true, language: '', placeAt })
    } else if (blocksOfWords.has(node.type) || (node.type === 'html' && !inWords)) {
      // Block HTML is published as text, so it is read as text.
      prose.push({ section, part, at, item: inItem || node.type === 'tableCell', ...wordsOf(node, lines) })
    }
    if (!('children' in node)) return
    const within = inWords || blocksOfWords.has(node.type)
    for (const child of node.children) visit(child, within, inItem || node.type === 'listItem')
  }

  for (const child of parsed.document.tree.children) {
    const offset = child.position?.start.offset ?? 0
    const within = sections.findLast(({ start }) => start <= offset)?.kind
    if (within !== section) part = undefined
    section = within
    if (child.type === 'heading' && child.depth === 3) part = partOf(wordsOf(child, lines).text, labels)
    visit(child, false, false)
  }
  return { nodes, prose, code, values: valuesOf(parsed) }
}

function partOf(heading: string, { subsections }: PageLabels): Part | undefined {
  const text = heading.trim().toLowerCase()
  const exact = (['confirm', 'do-not', 'verify'] as const).find(
    (key) => subsections[key].toLowerCase() === text,
  )
  return exact ?? (text.startsWith(subsections.option.toLowerCase()) ? 'option' : undefined)
}

function wordsOf(block: Nodes, lines: readonly string[]): Pick<Prose, 'text' | 'quoted' | 'placeAt'> {
  let text = ''
  const quoted: [number, number][] = []
  const pieces: { at: number; node: Nodes; value: string }[] = []
  const visit = (node: Nodes): void => {
    if (inlineTypes.has(node.type)) {
      const value = 'value' in node ? node.value : '\n'
      if (node.type === 'inlineCode') quoted.push([text.length, text.length + value.length])
      pieces.push({ at: text.length, node, value })
      text += value
    } else if ('children' in node) node.children.forEach(visit)
  }
  visit(block)
  const placeAt = (offset: number): Place => {
    const piece = pieces.findLast(({ at }) => at <= offset)
    return piece ? placeIn(lines, placeOf(piece.node), piece.value, offset - piece.at) : placeOf(block)
  }
  return { text, quoted, placeAt }
}

/**
 * The place in the file of an offset in the value of a node, of which the first line is at `first`. The value has no
 * escapes, references or indentation, so the text at the offset is searched for in its line.
 */
function placeIn(lines: readonly string[], first: Place, value: string, offset: number): Place {
  const before = value.slice(0, offset)
  const row = before.split('\n').length - 1
  const earliest = row === 0 ? first.column - 1 + offset : offset - before.lastIndexOf('\n') - 1
  const text = lines[first.line + row - 1] ?? ''
  const end = value.indexOf('\n', offset)
  const found = text.indexOf(
    value.slice(offset, Math.min(end === -1 ? value.length : end, offset + 16)),
    earliest,
  )
  return { line: first.line + row, column: (found === -1 ? Math.min(earliest, text.length) : found) + 1 }
}

function valuesOf({ data, keyPlace }: Parsed): Value[] {
  const values: Value[] = []
  const visit = (value: unknown, path: PropertyKey[]): void => {
    if (typeof value === 'string') {
      // Computed only when a problem is reported.
      values.push({
        key: path.join('.'),
        text: value,
        get place() {
          return keyPlace(...path)
        },
      })
    } else if (Array.isArray(value))
      for (const [index, item] of value.entries()) visit(item, [...path, index])
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) visit(item, [...path, key])
    }
  }
  visit(data, [])
  return values
}
