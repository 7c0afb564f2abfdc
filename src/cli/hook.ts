import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Argument, Command } from '@commander-js/extra-typings'
import { answerHead, pageOf } from '../client/answer.ts'
import { fixOf } from '../client/catalog-files.ts'
import type { Match } from '../client/match.ts'
import type { CatalogReader } from '../client/reader.ts'
import { type Runtime, replies, runtimes } from '../model/hook-runtimes.ts'
import { asData, parseJson, printable } from '../model/text.ts'
import { isKnown } from '../model/unaided.ts'
import { keep } from './disk-store.ts'
import type { Environment } from './environment.ts'
import { openCatalog } from './open-catalog.ts'
import { catalogCommand } from './options.ts'

const runtimeName = () => new Argument('<runtime>', 'the agent or shell').choices(Object.keys(runtimes))

export const hook = (environment: Environment) =>
  catalogCommand('hook')
    .description('answer a failed command inside an agent; `hook install` sets it up')
    .addArgument(runtimeName())
    .option('--known', 'answer also what models know')
    .action(async (name, { index, pack, known = false }) => {
      const runtime = runtimes[name]
      if (runtime === undefined) return
      // A hook must not disturb its agent: whatever is wrong, it stays silent.
      const text = await answerTo(
        runtime,
        openCatalog({ index, pack }, environment),
        known,
        environment,
      ).catch(() => undefined)
      if (text) environment.stdout(`${replies[runtime.reply](text, runtime.event)}\n`)
    })
    .addCommand(install(environment))

const install = (environment: Environment) =>
  new Command('install')
    .description('write the hook into a runtime’s configuration, after showing the difference')
    .addArgument(runtimeName())
    .option('--remove', 'take it out again')
    .option('--yes', 'write without asking')
    .action(async (name, flags) => {
      const { installHook } = await import('./hook-install.ts')
      await installHook(name, flags, environment)
    })

/** Characters at the end of an output that are looked up, and of one whose command may have succeeded. */
const lookedUp = 20_000
const lookedUpUnsure = 2_000

async function answerTo(
  runtime: Runtime,
  catalog: CatalogReader,
  known: boolean,
  environment: Environment,
): Promise<string | undefined> {
  const { output, session, failed } = callOf(runtime, await environment.stdin())
  if (!failed) return undefined
  const text = output.slice(runtime.unsure ? -lookedUpUnsure : -lookedUp)
  const [best] = (await catalog.matcher(text)).value.match(text, { limit: 1 })
  if (best === undefined || (runtime.unsure && best.confidence !== 'exact')) return undefined
  const { value: page } = await catalog.page(best.entry.id, best.origin)
  // What models know is answered when knowing it did not help: when it comes again.
  const turn = timesSeen(best, session, environment) - (!known && isKnown(best.entry.known) ? 1 : 0)
  if (turn === 1) return entryText(best, page, catalog)
  if (turn === 2 && factOf(page, 'retry') === 'no')
    return `Fixdex: stop, this does not recover by retrying. The same failure came again: ${pageOf(best, catalog.address)}`
  return undefined
}

/** The output of the command, whether it failed, and the session, in what a runtime sends. */
function callOf({ text, failed: pattern }: Runtime, input: string) {
  if (text === undefined) return { output: input, session: '', failed: true }
  const call = JSON.parse(input) as Record<string, unknown>
  const said =
    call.error ?? valueAt(call, text.split('.')) ?? valueAt(call, text.split('.').slice(0, 1)) ?? ''
  const session = call.session_id ?? call.sessionId ?? call.conversation_id ?? call.taskId ?? ''
  const output = typeof said === 'string' ? said : JSON.stringify(said)
  const failed = pattern === undefined || call.error !== undefined || new RegExp(pattern, 'm').test(output)
  return { output, session: String(session), failed }
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((below, key) => (below as Record<string, unknown> | undefined)?.[key], value)

/** Milliseconds after which a failure that comes again counts as new. */
const rememberedFor = 3_600_000

type Seen = Readonly<Record<string, { readonly times: number; readonly last: number }>>

/** How often this failure came in this session within the hour, this time included. */
function timesSeen({ entry, matched }: Match, session: string, { cacheDir, wallClock }: Environment): number {
  const file = join(cacheDir, 'fixdex', 'hook.json')
  const key = createHash('sha256').update(`${session}\n${entry.id}\n${matched}`).digest('hex').slice(0, 16)
  const now = wallClock()
  const recent = Object.entries(readSeen(file)).filter(([, { last }]) => now - last < rememberedFor)
  const times = (Object.fromEntries(recent)[key]?.times ?? 0) + 1
  keep(file, Buffer.from(JSON.stringify({ ...Object.fromEntries(recent), [key]: { times, last: now } })))
  return times
}

const readSeen = (file: string): Seen =>
  (existsSync(file) ? (parseJson(readFileSync(file, 'utf8')) as Seen | undefined) : undefined) ?? {}

/** Bytes of an answer. */
const answerBytes = 1200

/** One entry: its head, for which versions it is, whether it ran, how old it is, and its fix. */
function entryText(match: Match, page: string, { address }: CatalogReader): string {
  const versions = Object.entries(match.entry.versions ?? {}).map((product) => product.join(' '))
  const [run, updated] = [factOf(page, 'verified'), factOf(page, 'updated')]
  const ran = run === undefined ? '' : `, run ${run}`
  const covered = versions.length === 0 ? '' : `; for ${versions.join(', ')}`
  const tested = `${ran}${covered}${updated === undefined ? '' : `; checked ${updated}`}`
  const head = `Fixdex ${match.entry.id}\n${answerHead(match, address, tested)}`
  const room = answerBytes - Buffer.byteLength(head) - 200
  return printable(asData(`${head}${firstLines(fixOf(page), room)}`))
}

/** As many whole lines as fit into so many bytes, without a code fence that is left open. */
function firstLines(text: string, room: number): string {
  const kept: string[] = []
  let bytes = 0
  for (const line of text.split('\n')) {
    bytes += Buffer.byteLength(printable(line)) + 1
    if (bytes > room) break
    kept.push(line)
  }
  if (kept.filter((line) => line.startsWith('```')).length % 2 === 1) kept.push('```')
  return kept.join('\n')
}

/** A value of a page’s frontmatter. */
const factOf = (page: string, key: string): string | undefined =>
  new RegExp(`^${key}: (.+)$`, 'm').exec(page.split('\n---\n')[0] ?? '')?.[1]
