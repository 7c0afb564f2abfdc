import { placeOf } from '../model/document.ts'
import type { Rule } from './rule.ts'

export const image: Rule = {
  code: 'markdown/image',
  why: 'An image tells its host who reads the page, and an agent can’t read it.',
  good: [{ symptom: '- `Error: connect ECONNREFUSED` is printed.' }],
  bad: [{ symptom: '- ![the error](https://example.org/error.png)' }],
  check(_parsed, report, _labels, { nodes }) {
    for (const node of nodes) {
      if (node.type !== 'image' && node.type !== 'imageReference') continue
      report('markdown/image', placeOf(node), 'Unexpected image, expected text', {
        hint: 'Copy what the picture shows as text.',
      })
    }
  },
}
