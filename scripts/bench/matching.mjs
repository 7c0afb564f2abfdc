import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseIndex, parseMatchFile } from '../../lib/client/catalog-files.js'
import { find } from '../../lib/client/find.js'
import { createMatcher } from '../../lib/client/match.js'
import { writeCatalog } from './catalog.mjs'
import { measure, measureWorking, median, quantile } from './measure.mjs'
import { kinds, noisy } from './noise.mjs'
import { random } from './synthetic.mjs'
import { fixdex } from './tools.mjs'

const command = new URL('../../lib/cli/main.js', import.meta.url).pathname
const uncovered = new URL('../../test/eval/uncovered.jsonl', import.meta.url)
const processRuns = 15

/** Answers pasted errors from a catalog in every way that there is. */
export async function benchMatching({ dir, pages, texts: count, onStep }) {
  const home = join(dir, `matching-${pages}`)
  onStep(`building ${pages} pages`)
  writeCatalog(join(home, 'content'), pages)
  measureWorking(fixdex.run(home, join(home, 'out')))
  const site = join(home, 'out', fixdex.site)
  const body = readFileSync(join(site, 'match.json'), 'utf8')
  const { entries } = parseMatchFile(body)
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
  const search = (text) => find(solutions, { text }, async () => matcher)
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

/** Seven of ten are messages of the catalog as they are pasted, the others errors that it does not have. */
function pastedTexts(entries, count) {
  const foreign = readFileSync(uncovered, 'utf8').trim().split('\n')
  const names = Object.keys(kinds)
  return Array.from({ length: count }, (_, number) => {
    if (number % 10 < 7) return noisy(entries, number)
    const { text } = JSON.parse(foreign[number % foreign.length])
    return { text: kinds[names[number % names.length]](text, random(number), 'it') }
  })
}

/** Two words of a title, as somebody types them. */
const typedWords = (entries, count) =>
  Array.from({ length: count }, (_, number) => {
    const next = random(number)
    const words = entries[Math.floor(next() * entries.length)].title.split(/[\s:,]+/)
    return `${words[Math.floor(next() * words.length)]} ${words[Math.floor(next() * words.length)]}`
  })

function timesOf(list, work) {
  const times = list.map((item) => {
    const started = performance.now()
    work(item)
    return performance.now() - started
  })
  return { median: median(times), p95: quantile(times, 0.95) }
}

/** The first tenth is run once more before. */
async function timesOfAll(list, work) {
  for (const item of list.slice(0, list.length / 10)) await work(item)
  const times = []
  for (const item of list) {
    const started = performance.now()
    await work(item)
    times.push(performance.now() - started)
  }
  return { median: median(times), p95: quantile(times, 0.95) }
}

/** The first run prepares the catalog for the others and is not counted. */
function processTimes(texts, site, home) {
  const runs = Array.from({ length: processRuns + 1 }, (_, run) => {
    const { text: input } = texts[Math.floor((run * texts.length) / (processRuns + 1))]
    const { seconds, megabytes, status, stderr } = measure({
      file: process.execPath,
      args: [command, 'match', '--index', site],
      env: { XDG_CACHE_HOME: join(home, 'cache') },
      input,
    })
    if (status !== 0 && status !== 1) throw new Error(`fixdex match: exit code ${status}\n${stderr}`)
    return { milliseconds: seconds * 1000, megabytes }
  }).slice(1)
  const times = runs.map(({ milliseconds }) => milliseconds)
  return {
    median: median(times),
    p95: quantile(times, 0.95),
    megabytes: median(runs.flatMap(({ megabytes }) => megabytes ?? [])),
  }
}
