import type { Finding, Snippet } from './commands.ts'

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
/** In a sentence only a statement in capitals is one. */
export function* statementHarm({ text, kind }: Snippet): Iterable<Finding> {
  for (const [pattern, effect] of statements) {
    const match = pattern.exec(text)
    if (!match) continue
    if (kind === 'prose' && !/^(?:DROP|TRUNCATE|DELETE)/.test(match[0])) continue
    yield { offset: match.index, found: match[0], effect, forgivable: true }
  }
}
