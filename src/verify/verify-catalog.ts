import { join } from 'node:path'
import { Fault } from '../model/fault.ts'
import { inParallel } from '../model/parallel.ts'
import { type Choice, choosePages, executedPages } from './choose-pages.ts'
import { installer, newestInstaller } from './packages.ts'
import { record } from './record.ts'
import { defaultLimits } from './sandbox.ts'
import { type PageResult, verifyPage } from './verify-page.ts'
import { findSandbox } from './workplace.ts'

/** What every run of pages needs. */
export interface RunOptions {
  readonly content: string
  readonly choice: Choice
  /** Pages to run in parallel. */
  readonly jobs: number
  /** Date for the record. */
  readonly date: string
  readonly cacheDir: string
  readonly signal: AbortSignal
}

interface VerifyOptions extends RunOptions {
  /** Run with the newest package versions instead of the pinned ones. */
  readonly newest?: boolean | undefined
  /** Write the results into `verified.json`. */
  readonly record: boolean
  /** Seconds that a block may run. */
  readonly timeout: number
  readonly onResult: (result: PageResult) => void
}

/** Chooses pages, runs their blocks in a sandbox, and records the results. */
export async function verifyCatalog(options: VerifyOptions): Promise<PageResult[]> {
  const { content, choice, newest, date, signal } = options
  const pages = executedPages(content)
  const chosen = choosePages(pages, choice, content)
  if (chosen.length === 0) return []
  const sandbox = await findSandbox(signal, { limits: { ...defaultLimits, seconds: options.timeout } })
  const folder = join(options.cacheDir, 'fixdex', 'packages')
  // The newest versions are looked up once a day.
  const install = newest ? newestInstaller(join(folder, date), sandbox) : installer(folder, sandbox)
  const made: PageResult[] = []
  await inParallel(chosen, options, async (page, at) => {
    const began = performance.now()
    const result = await verifyPage(page, { sandbox, install })
    // An interrupted page has not failed.
    if (signal.aborted) return
    const milliseconds = Math.round(performance.now() - began)
    made[at] = { id: page.id, path: page.path, milliseconds, ...result }
    options.onResult(made[at])
  })
  const results = made.filter((result) => result !== undefined)
  if (signal.aborted) throw new Fault(`Interrupted: ${results.length} of ${chosen.length} pages were run`)
  if (options.record && !newest && choice.sample === undefined)
    await record(content, pages, results, { date, sandbox })
  return results
}
