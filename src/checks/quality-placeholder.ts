import type { Rule } from './rule.ts'
import { findSecrets } from './secret.ts'

/** A setting whose name says that its value is secret. */
const assignment =
  /\b([A-Za-z_]*(?:api[_-]?key|secret|token|passw(?:or)?d|private[_-]?key|access[_-]?key)[A-Za-z_]*)["']?\s{0,3}[:=]\s{0,3}["']?([A-Za-z0-9+/_.-]{16,200})["']?/gi
const harmless =
  /example|sample|dummy|fake|your|xxx|\.\.\.|test|placeholder|changeme|redacted|secret|token|key|password|0{4,}|1234|abcd|process\.env|os\.environ|^[a-z]+(?:[._-][a-z]+)*$|^[A-Z]+(?:_[A-Z0-9]+)*$|^[\d.]+$|^\/|https?:|^[a-z_]+\.[a-z_.]+$/i

export const qualityPlaceholder: Rule = {
  code: 'quality/placeholder',
  why: 'A value that might be real makes reviewers, scanners and readers stop; an obvious placeholder says that here belongs the reader’s own.',
  good: [
    {
      fix: 'Set it.\n\n```bash\nexport API_TOKEN="$API_TOKEN"\nexport API_KEY=<your-api-key>\nSECRET_KEY=your-secret-key-goes-here\n```',
    },
  ],
  bad: [{ fix: 'Set it.\n\n```bash\nexport API_TOKEN=9fQ2mZr7Lw4XbT8vKc1Hd5Yp\n```' }],
  check(_parsed, report, _labels, { code }) {
    for (const { text, placeAt } of code) {
      if (text.length < 20 || !/key|secret|token|passw/i.test(text)) continue
      for (const { 1: name = '', 2: value = '', index } of text.matchAll(assignment)) {
        const mixed = /\d/.test(value) && /[a-z]/i.test(value) && new Set(value).size >= 10
        if (!mixed || harmless.test(value) || findSecrets(text).length > 0) continue
        report(
          'quality/placeholder',
          placeAt(index),
          `Unexpected value of \`${name}\` that may be real, expected a placeholder`,
          {
            severity: 'warning',
            hint: `Write $${name.toUpperCase()} or <your-value>.`,
          },
        )
        break
      }
    }
  },
}
