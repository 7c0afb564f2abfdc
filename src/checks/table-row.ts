import { placeOf } from '../model/document.ts'
import type { Rule } from './rule.ts'

export const tableRow: Rule = {
  code: 'markdown/table-row',
  why: 'Cells beyond the head of a table are dropped from the page but stay in its Markdown: text that people never see and agents read.',
  good: [{ fix: '| a | b |\n| - | - |\n| c | d |' }],
  bad: [{ fix: '| a | b |\n| - | - |\n| c | d | more |' }],
  check(_parsed, report, _labels, { nodes }) {
    for (const table of nodes) {
      if (table.type !== 'table') continue
      const columns = table.children[0]?.children.length ?? 0
      for (const row of table.children) {
        const extra = row.children[columns]
        if (extra === undefined) continue
        report(
          'markdown/table-row',
          placeOf(extra),
          `Unexpected cell ${columns + 1} in a table of ${columns} columns, expected ${columns}`,
          {
            hint: 'Add a column to the head, or write \\| for a bar that is text.',
          },
        )
      }
    }
  },
}
