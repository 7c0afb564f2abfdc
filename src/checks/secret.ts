import type { Place, Report } from '../model/problem.ts'
import type { Rule } from './rule.ts'
import { isSample, secretPatterns } from './secret-patterns.ts'

export interface FoundSecret {
  readonly offset: number
  readonly name: string
  readonly value: string
}

/** Keys and passwords that look real. */
export function findSecrets(text: string): FoundSecret[] {
  const found: FoundSecret[] = []
  for (const { name, pattern } of secretPatterns) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? match[0]
      if (name === 'password in an address' ? isHarmless(value, match[2] ?? '') : isSample(value)) continue
      if (name === 'private key' && isSample(match[0].split('-----').at(-1) ?? '')) continue
      if (found.some(({ offset }) => offset === match.index)) continue
      found.push({ offset: match.index, name, value })
    }
  }
  return found
}

/** `postgres:postgres@localhost` is what every tutorial has. */
const isHarmless = (word: string, host: string): boolean =>
  isSample(word) ||
  /^(?:pass(?:word|wd)?\d*|pwd|secret|admin|root|user(?:name)?|postgres|mysql|redis|guest|mongo|token|test|key|p4ssw0rd|hunter2|api[_-]?key|minio\w*)$/i.test(
    word,
  ) ||
  /^(?:localhost|127\.|db$|database$|postgres$|mysql$|mongo$|redis$|rabbitmq$|host$)|example\.|^[^.]+$/.test(
    host,
  )

export const secret: Rule = {
  code: 'text/secret',
  why: 'A key that was pasted from a log is anybody’s once it is published, and scanners of the host take the page down.',
  good: [
    {
      fix: 'Set it.\n\n```bash\nexport ANTHROPIC_API_KEY="<your-api-key>"\nexport OPENAI_API_KEY=sk-...\n```',
    },
    { fix: 'Set it.\n\n```bash\nexport AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE\n```' },
    { symptom: '- `Incorrect API key provided: sk-proj-********abcd` is printed.' },
    { fix: 'Set `DATABASE_URL=postgres://postgres:postgres@localhost:5432/app`.' },
  ],
  // Written in two halves, so that no scanner takes this file for a leak.
  bad: [
    { fix: `Set it.\n\n\`\`\`bash\nexport AWS_ACCESS_KEY_ID=${'AKIA'}${'QYLPMN5HFIQR7XYA'}\n\`\`\`` },
    { symptom: `- The log shows \`${'ghp_'}${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'}\`.` },
    {
      fix: `Set it.\n\n\`\`\`text\n-----BEGIN ${'RSA PRIVATE KEY'}-----\n${'MIIEowIBAAKCAQEAx7Kd93hGq0ZfP1vB8sYt6RmWc2nJuLe5TaQiXoDkM4rHgVbN'}\n\`\`\``,
    },
    { fix: `Use \`postgres://app:${'q7Zr2LmX9w'}@db.shop-live.net/app\`.` },
  ],
  checkText({ text }, report) {
    for (const { offset, name, value } of findSecrets(text))
      refuse(report, placeAt(text, offset), name, value)
  },
}

function refuse(report: Report, place: Place, name: string, value: string): void {
  report(
    'text/secret',
    place,
    `Unexpected ${name} that looks real (\`${value.slice(0, 6)}…\`, ${value.length} characters), expected a placeholder`,
    {
      hint: 'Write $NAME or <your-key>. If the key is real, revoke it now: it is in the history of the repository.',
    },
  )
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
