import { readFileSync } from 'node:fs'
import { join } from 'node:path'
// The compiled program, which is what users run and nothing has instrumented.
import { parseIndex, parseMatchFile } from '../../lib/client/catalog-files.js'
import { createMatcher } from '../../lib/client/match.js'
import { find } from '../../lib/client/search.js'
import { parseRoot, parseShard } from '../../lib/client/shards.js'
import type { MatchEntry } from '../../src/client/catalog-files.ts'
import { measure, measureWorking, median, quantile } from './measure.ts'
import { kindNames, kinds, noisy } from './noise.ts'
import { picker, random, writeCatalog } from './synthetic.ts'
import { fixdex } from './tools.ts'

const command = new URL('../../lib/cli/main.js', import.meta.url).pathname
const uncovered = new URL('../../test/eval/uncovered.jsonl', import.meta.url)
const processRuns = 15

/** A pasted text; `id` is the page that it should find. */
interface Pasted {
  readonly text: string
  readonly id?: string
}

export type MatchingResults = Awaited<ReturnType<typeof benchMatching>>

/** Looks pasted errors up in a catalog: as a library, as the command and as the search page. Times are in milliseconds. */
export async function benchMatching(options: {
  dir: string
  pages: number
  texts: number
  onStep: (step: string) => void
}) {
  const { dir, pages, texts: count, onStep } = options
  const home = join(dir, `matching-${pages}`)
  onStep(`building ${pages} pages`)
  writeCatalog(join(home, 'content'), pages)
  measureWorking(fixdex.run(home, join(home, 'out'), fixdex.find()))
  const site = join(home, 'out', fixdex.site)
  const body = readFileSync(join(site, 'match.json'), 'utf8')
  const entries = entriesOf(body, site)
  const texts = pastedTexts(entries, count)

  onStep(`matching in ${pages} entries`)
  const started = performance.now()
  const matcher = createMatcher({ entries })
  const prepare = performance.now() - started
  const answers = texts.map(({ text }) => matcher.match(text, { limit: 1 })[0]?.entry.id)
  const match = timesOf(texts, ({ text }) => matcher.match(text))

  onStep('running fixdex match')
  const asProcess = processTimes(texts, site, home)

  onStep('searching as the search page does')
  const { solutions } = parseIndex(readFileSync(join(site, 'solutions.json'), 'utf8'))
  const search = (text: string) => find(solutions, { text }, async () => matcher)
  const pasted = await timesOfAll(
    texts.map(({ text }) => text),
    search,
  )
  const typed = await timesOfAll(typedWords(entries, count), search)

  const covered = texts.filter(({ id }) => id !== undefined).length
  const right = texts.filter(({ id }, at) => id !== undefined && answers[at] === id).length
  const answered = texts.filter(({ id }, at) => id === undefined && answers[at] !== undefined).length
  return {
    pages,
    texts: texts.length,
    matchFile: Buffer.byteLength(body),
    prepare,
    match,
    process: asProcess,
    pasted,
    typed,
    covered,
    right,
    foreign: texts.length - covered,
    answered,
  }
}

function entriesOf(body: string, site: string): readonly MatchEntry[] {
  const root = parseRoot(body)
  if (root === undefined) return parseMatchFile(body).entries
  const byId = new Map<string, MatchEntry>()
  for (let number = 0; number < root.shards; number++) {
    const shard = parseShard(readFileSync(join(site, `match/${number}.json`), 'utf8'), root)
    for (const entry of shard.entries) byId.set(entry.id, entry)
  }
  return [...byId.values()]
}

/** Seven of ten are messages of the catalog as they are pasted, the others errors that it does not cover. */
function pastedTexts(entries: readonly MatchEntry[], count: number): Pasted[] {
  const foreign = readFileSync(uncovered, 'utf8').trim().split('\n')
  return Array.from({ length: count }, (_, number) => {
    if (number % 10 < 7) return noisy(entries, number)
    const { text } = JSON.parse(foreign[number % foreign.length] ?? '')
    const kind = kindNames[number % kindNames.length] ?? 'plain'
    return { text: kinds[kind](text, random(number), 'it') }
  })
}

/** Two words of a title, as somebody types them. */
const typedWords = (entries: readonly MatchEntry[], count: number): string[] =>
  Array.from({ length: count }, (_, number) => {
    const pick = picker(random(number))
    const words = pick(entries).title.split(/[\s:,]+/)
    return `${pick(words)} ${pick(words)}`
  })

function timesOf<T>(list: readonly T[], work: (item: T) => unknown) {
  const times = list.map((item) => {
    const started = performance.now()
    work(item)
    return performance.now() - started
  })
  return { median: median(times), p95: quantile(times, 0.95) }
}

/** The first tenth is run once before, to warm up. */
async function timesOfAll<T>(list: readonly T[], work: (item: T) => Promise<unknown>) {
  for (const item of list.slice(0, list.length / 10)) await work(item)
  const times: number[] = []
  for (const item of list) {
    const started = performance.now()
    await work(item)
    times.push(performance.now() - started)
  }
  return { median: median(times), p95: quantile(times, 0.95) }
}

/** The first run prepares the catalog for the others and is not counted. */
function processTimes(texts: readonly Pasted[], site: string, home: string) {
  const runs = Array.from({ length: processRuns + 1 }, (_, run) => {
    const input = texts[Math.floor((run * texts.length) / (processRuns + 1))]?.text ?? ''
    const { seconds, megabytes, status, stderr } = measure({
      file: process.execPath,
      args: [command, 'match', '--index', site],
      env: { XDG_CACHE_HOME: join(home, 'cache') },
      input,
    })
    if (status !== 0 && status !== 3) throw new Error(`fixdex match: exit code ${status}\n${stderr}`)
    return { milliseconds: seconds * 1000, megabytes }
  }).slice(1)
  const times = runs.map(({ milliseconds }) => milliseconds)
  return {
    median: median(times),
    p95: quantile(times, 0.95),
    megabytes: median(runs.flatMap(({ megabytes }) => megabytes ?? [])),
  }
}
