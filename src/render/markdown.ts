import type GithubSlugger from 'github-slugger'
import type { ElementContent } from 'hast'
import type { Schema } from 'hast-util-sanitize'
import type {
  BlockContent,
  Definition,
  DefinitionContent,
  Heading as HeadingNode,
  ListItem,
  Nodes,
  Parent,
  Root,
  Table,
} from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { remark } from 'remark'
import remarkHtml from 'remark-html'
import type { PageLabels } from '../model/compile-settings.ts'
import { sourceTarget } from '../model/document.ts'
import { guidePath, type Site, solutionPath } from '../model/site.ts'
import type { Heading } from '../model/solution.ts'
import { collapse, cut } from '../model/text.ts'
import allowed from './allowed-html.json' with { type: 'json' }
import { publishedCode } from './code-block.ts'

/** Sanitised HTML. Made here and by the templates, nowhere else. */
export type Html = string & { readonly __brand: 'Html' }

const highlighterClasses = /^hljs-[a-z_-]+$|^(?:language|function|class|constant)_$|^(?:inherited|invoke)__$/

/** What a page may hold. Everything else is dropped, so what authors may write is turned into this first. */
const schema = {
  ...allowed,
  attributes: {
    ...allowed.attributes,
    code: [['className', 'hljs', 'attack', /^language-[a-z0-9+#._-]{1,20}$/]],
    span: [['className', highlighterClasses]],
  },
} as unknown as Schema

const processor = remark().use(remarkHtml, { sanitize: schema }).freeze()

export interface RenderContext {
  readonly site: Pick<Site, 'site' | 'base_url'>
  readonly labels: PageLabels
  readonly inSymptom?: boolean
  /** Path of the source file, for relative links. */
  readonly path: string
  /** Link definitions of the whole file: they hold in every section. */
  readonly definitions: readonly Definition[]
  /** Ids that are taken on the page. */
  readonly slugger: GithubSlugger
  /** The renderer appends each heading to which it gives an id. */
  readonly headings: Heading[]
}

/** Renders some blocks of a file. The tree is not changed. */
export const renderMarkdown = (nodes: readonly Nodes[], context: RenderContext): Html =>
  renderParts([{ nodes, context }])[0] ?? ('' as Html)

/** Renders several parts of one file, which share their definitions, in one call: every call has a fixed cost. */
export function renderParts(
  parts: readonly { readonly nodes: readonly Nodes[]; readonly context: RenderContext }[],
): Html[] {
  const children = parts.flatMap(({ nodes, context }, index) => [
    ...(index === 0 ? [] : [border]),
    ...nodes.filter((node) => node.type !== 'definition').flatMap((node) => publish(node, context)),
  ])
  const definitions = parts
    .slice(0, 1)
    .flatMap(({ context }) =>
      context.definitions.map((node) => ({ ...node, title: null, url: publicAddress(node.url, context) })),
    )
  const html = processor.stringify({ type: 'root', children: [...children, ...definitions] } as Root)
  // The keyboard can only scroll what it can focus. Text is escaped, so these tags are never an author's.
  return html
    .split(border.value)
    .map((part) => part.trim().replaceAll('<pre><code', '<pre tabindex="0"><code') as Html)
}

/** Markdown turns this character into another one, so no page holds it. */
const border = { type: 'text', value: '\0' } as const

/** A node as it is published: tags as text, links resolved, code highlighted, cautions shown, headings with ids. */
function publish(written: Nodes, context: RenderContext, parent?: Nodes): Nodes[] {
  // Every later step would copy the positions, which end up nowhere.
  const node: Nodes = { ...written, position: undefined }
  switch (node.type) {
    case 'html': {
      // `<your-token>` and `Promise<Response>` are words here, never markup.
      const text = { type: 'text', value: node.value } as const
      return parent === undefined || isFlowParent(parent) ? [{ type: 'paragraph', children: [text] }] : [text]
    }
    case 'code':
      return publishedCode(node, context)
    case 'inlineCode':
      return [{ ...node, data: { hChildren: node.value.split(/(\s+)/).map(wholeWord) } } as Nodes]
    case 'link': {
      // GFM links every `a@b.c`, also the ones in `git@host:path`: they are published as words.
      if (node.url.startsWith('mailto:')) return descend(node.children, context, node)
      const url = publicAddress(node.url, context)
      return [{ ...withChildren(node, context), title: null, url, data: relOf(url) } as Nodes]
    }
    case 'linkReference': {
      const definition = context.definitions.find(({ identifier }) => identifier === node.identifier)
      const data = relOf(publicAddress(definition?.url ?? '', context))
      return [{ ...withChildren(node, context), data } as Nodes]
    }
    case 'heading':
      return [headingWithAnchor(node, context)]
    case 'table':
      return [scrollingTable(withChildren(node, context))]
    case 'listItem':
      if (typeof node.checked === 'boolean')
        return [withChildren({ ...node, checked: null, children: withMark(node) }, context)]
  }
  return 'children' in node ? [withChildren(node, context)] : [node]
}

const withChildren = <T extends Parent>(node: T, context: RenderContext): T => ({
  ...node,
  children: descend(node.children as Nodes[], context, node as unknown as Nodes),
})

/** More may not fit into a line on a phone. */
const unbrokenCharacters = 28

/** A word of code that the browser would break after a hyphen or a slash, in an element that keeps it whole. */
function wholeWord(word: string): ElementContent {
  const text = { type: 'text', value: word } as const
  const isBroken = /[-/?!|}…–]./u.test(word) && word.length <= unbrokenCharacters
  return isBroken ? { type: 'element', tagName: 'span', properties: {}, children: [text] } : text
}

const descend = (nodes: readonly Nodes[], context: RenderContext, parent: Nodes): Nodes[] =>
  nodes.flatMap((node) => publish(node, context, parent))

const isFlowParent = (node: Nodes): boolean =>
  node.type === 'listItem' || node.type === 'blockquote' || node.type === 'root'

/** Becomes an element that Markdown does not have; the sanitiser sees it like all others. */
const box = (properties: object, children: readonly Nodes[]): Nodes =>
  ({ type: 'box', data: { hName: 'div', hProperties: properties }, children }) as unknown as Nodes

/** Ids that the layout of a page has taken. */
export const layoutIds: readonly string[] = ['main', 'related']

/** A heading with a visible link to itself that the keyboard can reach. */
function headingWithAnchor(node: HeadingNode, context: RenderContext): Nodes {
  // Of an emoji the slugger would leave its invisible joiners.
  const words = textOf(node)
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/[\ufe0e\ufe0f]/g, '')
  const id = context.slugger.slug(words)
  if (node.depth <= 3) context.headings.push({ depth: node.depth, id, text: collapse(textOf(node)) })
  // What is listed under "Do not" was tried and made things worse.
  const isWarning = textOf(node).trim().toLowerCase() === context.labels.subsections['do-not'].toLowerCase()
  const anchor = {
    type: 'link',
    url: `#${id}`,
    data: { hProperties: { className: ['anchor'], ariaLabelledBy: [id] } },
    children: [{ type: 'text', value: '#' }],
  } satisfies Nodes
  const data = { hProperties: { id, ...(isWarning && { className: ['do-not'] }) } }
  return box({ className: ['heading'] }, [{ ...withChildren(node, context), data } as HeadingNode, anchor])
}

const labelCharacters = 60

/** Cells with more characters do not fit beside each other on a phone, which shows them one below the other. */
const shortCell = 24

/** A wide table scrolls in its own box, which the keyboard can reach and the column heads name. */
function scrollingTable(table: Table): Nodes {
  const [head, ...rows] = table.children
  if (head === undefined) return table
  const cells = head.children.map((cell) => ({ ...cell, data: { hProperties: { scope: 'col' } } }))
  const labels = head.children.map((cell) => collapse(textOf(cell)))
  const labelled = rows.map((row) => ({
    ...row,
    children: row.children.map((cell, at) => ({ ...cell, data: { hProperties: { dataLabel: labels[at] } } })),
  }))
  const isLong = rows.some((row) => row.children.some((cell) => textOf(cell).length > shortCell))
  const className = isLong ? ['table', 'stacked'] : ['table']
  const name = cut(labels.join(', '), labelCharacters)
  return box({ className, role: 'group', tabIndex: 0, ariaLabel: name }, [
    { ...table, children: [{ ...head, children: cells }, ...labelled] } as Table,
  ])
}

/** The content of a task: a check box would be a form control without a label, so its mark becomes text. */
function withMark(task: ListItem): (BlockContent | DefinitionContent)[] {
  const mark = { type: 'text', value: task.checked ? '☑ ' : '☐ ' } as const
  const [first, ...rest] = task.children
  return first?.type === 'paragraph'
    ? [{ ...first, children: [mark, ...first.children] }, ...rest]
    : [{ type: 'paragraph', children: [mark] }, ...task.children]
}

/** Links to other sites are no endorsement by the catalog and send no referrer. */
const relOf = (url: string) =>
  /^https?:/.test(url) ? { hProperties: { rel: 'nofollow noopener noreferrer' } } : {}

/** The address that a link has on the site. */
export function publicAddress(address: string, { site, path }: Pick<RenderContext, 'site' | 'path'>): string {
  const target = sourceTarget(path, address)
  if (target)
    return (target.kind === 'solutions' ? solutionPath : guidePath)(site, target.id) + target.fragment
  const isOwn = address.startsWith(`${site.base_url}/${site.site}/`)
  return isOwn ? address.slice(site.base_url.length) : address
}
