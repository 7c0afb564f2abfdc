import { commandRule, type Finding, type Snippet } from './commands.ts'
import type { Call } from './shell-calls.ts'

function* gitHarm({ name, args, text }: Call): Iterable<Omit<Finding, 'offset'>> {
  if (name !== 'git') return
  const push = args.indexOf('push')
  if (push === -1) return
  const rest = args.slice(push + 1)
  const forced = rest.some((arg) => /^(?:--force|--mirror|-[a-eg-z]*f[a-z]*)$/.test(arg) || /^\+\S/.test(arg))
  const leased = rest.some((arg) => /^--force-(?:with-lease|if-includes)/.test(arg))
  if (forced && !leased)
    yield { found: text, effect: 'forced push, which drops the commits of others', forgivable: true }
  const removed = rest.some((arg) => /^(?:--delete|-d)$/.test(arg) || /^:\S/.test(arg))
  if (removed && rest.some((arg) => /^:?(?:main|master|develop|trunk|production)$/.test(arg))) {
    yield { found: text, effect: 'deletion of a shared branch', forgivable: true }
  }
}

const table = String.raw`["'\x60\[]?[\w$]{1,64}["'\x60\]]?(?:\.["'\x60\[]?[\w$]{1,64}["'\x60\]]?){0,2}`

/** Statements that empty a store; `wordy` ones only count in code, because a sentence may hold the same words. */
const statements: readonly (readonly [pattern: RegExp, effect: string])[] = [
  [
    new RegExp(String.raw`\bDROP\s{1,4}(?:DATABASE|SCHEMA)\s{1,4}(?:IF\s{1,4}EXISTS\s{1,4})?${table}`, 'i'),
    'deletion of a database',
  ],
  [
    new RegExp(
      String.raw`\bDROP\s{1,4}(?:TABLE|KEYSPACE|COLLECTION)\s{1,4}(?:IF\s{1,4}EXISTS\s{1,4})?${table}`,
      'i',
    ),
    'deletion of a table',
  ],
  [
    new RegExp(String.raw`\bTRUNCATE\s{1,4}(?:TABLE\s{1,4})${table}`, 'i'),
    'deletion of every row of a table',
  ],
  [
    /\bdb\.dropDatabase\(\s{0,4}\)|\bdropDatabase\(\s*\)|\.deleteMany\(\s{0,4}\{\s{0,4}\}\s{0,4}\)|\bdb\.\w{1,64}\.drop\(\s{0,4}\)/,
    'deletion of a database or collection',
  ],
  [
    new RegExp(String.raw`\bDELETE\s{1,4}FROM\s{1,4}${table}(?=\s{0,20}(?:;|$|["'\x60)]\s{0,4}[;)]?))`, 'im'),
    'deletion of every row of a table',
  ],
]
const storeTools = /^(?:dropdb|dropuser)$/

function* statementHarm({ text, kind }: Snippet): Iterable<Finding> {
  for (const [pattern, effect] of statements) {
    const match = pattern.exec(text)
    if (!match) continue
    // In a sentence only a statement in capitals is one.
    if (kind === 'prose' && !/^(?:DROP|TRUNCATE|DELETE)/.test(match[0])) continue
    yield { offset: match.index, found: match[0], effect, forgivable: true }
  }
}

function* storeHarm(calls: readonly Call[]): Iterable<Finding> {
  for (const { name, args, text: called, start } of calls) {
    const flush =
      /^(?:redis-cli|valkey-cli|keydb-cli)$/.test(name) && args.some((arg) => /^flush(?:all|db)$/i.test(arg))
    const wipe =
      /^(?:prisma|npx|pnpm|yarn)$/.test(name) &&
      /\bprisma (?:migrate reset|db push --force-reset)\b/.test(called)
    const rails =
      /^(?:rails|rake|bin\/rails)$/.test(name) && args.some((arg) => /^db:(?:drop|reset)/.test(arg))
    const artisan = name === 'php' && args.some((arg) => /^migrate:(?:fresh|reset)$|^db:wipe$/.test(arg))
    if (flush || wipe || rails || artisan || storeTools.test(name)) {
      yield { offset: start, found: called, effect: 'deletion of a whole store', forgivable: true }
    }
  }
}

export const commandDataLoss = commandRule({
  code: 'command/data-loss',
  why: 'A forced push and a dropped table lose the work of people who are not asked.',
  hint: 'Use --force-with-lease, a WHERE, a copy first.',
  nameable: true,
  good: [
    { fix: 'Update it.\n\n```bash\ngit push --force-with-lease origin fix/path\n```' },
    { fix: 'Clean it.\n\n```sql\nDELETE FROM sessions WHERE expires < now();\n```' },
    {
      fix: 'Publish.\n\n```bash caution="Drops the commits that the remote has and you have not; fetch them first."\ngit push --force origin topic\n```',
    },
  ],
  bad: [
    { fix: 'Publish.\n\n```bash\ngit push --force origin main\n```' },
    { fix: 'Publish.\n\n```bash\ngit push origin +main\n```' },
    { fix: 'Reset.\n\n```sql\nDROP DATABASE production;\n```' },
    { fix: 'Reset.\n\n```sql\nDELETE FROM users;\n```' },
    { fix: 'Reset it with `redis-cli FLUSHALL`.' },
  ],
  inCall: gitHarm,
  inCalls: storeHarm,
  inSnippet: statementHarm,
})
