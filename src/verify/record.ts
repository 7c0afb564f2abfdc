import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { callsOf } from '../checks/shell-calls.ts'
import { blocksHash } from '../content/parse-page.ts'
import { readVerified } from '../content/read-config.ts'
import { commandOf, type ExecutedPage, isRun, type ServiceName } from '../model/executed-page.ts'
import type { Sweep } from '../model/sweep.ts'
import { type Verifications, verificationsText, verifiedFile } from '../model/verification.ts'
import { replaceFile } from '../pipeline/disk.ts'
import type { Sandbox } from './sandbox.ts'
import { readData } from './services.ts'
import type { PageResult } from './verify-page.ts'
import { quote } from './workplace.ts'

/**
 * Merges the results into `verified.json`, which is read again first because another run may have written it. Entries of
 * deleted and failed pages are removed.
 */
export async function record(
  content: string,
  pages: readonly ExecutedPage[],
  results: readonly PageResult[],
  { date, sandbox }: { readonly date: string; readonly sandbox: Sandbox },
): Promise<void> {
  const versions = await versionsIn(sandbox)
  const before = readVerified(content)
  const known = new Map(pages.map((page) => [page.id, page]))
  const after = new Map(Object.entries(before).filter(([id]) => known.has(id)))
  for (const { id, failure, messages } of results) {
    const page = known.get(id)
    if (page === undefined || failure?.blameless) continue
    after.delete(id)
    if (failure !== undefined) continue
    const old = before[id]
    const blocks = blocksHash(page)
    const entry: Verifications[string] = {
      ...{ date, blocks, sandbox: 'bubblewrap', runtimes: runtimesOf(page, versions) },
      ...(messages !== undefined && { messages }),
      ...(old?.sweep && old.blocks === blocks && { sweep: old.sweep }),
    }
    // A new date alone is no change.
    after.set(id, old && isDeepStrictEqual({ ...entry, date: old.date }, old) ? old : entry)
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

/** Whether the record is of these blocks. */
export const isRecorded = (page: ExecutedPage, verified: Verifications): boolean =>
  verified[page.id]?.blocks === blocksHash(page)

interface Runtime {
  readonly language?: string
  readonly words?: string
  readonly service?: ServiceName
  readonly ask: string
}

const { bash, ...runtimes } = readData<Readonly<Record<string, Runtime>>>('runtimes')

/** Versions of the programs in a sandbox, by name. */
async function versionsIn(sandbox: Sandbox): Promise<Readonly<Record<string, string>>> {
  const script = Object.entries({ ...runtimes, bash })
    .map(([name, row]) => `echo ${quote(name)} "$(${row?.ask} 2>/dev/null | head -n 1)"`)
    .join('\n')
  const workplace = sandbox.workplace()
  try {
    const { output } = await workplace.run({ argv: ['bash', '-c', script], files: [], services: [] })
    const found = output.matchAll(/^(\w+) .*?(?<!\d)(\d+(?:\.\d+)+[a-z]?)/gm)
    return Object.fromEntries([...found].map(([, name, version]) => [name, version]))
  } finally {
    workplace.remove()
  }
}

/** The programs that a page's blocks run, with versions. */
function runtimesOf(page: ExecutedPage, versions: Readonly<Record<string, string>>): Record<string, string> {
  const blocks = page.blocks.filter(isRun)
  const languages = new Set(blocks.map((block) => commandOf(block)?.runtime))
  const scripts = blocks.filter(({ language }) => /^(?:ba)?sh$/.test(language))
  const commands = scripts.flatMap(({ text }) => callsOf(text).map(({ word }) => word))
  const runs = (words: string) => commands.some((word) => new RegExp(`^(?:${words})$`).test(word))
  const used = Object.entries(runtimes).flatMap(([name, { language, words, service }]) =>
    (language && languages.has(language)) ||
    (words && runs(words)) ||
    (service && page.needs.includes(service))
      ? name
      : [],
  )
  return Object.fromEntries(
    (used.length > 0 ? used : ['bash']).flatMap((name) => (versions[name] ? [[name, versions[name]]] : [])),
  )
}
