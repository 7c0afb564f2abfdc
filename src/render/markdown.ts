import type GithubSlugger from 'github-slugger'
import type { Schema } from 'hast-util-sanitize'
import type {
  BlockContent,
  Code,
  Definition,
  DefinitionContent,
  Heading as HeadingNode,
  Nodes,
  Paragraph,
  Root,
  Table,
} from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { remark } from 'remark'
import remarkHtml from 'remark-html'
import type { PageLabels } from '../model/compile-settings.ts'
import { sourceTarget } from '../model/document.ts'
import { fenceWords } from '../model/executed-page.ts'
import { guidePath, type Site, solutionPath } from '../model/site.ts'
import type { Heading } from '../model/solution.ts'
import { collapse } from '../model/text.ts'
import { highlight } from './highlight.ts'
import { headingWithAnchor, notesAbove, scrollingTable } from './page-parts.ts'

/** Sanitised HTML. Made here and by the templates, nowhere else. */
export type Html = string & { readonly __brand: 'Html' }

/** What a page may hold. Everything else is dropped, so what authors may write is turned into this first. */
const schema: Schema = {
  tagNames: [
    'p',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'del',
    'code',
    'pre',
    'span',
    'a',
    'blockquote',
    'hr',
    'br',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'div',
  ],
  attributes: {
    a: ['href', 'rel', 'ariaLabelledBy', ['className', 'anchor']],
    div: ['role', 'tabIndex', 'ariaLabel', ['className', 'heading', 'table']],
    p: [['className', 'caution', 'block', 'reproduces', 'fixes']],
    code: [['className', 'hljs', /^language-[a-z0-9+#._-]{1,20}$/]],
    span: [
      [
        'className',
        /^hljs-[a-z_-]+$/,
        'language_',
        'function_',
        'class_',
        'inherited__',
        'invoke__',
        'constant_',
      ],
    ],
    h2: ['id'],
    h3: ['id', ['className', 'do-not']],
    h4: ['id'],
    h5: ['id'],
    h6: ['id'],
    ol: ['start'],
    th: ['align', 'scope'],
    td: ['align'],
  },
  protocols: { href: ['https', 'http'] },
  clobberPrefix: '',
  strip: ['script', 'style'],
  allowComments: false,
  allowDoctypes: false,
}

const processor = remark().use(remarkHtml, { sanitize: schema }).freeze()

export interface RenderContext {
  readonly site: Pick<Site, 'site' | 'base_url'>
  readonly labels: PageLabels
  /** Path of the source file, for relative links. */
  readonly path: string
  /** Link definitions of the whole file: they hold in every section. */
  readonly definitions: readonly Definition[]
  /** Ids that are taken on the page. */
  readonly slugger: GithubSlugger
  /** Filled with the headings that were given an id. */
  readonly headings: Heading[]
}

/** Renders some blocks of a file. The tree is not changed. */
export const renderMarkdown = (nodes: readonly Nodes[], context: RenderContext): Html =>
  renderParts([{ nodes, context }])[0] ?? ('' as Html)

/** Renders several parts of one file, which share their definitions, in one go: each go has its price. */
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
  // Long lines scroll, and the keyboard scrolls what it can reach. Text is escaped, so this is markup of ours only.
  return html
    .split(border.value)
    .map((part) => part.trim().replaceAll('<pre><code', '<pre tabindex="0"><code') as Html)
}

/** Markdown turns this character into another one, so no page holds it. */
const border = { type: 'text', value: '\0' } as const

/** A node as it is published: tags as text, links resolved, code coloured, cautions in sight, headings with ids. */
function publish(written: Nodes, context: RenderContext, parent?: Nodes): Nodes[] {
  // Every step from here on would copy the places, which no reader of the page sees.
  const node: Nodes = { ...written, position: undefined }
  switch (node.type) {
    case 'html': {
      // `<your-token>` and `Promise<Response>` are words here, never markup.
      const text = { type: 'text', value: node.value } as const
      return parent === undefined || isFlowParent(parent) ? [{ type: 'paragraph', children: [text] }] : [text]
    }
    case 'code':
      return publishCode(node, context)
    case 'link': {
      // GFM links every `a@b.c`, also the ones in `git@host:path`: they are published as words.
      if (node.url.startsWith('mailto:')) return descend(node.children, context, node)
      const url = publicAddress(node.url, context)
      const data = relOf(url)
      return [{ ...node, title: null, url, data, children: descend(node.children, context, node) } as Nodes]
    }
    case 'linkReference': {
      const definition = context.definitions.find(({ identifier }) => identifier === node.identifier)
      return [
        {
          ...node,
          data: relOf(definition?.url ?? ''),
          children: descend(node.children, context, node),
        } as Nodes,
      ]
    }
    case 'heading': {
      // Of an emoji the slugger would leave its invisible joiners.
      const words = textOf(node)
        .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
        .replace(/[\ufe0e\ufe0f]/g, '')
      const id = context.slugger.slug(words)
      if (node.depth <= 3) context.headings.push({ depth: node.depth, id, text: collapse(textOf(node)) })
      const own = { ...node, children: descend(node.children, context, node) } as HeadingNode
      return [headingWithAnchor(own, id, isWarning(node, context))]
    }
    case 'table':
      return [scrollingTable({ ...node, children: descend(node.children, context, node) } as Table)]
    case 'listItem': {
      // A check box is a form control without a label; its mark as text says the same.
      if (typeof node.checked !== 'boolean') break
      const mark: Paragraph = {
        type: 'paragraph',
        children: [{ type: 'text', value: node.checked ? '☑ ' : '☐ ' }],
      }
      const [first, ...rest] = node.children
      const marked: (BlockContent | DefinitionContent)[] =
        first?.type === 'paragraph'
          ? [{ ...first, children: [...mark.children, ...first.children] }, ...rest]
          : [mark, ...node.children]
      return [{ ...node, checked: null, children: descend(marked, context, node) } as Nodes]
    }
  }
  return 'children' in node ? [{ ...node, children: descend(node.children, context, node) } as Nodes] : [node]
}

/** What stands under "Do not" was tried by others and made things worse. */
const isWarning = (node: HeadingNode, { labels }: RenderContext): boolean =>
  textOf(node).trim().toLowerCase() === labels.subsections['do-not'].toLowerCase()

const descend = (nodes: readonly Nodes[], context: RenderContext, parent: Nodes): Nodes[] =>
  nodes.flatMap((node) => publish(node, context, parent))

const isFlowParent = (node: Nodes): boolean =>
  node.type === 'listItem' || node.type === 'blockquote' || node.type === 'root'

function publishCode(node: Code, { labels }: RenderContext): Nodes[] {
  const language = (node.lang ?? 'text').toLowerCase()
  const children = highlight(node.value, language)
  const code = {
    ...node,
    meta: null,
    data: {
      hProperties: { className: ['hljs', `language-${language}`] },
      ...(children && { hChildren: children }),
    },
  } as Code
  const words = fenceWords(node.meta ?? '') ?? {}
  return [...notesAbove(words, labels), code]
}

/** Links away from the catalog are not its endorsement, and tell nobody where the reader came from. */
const relOf = (url: string) =>
  url.startsWith('https:') ? { hProperties: { rel: 'nofollow noopener noreferrer' } } : {}

/** The address that a link has on the site. */
export function publicAddress(address: string, { site, path }: Pick<RenderContext, 'site' | 'path'>): string {
  const target = sourceTarget(path, address)
  if (target === undefined) return address
  return (
    (target.kind === 'solutions' ? solutionPath(site, target.id) : guidePath(site, target.id)) +
    target.fragment
  )
}
