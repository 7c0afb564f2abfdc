import type { Nodes } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { placeOf } from '../model/document.ts'
import { collapse } from '../model/text.ts'
import { htmlElements, is } from './data.ts'
import { type Check, type Checks, onPage, onSolution } from './rule.ts'

/** Comments, declarations, and tags that HTML knows or that carry attributes; `<your-token>` and `Map<string>` are words. */
function isMarkup(html: string, before: string): boolean {
  if (/<[!?]/.test(html)) return true
  for (const [, slash, name = '', rest = ''] of html.matchAll(/<(\/?)([A-Za-z][^\s/>]*)([^>]*)/g)) {
    if (/=/.test(rest)) return true
    if (!htmlElements().elements.has(name.toLowerCase())) continue
    const isType = slash === '' && /[\w$]$/.test(before) && /^\/?$/.test(rest.trim()) && is('typeNames', name)
    if (!isType) return true
  }
  return false
}

/** A check that looks at one node after the other; `find` says what is wrong with one. */
export const ofNodes = (find: (node: Nodes) => string | undefined): Check => ({
  checkPage({ nodes }, report) {
    for (const node of nodes) {
      const found = find(node)
      if (found !== undefined) report(placeOf(node), found)
    }
  },
})

/** Characters of one paragraph, list item or cell of Symptom; logs stand in fenced code and are not counted. */
const symptomBlock = 2000
/** Of one heading: it is a line of the page’s contents. */
const headingLength = 200

export const markdownChecks = {
  'markdown/html': onPage(({ parsed: { document }, nodes }, report) => {
    for (const node of nodes) {
      if (node.type !== 'html') continue
      const at = node.position?.start.offset ?? 0
      if (!isMarkup(node.value, document.text.slice(Math.max(0, at - 1), at))) continue
      const shown = node.value.length > 40 ? `${node.value.slice(0, 40)}…` : node.value
      report(placeOf(node), `Unexpected HTML \`${shown.replace(/\s+/g, ' ')}\`, expected Markdown`)
    }
  }),

  'markdown/image': ofNodes(({ type }) =>
    type === 'image' || type === 'imageReference' ? 'Unexpected image, expected text' : undefined,
  ),

  'markdown/footnote': ofNodes(({ type }) =>
    type.startsWith('footnote') ? 'Unexpected footnote, expected its text inline' : undefined,
  ),

  'markdown/table-row': onPage(({ nodes }, report) => {
    for (const table of nodes) {
      if (table.type !== 'table') continue
      const columns = table.children[0]?.children.length ?? 0
      for (const row of table.children) {
        const extra = row.children[columns]
        const message = `Unexpected cell ${columns + 1} in a table of ${columns} columns, expected ${columns}`
        if (extra !== undefined) report(placeOf(extra), message)
      }
    }
  }),

  'checklist/table': onSolution(({ parsed, labels }, report) => {
    const section = parsed.sections.find(({ kind }) => kind === 'checklist')
    if (section === undefined) return
    const table = section.children.find((node) => node.type === 'table')
    const columns = table?.children[0]?.children.map((cell) => textOf(cell)) ?? []
    const expected = labels['checklist-columns']
    if (columns.join('|') === expected.join('|')) return
    report(
      section.place,
      `Unexpected ${table ? `columns ${columns.join(', ')}` : 'text without a table'}, expected a table with the columns ${expected.join(', ')}`,
      `Start it with | ${expected.join(' | ')} |.`,
    )
  }),

  'text/size': onPage(({ parsed, prose, nodes }, report) => {
    for (const { section, text, placeAt } of prose) {
      if (section !== 'symptom' || text.length <= symptomBlock) continue
      const length = collapse(text).length
      if (length <= symptomBlock) continue
      report(
        placeAt(0),
        `Unexpected block of ${length} characters, expected at most ${symptomBlock}`,
        'Keep the lines that identify the error; put a log into fenced code.',
      )
    }
    for (const node of nodes) {
      if (node.type !== 'heading') continue
      const span = (node.position?.end.offset ?? 0) - (node.position?.start.offset ?? 0)
      const message = `Unexpected heading of ${span} characters, expected at most ${headingLength}`
      if (span > headingLength) report(placeOf(node), message, 'Shorten it; the text below says the rest.')
    }
    const { title } = parsed.data
    if (title.length > 160)
      report(parsed.keyPlace('title'), `Unexpected title of ${title.length} characters, expected at most 160`)
  }),
} satisfies Checks
