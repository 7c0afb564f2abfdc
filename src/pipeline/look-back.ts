import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { laterSource } from '../content/read-sources.ts'
import { textDigest } from '../content/text-digest.ts'
import type { SourceFile } from '../model/document.ts'
import type { BuildOptions, BuildReport } from './build.ts'
import { writingCache } from './cache-folder.ts'
import { filesBelow } from './files-below.ts'
import { openLedger } from './ledger.ts'
import { isUntouched, type Stamp, type Stock, takeStock } from './take-stock.ts'
import type { Cache } from './with-cache.ts'

/** What the last build of the same site tells this one. */
export interface LookBack {
  /** All of it, where nothing has changed since: neither what the site is made of nor the site. */
  readonly report?: BuildReport
  /** The digest of a source file that nobody has touched since it was read. */
  readonly digestAt: (path: string) => string | undefined
  readonly remember: (report: BuildReport) => void
}

interface Remembered {
  readonly format: 1
  /** The run that it was: its report is about the files that the ledger of the same run names. */
  readonly run: string
  readonly started: number
  readonly settings: string
  readonly stamps: Readonly<Record<string, Stamp>>
  readonly digests: Readonly<Record<string, string>>
  readonly report: Omit<BuildReport, 'sources'>
}

/**
 * Compares what a build would read, and what the last one wrote, with how they were found then: by size and times, as
 * version control does. What was changed under the same stamp is not seen; `--no-cache` reads all, and an audit proves it.
 */
export function lookBack(cache: Cache, options: BuildOptions): LookBack {
  const stock = takeStock(options, cache.program)
  const id = createHash('sha256').update(resolve(options.out)).digest('hex').slice(0, 16)
  const file = join(cache.dir, `last-${id}.json`)
  const last = readLast(file)
  const untouched = (path: string): boolean =>
    last !== undefined && isUntouched(stock.stamps.get(path), last.stamps[path], last.started)
  const report =
    last && isSame(stock, last, untouched) && stands(last, cache, options.out)
      ? reportOf(last, options)
      : undefined
  return {
    ...(report && { report }),
    digestAt: (path) => (untouched(path) ? last?.digests[path] : undefined),
    remember({ sources, ...report }) {
      if (report.output === undefined) return
      writingCache(cache.dir, () => {
        const draft = `${file}.${process.pid}`
        writeFileSync(draft, JSON.stringify(rememberedOf(cache.run, stock, sources, report)))
        renameSync(draft, file)
      })
    },
  }
}

function isSame(stock: Stock, last: Remembered, untouched: (path: string) => boolean): boolean {
  const paths = Object.keys(last.stamps)
  return stock.settings === last.settings && stock.stamps.size === paths.length && paths.every(untouched)
}

/** Are exactly the files there that this run has left, as it left them? */
function stands({ run }: Remembered, cache: Cache, out: string): boolean {
  const ledger = openLedger(cache, out)
  if (ledger.run !== run) return false
  const found = filesBelow(resolve(out))
  return found.size === ledger.size && [...found].every((path) => ledger.standing(path) !== undefined)
}

function reportOf({ report }: Remembered, { content }: BuildOptions): BuildReport {
  const paths = new Set(report.problems.map(({ path }) => path))
  const { output } = report
  return {
    ...report,
    compiled: 0,
    sources: [...paths].map((path) => laterSource(content, path)),
    ...(output && {
      output: {
        ...output,
        written: 0,
        unchanged: output.written + output.unchanged,
        removed: 0,
        rewritten: [],
      },
    }),
  }
}

function rememberedOf(
  run: string,
  stock: Stock,
  sources: readonly SourceFile[],
  report: Omit<BuildReport, 'sources'>,
): Remembered {
  const { output } = report
  return {
    format: 1,
    run,
    started: stock.started,
    settings: stock.settings,
    stamps: Object.fromEntries(stock.stamps),
    digests: Object.fromEntries(sources.map((source) => [source.path, textDigest(source)])),
    report: { ...report, ...(output && { output: { ...output, rewritten: [] } }) },
  }
}

function readLast(file: string): Remembered | undefined {
  try {
    const last = JSON.parse(readFileSync(file, 'utf8')) as Remembered
    return last.format === 1 ? last : undefined
  } catch {
    return undefined
  }
}
