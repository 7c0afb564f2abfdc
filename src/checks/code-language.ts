import { placeOf } from '../model/document.ts'
import type { Rule } from './rule.ts'

export const codeLanguage: Rule = {
  code: 'code/language',
  why: 'A fence names its language, so that readers know where to paste it and colours come out right.',
  good: [{ fix: 'Run it.\n\n```bash\nls\n```' }, { fix: 'Read it.\n\n```text\nas printed\n```' }],
  bad: [
    { fix: 'Run it.\n\n```\nls\n```' },
    { fix: 'Run it.\n\n    ls\n' },
    { fix: 'Run it.\n\n```b@sh\nls\n```' },
  ],
  check(_parsed, report, _labels, { nodes }) {
    for (const node of nodes) {
      if (node.type !== 'code' || (node.lang && /^[a-z0-9+#._-]{1,20}$/.test(node.lang))) continue
      report(
        'code/language',
        placeOf(node),
        `Unexpected code block ${node.lang ? `with language \`${node.lang}\`` : 'without a language'}, expected a lower-case name`,
        {
          hint: 'Write ```bash, ```json, ```python …, or ```text for what is only printed.',
        },
      )
    }
  },
}
