import { commandOf, type ExecutedPage, isRun } from '../model/executed-page.ts'
import type { ServiceName } from '../model/vocabulary.ts'
import { quote } from './init-script.ts'
import type { Sandbox } from './sandbox.ts'

/** A program that pages may run, with how it is recognised in a shell and asked for its version. */
interface Runtime {
  readonly name: string
  readonly language?: string
  readonly words: RegExp
  readonly service?: ServiceName
  readonly ask: string
}

/** A word where a command may stand: at a line's start or behind what starts another command. */
const command = (names: string): RegExp =>
  new RegExp(
    `(?:^|[;&|(\`]|\\$\\(|\\b(?:then|do|else|exec|env|time|xargs)\\s)\\s*(?:\\w+=\\S*\\s+)*(?:${names})(?=\\s|$)`,
    'm',
  )

const runtimes: readonly Runtime[] = [
  { name: 'Node', language: 'node', words: command('node|npx|npm'), ask: 'node --version' },
  { name: 'npm', words: command('npm'), ask: 'npm --version' },
  { name: 'Python', language: 'python', words: command('python3?|pip3?'), ask: 'python3 --version' },
  { name: 'git', words: command('git'), ask: 'git --version' },
  { name: 'curl', words: command('curl'), ask: 'curl --version' },
  { name: 'OpenSSL', words: command('openssl'), ask: 'openssl version' },
  { name: 'SQLite', words: command('sqlite3'), ask: 'sqlite3 --version' },
  { name: 'jq', words: command('jq'), ask: 'jq --version' },
  { name: 'PostgreSQL', words: command('psql|pg_\\w+|createdb'), service: 'postgres', ask: 'psql --version' },
  { name: 'Redis', words: command('redis-\\w+'), service: 'redis', ask: 'redis-server --version' },
]

/** For pages of nothing but shell. */
const shell: Runtime = { name: 'bash', language: 'bash', words: /$^/, ask: 'bash --version' }

/** Versions of the programs inside a sandbox, by name; asked once. */
export async function versionsIn(sandbox: Sandbox): Promise<ReadonlyMap<string, string>> {
  const script = [...runtimes, shell]
    .map(({ name, ask }) => `echo ${quote(name)} "$(${ask} 2>/dev/null | head -n 1)"`)
    .join('\n')
  const workplace = sandbox.workplace(undefined)
  try {
    const { output } = await workplace.run({ argv: ['bash', '-c', script], files: [], services: [] })
    return new Map(
      output.split('\n').flatMap((line) => {
        const [name = '', said = ''] = line.split(/ (.*)/)
        const version = /(?<!\d)\d+(?:\.\d+)+[a-z]?/.exec(said)?.[0]
        return version === undefined ? [] : [[name, version]]
      }),
    )
  } finally {
    workplace.remove()
  }
}

/** The programs that a page's blocks run, with their versions. */
export function runtimesOf(
  page: ExecutedPage,
  versions: ReadonlyMap<string, string>,
): Record<string, string> {
  const blocks = page.blocks.filter(isRun)
  const languages = new Set(blocks.map((block) => commandOf(block)?.runtime))
  const text = blocks.flatMap(({ language, text }) => (/^(?:ba)?sh$/.test(language) ? text : [])).join('\n')
  const used = runtimes.filter(
    ({ language, words, service }) =>
      (language !== undefined && languages.has(language)) ||
      words.test(text) ||
      (service !== undefined && page.needs.includes(service)),
  )
  return Object.fromEntries(
    (used.length > 0 ? used : [shell]).flatMap(({ name }) => {
      const version = versions.get(name)
      return version === undefined ? [] : [[name, version]]
    }),
  )
}
