import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse, defaultTreeAdapter as tree } from 'parse5'

/*
 * Is it the same site that the tools have made? Every page with its twin, its list and its entries, and on sampled pages
 * every line of the source, highlighted code, and the same words in the index.
 */

const kinds = {
  pages: /^solutions\/[^/]+\/(?!index\.)[^/]+\.html$/,
  twins: /^solutions\/[^/]+\/(?!index\.)[^/]+\.md$/,
  lists: /^solutions\/[^/]+\.html$/,
}

/** What a tool has written. Throws with what its site lacks. */
export function inspect({ tool, out, pages, samples }) {
  const site = join(out, tool.site)
  const paths = filesBelow(out)
  const bytes = paths.reduce((sum, path) => sum + statSync(join(out, path)).size, 0)
  const index = JSON.parse(readFileSync(join(site, tool.index), 'utf8')).solutions
  const counts = countsOf(tool, filesBelow(site), index)
  const entries = samples.map(({ id }) => index.find(({ url }) => url.endsWith(`/solutions/${id}`)))
  refuse(tool, wrongCounts(counts, pages))
  refuse(
    tool,
    samples.flatMap((sample, at) => {
      const read = (ending) => readFileSync(join(site, `solutions/${sample.id}${ending}`), 'utf8')
      const own = tool.entry(site, sample.id)
      return lacks(sample, { html: read('.html'), twin: read('.md'), listed: entries[at], own })
    }),
  )
  return { files: paths.length, bytes, counts, entries: entries.map(wordsOf) }
}

function countsOf(tool, paths, index) {
  const count = (pattern) => paths.filter((path) => pattern.test(path)).length
  return {
    pages: count(kinds.pages),
    twins: count(kinds.twins),
    lists: count(kinds.lists),
    entries: count(tool.entries),
    indexed: index.length,
  }
}

const wrongCounts = ({ pages, twins, lists, entries, indexed }, expected) => [
  ...(pages === expected ? [] : [`${pages} pages, expected ${expected}`]),
  ...(twins === expected ? [] : [`${twins} Markdown twins, expected ${expected}`]),
  ...(indexed === expected ? [] : [`${indexed} pages in the index, expected ${expected}`]),
  ...(lists === 16 ? [] : [`${lists} lists, expected 16`]),
  ...(entries >= expected ? [] : [`${entries} entries, expected at least ${expected}`]),
]

function refuse({ name }, wrong) {
  if (wrong.length === 0) return
  const more = wrong.length > 10 ? [`and ${wrong.length - 10} more`] : []
  throw new Error([`${name} made another site:`, ...wrong.slice(0, 10), ...more].join('\n  '))
}

/** Throws unless the index says the same of the sampled pages in all tools. */
export function sameEntries(inspected) {
  const [first, ...others] = inspected
  for (const { name, entries } of others) {
    const at = entries.findIndex((entry, index) => entry !== first.entries[index])
    if (at !== -1)
      throw new Error(`${first.name} and ${name} differ:\n  ${first.entries[at]}\n  ${entries[at]}`)
  }
}

function lacks({ id, title, markdown }, { html, twin, listed, own }) {
  const document = parse(html)
  const [article] = elements(document, 'article')
  const text = packed(textOf(article ?? document))
  const lines = linesOf(markdown)
  const code = elements(document, 'pre')
  return [
    ...lines.filter((line) => !text.includes(packed(line))).map((line) => `${id}: not on the page: ${line}`),
    ...(elements(document, 'h1').map(textOf).join() === title ? [] : [`${id}: another title`]),
    ...(code.length === 3 && code.every((block) => elements(block, 'span').length > 1)
      ? []
      : [`${id}: code without highlighting`]),
    ...(elements(document, 'table').length === 1 ? [] : [`${id}: no table`]),
    ...(packed(twin).includes(packed(markdown.split('## Checklist')[0].split('## Fix')[1].split('[')[0]))
      ? []
      : [`${id}: another Markdown twin`]),
    ...(wordsOf(listed) === wordsOf(own) ? [] : [`${id}: another entry than in the index`]),
    ...(listed?.fix.startsWith(lines[lines.indexOf('Fix') + 1].slice(0, 60)) ? [] : [`${id}: another fix`]),
  ]
}

/** What each line of a page's body says, without its marks. */
const linesOf = (markdown) =>
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

const wordsOf = ({ title, category, symptom, fix, source } = {}) =>
  [title, category, symptom, fix, source].join('\n')

const packed = (text) => text.replace(/\s+/g, '')

const textOf = (node) => (tree.isTextNode(node) ? node.value : (node.childNodes ?? []).map(textOf).join(''))

const elements = (node, name) =>
  (node.childNodes ?? []).flatMap((child) => [
    ...(child.nodeName === name ? [child] : []),
    ...elements(child, name),
  ])

export const filesBelow = (dir) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
