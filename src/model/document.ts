import type { Definition, Nodes, Root } from 'mdast'
import type { GuideFrontmatter } from './guide.ts'
import { type Place, startOfFile } from './problem.ts'
import type { Frontmatter } from './solution.ts'
import type { Category, SectionKind } from './vocabulary.ts'

/** One source file as read from disk. */
export interface SourceFile {
  /** Relative to the content folder, forward slashes. */
  readonly path: string
  /** With LF line endings and without a byte order mark. */
  readonly text: string
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
  /** Offsets of the body in the file: after the heading, up to the next one. */
  readonly start: number
  readonly end: number
  readonly children: readonly Nodes[]
}

/** A file that was parsed; it may still have problems. */
interface ParsedFile<Data> {
  readonly lang: string
  readonly data: Data
  /** Place of a key in the frontmatter, or of an item: `keyPlace('affects', 0, 'product')`. */
  readonly keyPlace: (...path: PropertyKey[]) => Place
  readonly document: ParsedDocument
}

export interface ParsedSolution extends ParsedFile<Frontmatter> {
  readonly kind: 'solution'
  readonly id: string
  readonly category: Category
  readonly slug: string
  readonly sections: readonly SectionTree[]
}

export interface ParsedGuide extends ParsedFile<GuideFrontmatter> {
  readonly kind: 'guide'
  readonly name: string
}

export type Parsed = ParsedSolution | ParsedGuide

/** The start of a node. */
export function placeOf(node: Nodes): Place {
  const { line, column } = node.position?.start ?? startOfFile
  return { line, column }
}

/** The tree's nodes in document order. */
export function nodesOf(tree: Nodes, nodes: Nodes[] = []): Nodes[] {
  nodes.push(tree)
  if ('children' in tree) for (const child of tree.children) nodesOf(child, nodes)
  return nodes
}

/** Inline code, without fenced blocks. */
export const codeText = (tree: Root): string[] =>
  nodesOf(tree).flatMap((node) => (node.type === 'inlineCode' ? [node.value] : []))

export function definitionsOf(tree: Root): Definition[] {
  return nodesOf(tree).filter((node) => node.type === 'definition')
}

/** A relative link between source files, such as `../solutions/auth/x.md#fix` in a guide. */
export interface SourceTarget {
  readonly kind: 'solutions' | 'guides'
  /** `<category>/<slug>` or the guide's name. */
  readonly id: string
  /** With its `#`, or empty. */
  readonly fragment: string
}

/** Resolves a relative link to a `.md` file from the file at `from`; undefined for any other address. */
export function sourceTarget(from: string, address: string): SourceTarget | undefined {
  const base = `file:///${from}`
  if (/^[a-z][a-z0-9+.-]*:|^[/#?]/i.test(address) || !URL.canParse(address, base)) return undefined
  const { pathname, hash, search } = new URL(address, base)
  const match = /^\/(solutions\/[^/]+\/[^/]+|guides\/[^/]+)\.md$/.exec(pathname)
  if (!match?.[1] || search !== '') return undefined
  const [kind, ...id] = match[1].split('/')
  return { kind: kind as SourceTarget['kind'], id: id.join('/'), fragment: hash }
}
