import { placeOf } from '../model/document.ts'
import { collapse } from '../model/text.ts'
import type { Rule } from './rule.ts'

/** Characters of one paragraph, list item or cell of Symptom; logs stand in fenced code and are not counted. */
export const symptomBlock = 2000
/** Of one heading: it is a line of the page’s contents. */
export const headingLength = 200

export const size: Rule = {
  code: 'text/size',
  why: 'A symptom is what somebody saw, in a few lines. A wall of text there is made for search engines, and costs every reader of the index.',
  good: [{ symptom: `The log repeats:\n\n\`\`\`text\n${'WARN retry after ECONNRESET\n'.repeat(120)}\`\`\`` }],
  bad: [
    { symptom: `- ${'The list stays empty after a restart. '.repeat(60)}` },
    { fix: `### ${'Long '.repeat(50)}\n\nRestart it.` },
  ],
  check(parsed, report, _labels, { prose, nodes }) {
    for (const { section, text, placeAt } of prose) {
      if (section !== 'symptom' || text.length <= symptomBlock) continue
      const length = collapse(text).length
      if (length <= symptomBlock) continue
      report(
        'text/size',
        placeAt(0),
        `Unexpected block of ${length} characters, expected at most ${symptomBlock}`,
        {
          hint: 'Keep the lines that identify the error; put a log into fenced code.',
        },
      )
    }
    for (const node of nodes) {
      if (node.type !== 'heading') continue
      const span = (node.position?.end.offset ?? 0) - (node.position?.start.offset ?? 0)
      if (span > headingLength) {
        report(
          'text/size',
          placeOf(node),
          `Unexpected heading of ${span} characters, expected at most ${headingLength}`,
          { hint: 'Shorten it; the text below says the rest.' },
        )
      }
    }
    const { title } = parsed.data
    if (title.length > 160)
      report(
        'text/size',
        parsed.keyPlace('title'),
        `Unexpected title of ${title.length} characters, expected at most 160`,
      )
  },
}
