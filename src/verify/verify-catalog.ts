import { join } from 'node:path'
import type { ExecutedPage } from '../model/executed-page.ts'
import { Fault } from '../model/fault.ts'
import { inParallel } from '../model/parallel.ts'
import { type Choice, choosePages, executedPages } from './choose-pages.ts'
import { bareHost, findSandbox } from './find-sandbox.ts'
import { installer, installLimits, newestInstaller } from './packages.ts'
import { record, runtimesOf, versionsIn } from './record.ts'
import { defaultLimits, type Limits, type Machine } from './sandbox.ts'
import { services } from './services.ts'
import { type PageResult, verifyPage } from './verify-page.ts'

export interface VerifyOptions {
  readonly content: string
  readonly choice: Choice
  /** Run with the newest package versions instead of the pinned ones. */
  readonly newest: boolean
  /** Write the results into `verified.json`. */
  readonly record: boolean
  readonly bareHost: boolean
  /** Pages to run in parallel. */
  readonly jobs: number
  /** Date for the record. */
  readonly date: string
  readonly machine: Machine
  readonly cacheDir: string
  readonly signal: AbortSignal
  readonly onResult: (result: PageResult) => void
}

/** Chooses pages, runs their blocks in a sandbox, and records the results. */
export async function verifyCatalog(options: VerifyOptions): Promise<PageResult[]> {
  const { content, signal } = options
  const pages = executedPages(content)
  const chosen = choosePages(pages, options.choice, content)
  if (chosen.length === 0) return []
  const sandbox = await sandboxFor(options, defaultLimits)
  const install = await installerFor(options)
  const made: PageResult[] = []
  await inParallel(chosen, options, async (page, at) => {
    const result = await verifyPage(page, { sandbox, install, services })
    // An interrupted page has not failed.
    if (signal.aborted) return
    made[at] = result
    options.onResult(result)
  })
  const results = made.filter((result) => result !== undefined)
  if (signal.aborted) throw new Fault(`Interrupted: ${results.length} of ${chosen.length} pages were run`)
  // A run on the bare host proves nothing about a clean machine, and samples are not recorded.
  const { kind } = sandbox
  if (!options.record || options.newest || options.choice.sample !== undefined || kind === 'none')
    return results
  const versions = await versionsIn(sandbox)
  const runtimes = (page: ExecutedPage) => runtimesOf(page, versions)
  record(content, pages, results, { date: options.date, sandbox: kind, runtimes })
  return results
}

function sandboxFor(options: VerifyOptions, limits: Limits) {
  const { machine, signal } = options
  const bounds = { limits, signal }
  return options.bareHost ? bareHost(machine, bounds) : findSandbox(machine, bounds)
}

/** The newest versions are looked up once a day. */
async function installerFor(options: VerifyOptions) {
  const { newest, cacheDir, machine, date } = options
  const folder = join(cacheDir, 'fixdex', 'packages')
  const sandbox = await sandboxFor(options, installLimits)
  return newest ? newestInstaller(join(folder, date), sandbox, machine) : installer(folder, sandbox, machine)
}
