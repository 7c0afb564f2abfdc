import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { blocksHash } from '../content/parse-page.ts'
import { readVerified } from '../content/read-config.ts'
import { commandOf, type ExecutedPage, isRun } from '../model/executed-page.ts'
import type { Sweep } from '../model/sweep.ts'
import {
  type Verification,
  type Verifications,
  verificationsText,
  verifiedFile,
} from '../model/verification.ts'
import type { ServiceName } from '../model/vocabulary.ts'
import { replaceFile } from '../pipeline/disk.ts'
import type { Sandbox } from './sandbox.ts'
import type { PageResult } from './verify-page.ts'
import { quote } from './workplace.ts'

/** What a record contains besides the results. */
export interface Circumstances {
  readonly date: string
  readonly sandbox: Verification['sandbox']
  readonly runtimes: (page: ExecutedPage) => Record<string, string>
}

/**
 * Merges the results into `verified.json`, which is read again first because another run may have written it. Entries of
 * deleted and failed pages are removed.
 */
export function record(
  content: string,
  pages: readonly ExecutedPage[],
  results: readonly PageResult[],
  circumstances: Circumstances,
): void {
  const before = readVerified(content)
  const known = new Map(pages.map((page) => [page.id, page]))
  const after = new Map(Object.entries(before).filter(([id]) => known.has(id)))
  for (const { id, failure, messages } of results) {
    const page = known.get(id)
    if (page === undefined || failure?.blameless) continue
    if (failure === undefined) after.set(id, entryOf(page, circumstances, messages, before[id]))
    else after.delete(id)
  }
  write(content, Object.fromEntries(after))
}

/** Adds a sweep to the record of a page, if its blocks have not changed. */
export function recordSweep(content: string, page: ExecutedPage, sweep: Sweep): void {
  const before = readVerified(content)
  const entry = before[page.id]
  if (entry?.blocks === blocksHash(page)) write(content, { ...before, [page.id]: { ...entry, sweep } })
}

function write(content: string, entries: Verifications): void {
  const file = join(content, verifiedFile)
  if (Object.keys(entries).length === 0 && !existsSync(file)) return
  replaceFile(file, verificationsText(entries))
}

function entryOf(
  page: ExecutedPage,
  { date, sandbox, runtimes }: Circumstances,
  messages: number | undefined,
  before: Verification | undefined,
): Verification {
  const blocks = blocksHash(page)
  const sweep = before?.blocks === blocks ? before.sweep : undefined
  const entry = {
    ...{ date, blocks, sandbox, runtimes: runtimes(page) },
    ...(messages !== undefined && { messages }),
    ...(sweep && { sweep }),
  }
  // A new date alone is no change.
  return before && isDeepStrictEqual({ ...entry, date: before.date }, before) ? before : entry
}

/** Whether the record is of these blocks. */
export const isRecorded = (page: ExecutedPage, verified: Verifications): boolean =>
  verified[page.id]?.blocks === blocksHash(page)

/** A program that pages may run: how to recognise it in a shell script and how to ask for its version. */
interface Runtime {
  readonly name: string
  readonly language?: string
  readonly words: RegExp
  readonly service?: ServiceName
  readonly ask: string
}

/** A command word: at the start of a line or after an operator. */
const command = (names: string): RegExp =>
  new RegExp(
    `(?:^|[;&|(!\`]|\\$\\(|\\b(?:if|while|until|then|do|else|exec|env|time|nohup|xargs)\\s|\\btimeout\\s[\\w.-]+\\s)\\s*(?:\\w+=\\S*\\s+)*(?:${names})(?=\\s|$)`,
    'm',
  )

const runtimes: readonly Runtime[] = [
  { name: 'Node', language: 'node', words: command('node|npx|npm|pnpm|yarn'), ask: 'node --version' },
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

/** For pages that use only the shell. */
const shell: Runtime = { name: 'bash', language: 'bash', words: /$^/, ask: 'bash --version' }

/** Versions of the programs in a sandbox, by name, each determined once. */
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

/** The programs that a page's blocks run, with versions. */
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
