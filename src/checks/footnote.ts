import { placeOf } from '../model/document.ts'
import type { Rule } from './rule.ts'

export const footnote: Rule = {
  code: 'markdown/footnote',
  why: 'A page is read section by section, by machines too: a note at its end is lost to most of them.',
  good: [{ fix: 'Restart it (the port is freed after a minute).' }],
  bad: [{ fix: 'Restart it.[^1]\n\n[^1]: The port is freed after a minute.' }],
  check(_parsed, report, _labels, { nodes }) {
    for (const node of nodes) {
      if (node.type !== 'footnoteReference' && node.type !== 'footnoteDefinition') continue
      report(
        'markdown/footnote',
        placeOf(node),
        'Unexpected footnote, expected its text where it is needed',
        {
          hint: 'Put the note in parentheses or in a sentence of its own.',
        },
      )
    }
  },
}
