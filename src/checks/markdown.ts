import { toString as textOf } from 'mdast-util-to-string'
import { placeOf } from '../model/document.ts'
import { collapse } from '../model/text.ts'
import { htmlElements } from './data.ts'
import type { Rule } from './rule.ts'

/** Elements that are also names of types: `Promise<object>` is written by people who mean no element. */
const typeNames =
  /^(?:object|time|data|map|a|b|i|p|q|s|u|var|code|option|output|section|label|text|title|summary|base|link|menu|meter|param|picture|progress|search|slot|source|select|table|template|track|form|input|button|image|video|audio|canvas|dialog|main|nav|body|head|header|footer|article|address|content|command|element|shadow|small|big|font|center|dir|frame|cite|abbr|col|area|ins|del|sub|sup|ruby|rb|rt|rp|mark|details|dl|dt|dd|li|ol|ul|tr|td|th)$/

/** Comments, declarations, and tags that HTML knows or that carry attributes; `<your-token>` and `Map<string>` are words. */
function isMarkup(html: string, before: string): boolean {
  if (/<[!?]/.test(html)) return true
  for (const [, slash, name = '', rest = ''] of html.matchAll(/<(\/?)([A-Za-z][^\s/>]*)([^>]*)/g)) {
    if (/=/.test(rest)) return true
    if (!htmlElements().elements.has(name.toLowerCase())) continue
    const isType = slash === '' && /[\w$]$/.test(before) && /^\/?$/.test(rest.trim()) && typeNames.test(name)
    if (!isType) return true
  }
  return false
}

const rawHtml: Rule = {
  code: 'markdown/html',
  why: 'HTML can hide text from people that machines read, so a page is Markdown only.',
  good: [
    { fix: 'Set `token` to <your-token> and expect a Promise<Response>.' },
    { fix: 'Write `<div>` around it; it returns Promise<object> then.' },
  ],
  bad: [
    { fix: 'Run it.\n\n<div hidden>more</div>' },
    { fix: 'Run it. <!-- note -->' },
    { fix: 'Press <kbd>x</kbd>.' },
    { fix: 'Open <x onclick="y">this</x>.' },
    { fix: 'Open it<script>go()</script>.' },
  ],
  checkPage({ parsed: { document }, nodes }, report) {
    for (const node of nodes) {
      if (node.type !== 'html') continue
      const at = node.position?.start.offset ?? 0
      if (!isMarkup(node.value, document.text.slice(Math.max(0, at - 1), at))) continue
      const shown = node.value.length > 40 ? `${node.value.slice(0, 40)}…` : node.value
      report(
        placeOf(node),
        `Unexpected HTML \`${shown.replace(/\s+/g, ' ')}\`, expected Markdown`,
        'Write Markdown, or put the tag in inline code if it is what you talk about.',
      )
    }
  },
}

const image: Rule = {
  code: 'markdown/image',
  why: 'An image tells its host who reads the page, and an agent can’t read it.',
  good: [{ symptom: '- `Error: connect ECONNREFUSED` is printed.' }],
  bad: [{ symptom: '- ![the error](https://example.org/error.png)' }],
  checkPage({ nodes }, report) {
    for (const node of nodes) {
      if (node.type !== 'image' && node.type !== 'imageReference') continue
      report(placeOf(node), 'Unexpected image, expected text', 'Copy what the picture shows as text.')
    }
  },
}

const footnote: Rule = {
  code: 'markdown/footnote',
  why: 'A page is read section by section, by machines too: a note at its end is lost to most of them.',
  good: [{ fix: 'Restart it (the port is freed after a minute).' }],
  bad: [{ fix: 'Restart it.[^1]\n\n[^1]: The port is freed after a minute.' }],
  checkPage({ nodes }, report) {
    for (const node of nodes) {
      if (node.type !== 'footnoteReference' && node.type !== 'footnoteDefinition') continue
      report(
        placeOf(node),
        'Unexpected footnote, expected its text where it is needed',
        'Put the note in parentheses or in a sentence of its own.',
      )
    }
  },
}

const tableRow: Rule = {
  code: 'markdown/table-row',
  why: 'Cells beyond the head of a table are dropped from the page but stay in its Markdown: text that people never see and agents read.',
  good: [{ fix: '| a | b |\n| - | - |\n| c | d |' }],
  bad: [{ fix: '| a | b |\n| - | - |\n| c | d | more |' }],
  checkPage({ nodes }, report) {
    for (const table of nodes) {
      if (table.type !== 'table') continue
      const columns = table.children[0]?.children.length ?? 0
      for (const row of table.children) {
        const extra = row.children[columns]
        if (extra === undefined) continue
        report(
          placeOf(extra),
          `Unexpected cell ${columns + 1} in a table of ${columns} columns, expected ${columns}`,
          'Add a column to the head, or write \\| for a bar that is text.',
        )
      }
    }
  },
}

const checklistTable: Rule = {
  code: 'checklist/table',
  why: 'A checklist is one table of three columns (issue, check, fix), so that a program can read it row by row.',
  good: [
    {
      checklist:
        '| Issue | Check | Fix |\n| --- | --- | --- |\n| Port taken | `ss -ltn` lists it | stop the other process |',
    },
  ],
  bad: [
    { checklist: '- look at the port' },
    { checklist: '| Issue | Fix |\n| --- | --- |\n| Port taken | stop it |' },
  ],
  checkPage({ parsed, labels }, report) {
    if (parsed.kind !== 'solution') return
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
  },
}

/** Characters of one paragraph, list item or cell of Symptom; logs stand in fenced code and are not counted. */
const symptomBlock = 2000
/** Of one heading: it is a line of the page’s contents. */
const headingLength = 200

const size: Rule = {
  code: 'text/size',
  why: 'A symptom is what somebody saw, in a few lines. A wall of text there is made for search engines, and costs every reader of the index.',
  good: [{ symptom: `The log repeats:\n\n\`\`\`text\n${'WARN retry after ECONNRESET\n'.repeat(120)}\`\`\`` }],
  bad: [
    { symptom: `- ${'The list stays empty after a restart. '.repeat(60)}` },
    { fix: `### ${'Long '.repeat(50)}\n\nRestart it.` },
  ],
  checkPage({ parsed, prose, nodes }, report) {
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
      if (span > headingLength) {
        report(
          placeOf(node),
          `Unexpected heading of ${span} characters, expected at most ${headingLength}`,
          'Shorten it; the text below says the rest.',
        )
      }
    }
    const { title } = parsed.data
    if (title.length > 160)
      report(parsed.keyPlace('title'), `Unexpected title of ${title.length} characters, expected at most 160`)
  },
}

export const markdownRules = [rawHtml, image, footnote, tableRow, checklistTable, size]
