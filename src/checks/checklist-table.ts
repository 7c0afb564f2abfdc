import { toString as textOf } from 'mdast-util-to-string'
import type { Rule } from './rule.ts'

export const checklistTable: Rule = {
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
  check(parsed, report, labels) {
    if (parsed.kind !== 'solution') return
    const section = parsed.sections.find(({ kind }) => kind === 'checklist')
    if (section === undefined) return
    const table = section.children.find((node) => node.type === 'table')
    const columns = table?.children[0]?.children.map((cell) => textOf(cell)) ?? []
    const expected = labels['checklist-columns']
    if (columns.join('|') === expected.join('|')) return
    report(
      'checklist/table',
      section.place,
      `Unexpected ${table ? `columns ${columns.join(', ')}` : 'text without a table'}, expected a table with the columns ${expected.join(', ')}`,
      {
        hint: `Start it with | ${expected.join(' | ')} |.`,
      },
    )
  },
}
