// Measures builds and look-ups on synthetic catalogs; CONTRIBUTING says how. Whole processes, medians, one round to warm
// up that is not counted.
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchBuilds } from './bench/builds.ts'
import { benchMatching, type MatchingResults } from './bench/matching.ts'
import { benchShards } from './bench/shards.ts'
import { buildTable, matchingTable } from './bench/tables.ts'

const usage = `usage: npm run bench -- [--pages N] [--rounds N] [--peers [--skip NAME]...] [--dir DIR] [--json]
       npm run bench -- --matching [--pages N]... [--texts N] [--dir DIR] [--json]
       npm run bench -- --shards [--pages N] [--texts N]`

const options = readOptions()
mkdirSync(options.dir, { recursive: true })
const work = mkdtempSync(join(options.dir, 'fixdex-bench-'))
const leave = () => rmSync(work, { recursive: true, force: true })
process.once('SIGINT', () => {
  leave()
  process.exit(130)
})
try {
  const machine = { node: process.versions.node, processors: availableParallelism(), dir: options.dir }
  if (options.shards) {
    const [pages = 0] = options.pages
    console.log(JSON.stringify(await benchShards({ ...options, pages }), null, 2))
  } else if (options.matching) {
    const result = { machine, matching: await eachCatalog() }
    console.log(options.json ? JSON.stringify(result, null, 2) : matchingTable(result))
  } else {
    const [pages = 0] = options.pages
    const result = { machine, ...benchBuilds({ ...options, dir: work, pages, onStep }) }
    console.log(options.json ? JSON.stringify(result, null, 2) : buildTable(result))
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  leave()
}

async function eachCatalog() {
  const results: MatchingResults[] = []
  for (const pages of options.pages)
    results.push(await benchMatching({ ...options, dir: work, pages, onStep }))
  return results
}

function onStep(step: string): void {
  if (process.stderr.isTTY) console.error(step)
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        pages: { type: 'string', multiple: true },
        rounds: { type: 'string', default: '3' },
        peers: { type: 'boolean', default: false },
        skip: { type: 'string', multiple: true, default: [] },
        matching: { type: 'boolean', default: false },
        shards: { type: 'boolean', default: false },
        texts: { type: 'string', default: '1000' },
        dir: { type: 'string', default: memoryFolder() },
        json: { type: 'boolean', default: false },
      },
    })
    const sizes =
      values.pages ?? (values.matching ? ['1250', '10000', '100000'] : values.shards ? ['100000'] : ['1250'])
    const pages = sizes.map((text) => wholeNumber(text, 16))
    if (pages.length > 1 && !values.matching) throw new Error('One --pages at a time, unless --matching')
    return {
      ...values,
      pages,
      rounds: wholeNumber(values.rounds, 1),
      texts: wholeNumber(values.texts, 20),
    }
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`)
    process.exit(2)
  }
}

function wholeNumber(text: string, least: number): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < least)
    throw new Error(`Unexpected ${text}, expected a whole number from ${least}`)
  return number
}

/** A file system in memory if there is one, because disks differ more than programs do. */
function memoryFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK)
    return '/dev/shm'
  } catch {
    return tmpdir()
  }
}
