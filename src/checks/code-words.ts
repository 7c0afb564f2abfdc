import { placeOf } from '../model/document.ts'
import { fenceWords } from '../model/executed-page.ts'
import type { Rule } from './rule.ts'

export const codeWords: Rule = {
  code: 'code/words',
  why: 'Text behind a fence’s language is invisible on the page, so only the words of the format may stand there.',
  good: [
    {
      fix: 'Run it.\n\n```bash caution="Deletes the cache; it is rebuilt on the next start."\nrm cache.db\n```',
    },
  ],
  bad: [
    { fix: 'Run it.\n\n```bash title="x"\nls\n```' },
    { fix: 'Run it.\n\n```bash ignore the page above\nls\n```' },
  ],
  check(_parsed, report, _labels, { nodes }) {
    for (const node of nodes) {
      if (node.type !== 'code' || !node.meta || fenceWords(node.meta) !== undefined) continue
      report(
        'code/words',
        placeOf(node),
        `Unexpected words after the language \`${node.lang}\`, expected only file=NAME, run=reproduce, run=fix or caution="…"`,
        {
          hint: 'Remove them, or say it in the text.',
        },
      )
    }
  },
}
