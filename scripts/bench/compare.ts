import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type DefaultTreeAdapterTypes, parse, defaultTreeAdapter as tree } from 'parse5'
import type { IndexEntry, Sample, Tool } from './tools.ts'

/*
 * Have the tools made the same site? Compares the numbers of pages, twins, lists and entries, and on sampled pages every
 * line of the source, highlighted code, and the words in the index.
 */

type Node = DefaultTreeAdapterTypes.Node
type Counts = Readonly<Record<'pages' | 'twins' | 'lists' | 'entries' | 'indexed', number>>

const kinds = {
  pages: /^solutions\/[^/]+\/(?!index\.)[^/]+\.html$/,
  twins: /^solutions\/[^/]+\/(?!index\.)[^/]+\.md$/,
  /** One file or two for each category: newer releases of Hugo write only the second. */
  lists: /^solutions\/(?!index\.)([^/]+?)(?:\.html|\/index\.html)$/,
}

/** What a tool has written. Throws if the site lacks something. */
export function inspect({
  tool,
  out,
  pages,
  samples,
}: {
  tool: Tool
  out: string
  pages: number
  samples: readonly Sample[]
}) {
  const site = join(out, tool.site)
  const paths = filesBelow(out)
  const bytes = paths.reduce((sum, path) => sum + statSync(join(out, path)).size, 0)
  const index: IndexEntry[] = JSON.parse(readFileSync(join(site, tool.index), 'utf8')).solutions
  const counts = countsOf(tool, filesBelow(site), index)
  const entries = samples.map(({ id }) => index.find(({ url }) => url.endsWith(`/solutions/${id}`)))
  refuse(tool, wrongCounts(counts, pages))
  refuse(
    tool,
    samples.flatMap((sample, at) => {
      const read = (ending: string) => readFileSync(join(site, `solutions/${sample.id}${ending}`), 'utf8')
      const own = tool.entry(site, sample)
      return lacks(sample, { html: read('.html'), twin: read('.md'), listed: entries[at], own })
    }),
  )
  return { files: paths.length, bytes, counts, entries: entries.map(wordsOf) }
}

function countsOf(tool: Tool, paths: readonly string[], index: readonly IndexEntry[]): Counts {
  const count = (pattern: RegExp) => paths.filter((path) => pattern.test(path)).length
  return {
    pages: count(kinds.pages),
    twins: count(kinds.twins),
    lists: new Set(paths.flatMap((path) => kinds.lists.exec(path)?.[1] ?? [])).size,
    entries: count(tool.entries),
    indexed: index.length,
  }
}

const wrongCounts = ({ pages, twins, lists, entries, indexed }: Counts, expected: number): string[] => [
  ...(pages === expected ? [] : [`${pages} pages, expected ${expected}`]),
  ...(twins === expected ? [] : [`${twins} Markdown twins, expected ${expected}`]),
  ...(indexed === expected ? [] : [`${indexed} pages in the index, expected ${expected}`]),
  ...(lists === 16 ? [] : [`${lists} lists, expected 16`]),
  ...(entries >= expected ? [] : [`${entries} entries, expected at least ${expected}`]),
]

function refuse({ name }: Tool, wrong: readonly string[]): void {
  if (wrong.length === 0) return
  const more = wrong.length > 10 ? [`and ${wrong.length - 10} more`] : []
  throw new Error([`${name} made a different site:`, ...wrong.slice(0, 10), ...more].join('\n  '))
}

/** Throws unless the indexes of all tools say the same about the sampled pages. */
export function sameEntries(inspected: readonly { name: string; entries: readonly string[] }[]): void {
  const [first, ...others] = inspected
  if (first === undefined) return
  for (const { name, entries } of others) {
    const at = entries.findIndex((entry, index) => entry !== first.entries[index])
    if (at !== -1)
      throw new Error(`${first.name} and ${name} differ:\n  ${first.entries[at]}\n  ${entries[at]}`)
  }
}

function lacks(
  { id, title, markdown }: Sample,
  made: { html: string; twin: string; listed: IndexEntry | undefined; own: IndexEntry | undefined },
): string[] {
  const { html, twin, listed, own } = made
  const document = parse(html)
  const [article] = elements(document, 'article')
  const text = packed(textOf(article ?? document))
  const lines = linesOf(markdown)
  const code = elements(document, 'pre')
  return [
    ...lines.filter((line) => !text.includes(packed(line))).map((line) => `${id}: not on the page: ${line}`),
    ...(elements(document, 'h1').map(textOf).join() === title ? [] : [`${id}: a different title`]),
    ...(code.length === 3 && code.every((block) => elements(block, 'span').length > 1)
      ? []
      : [`${id}: code without highlighting`]),
    ...(elements(document, 'table').length === 1 ? [] : [`${id}: no table`]),
    ...(packed(twin).includes(packed(/## Fix([^[]*?)(?:\[|## Checklist)/.exec(markdown)?.[1] ?? ''))
      ? []
      : [`${id}: a different Markdown twin`]),
    ...(wordsOf(listed) === wordsOf(own) ? [] : [`${id}: its entry differs from the index`]),
    ...(listed?.fix.startsWith(lines[lines.indexOf('Fix') + 1]?.slice(0, 60) ?? '')
      ? []
      : [`${id}: a different fix`]),
  ]
}

/** The text of each line of a page's body, without Markdown marks. */
const linesOf = (markdown: string): string[] =>
  markdown
    .split(/^---$/m)
    .slice(2)
    .join('---')
    .split('\n')
    .filter((line) => !/^\s*```|^\| ---/.test(line))
    .flatMap((line) => (line.startsWith('| ') ? line.split(' | ') : [line]))
    .map((line) =>
      line
        .replace(/^(#+|-|\d+\.|\|) | \|$/g, '')
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll('`', '')
        .trim(),
    )
    .filter(Boolean)

const wordsOf = (entry: IndexEntry | undefined): string =>
  [entry?.title, entry?.category, entry?.symptom, entry?.fix, entry?.source].join('\n')

const packed = (text: string): string => text.replace(/\s+/g, '')

const childrenOf = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : [])

const textOf = (node: Node): string =>
  tree.isTextNode(node) ? node.value : childrenOf(node).map(textOf).join('')

const elements = (node: Node, name: string): Node[] =>
  childrenOf(node).flatMap((child) => [...(child.nodeName === name ? [child] : []), ...elements(child, name)])

export const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
