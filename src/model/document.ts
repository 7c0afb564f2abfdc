import type { Definition, Nodes, Root } from 'mdast'
import type { Category } from './category.ts'
import type { GuideFrontmatter } from './guide.ts'
import type { Place } from './problem.ts'
import type { SectionKind } from './sections.ts'
import type { Frontmatter } from './solution.ts'

/** One source file as read from disk. */
export interface SourceFile {
  /** Relative to the content folder, forward slashes. */
  readonly path: string
  /** LF line ends, no byte order mark. */
  readonly text: string
  /** Of the text, where it is known without reading it. */
  readonly digest?: string
}

/** One Markdown file, parsed once: rules, text extracts and HTML all come from here. */
export interface ParsedDocument extends SourceFile {
  /** Offset in `text` at which the body starts. */
  readonly bodyStart: number
  /** Positions count from the start of the file, frontmatter included. */
  readonly tree: Root
}

/** A second-level section in the tree. */
export interface SectionTree {
  readonly kind: SectionKind
  readonly heading: string
  readonly place: Place
  /** Offsets of the body in the file: behind the heading, before the next one. */
  readonly start: number
  readonly end: number
  readonly children: readonly Nodes[]
}

/** A solution that could be read; it may still have problems. */
export interface ParsedSolution {
  readonly kind: 'solution'
  readonly id: string
  readonly category: Category
  readonly slug: string
  readonly lang: string
  readonly data: Frontmatter
  /** Place of a key in the frontmatter, or of an item: `keyPlace('affects', 0, 'product')`. */
  readonly keyPlace: (...path: PropertyKey[]) => Place
  readonly document: ParsedDocument
  readonly sections: readonly SectionTree[]
}

/** A guide that could be read. */
export interface ParsedGuide {
  readonly kind: 'guide'
  readonly name: string
  readonly lang: string
  readonly data: GuideFrontmatter
  readonly keyPlace: (...path: PropertyKey[]) => Place
  readonly document: ParsedDocument
}

export type Parsed = ParsedSolution | ParsedGuide

/** Where a node starts. */
export function placeOf(node: Nodes): Place {
  const start = node.position?.start
  return { line: start?.line ?? 1, column: start?.column ?? 1 }
}

/** The tree's nodes in document order. */
export function nodesOf(tree: Nodes, nodes: Nodes[] = []): Nodes[] {
  nodes.push(tree)
  if ('children' in tree) for (const child of tree.children) nodesOf(child, nodes)
  return nodes
}

export function definitionsOf(tree: Root): Definition[] {
  return nodesOf(tree).filter((node) => node.type === 'definition')
}
