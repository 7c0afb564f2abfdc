import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as semver from 'semver'
import { blocksHash } from '../content/parse-page.ts'
import { readVerified } from '../content/read-config.ts'
import type { ExecutedPage } from '../model/executed-page.ts'
import { Fault } from '../model/fault.ts'
import { inParallel, remembered } from '../model/parallel.ts'
import { isSameProduct, type Outcome, type Sweep } from '../model/sweep.ts'
import { choosePages, executedPages } from './choose-pages.ts'
import { type Install, InstallFailed, installer, isPython, splitPackage } from './packages.ts'
import { recordSweep } from './record.ts'
import { npmRegistry, pythonIndex } from './registry.ts'
import type { Sandbox } from './sandbox.ts'
import { services } from './services.ts'
import type { RunOptions } from './verify-catalog.ts'
import { eachRun, judge } from './verify-page.ts'
import { findSandbox } from './workplace.ts'

interface SweepOptions extends RunOptions {
  /** Sweep pages again even if their blocks have not changed. */
  readonly again: boolean
  /** At most this many versions of a package. */
  readonly limit: number
  readonly onResult: (page: ExecutedPage, sweep: Sweep, done: number, total: number) => void
}

/** Runs pages with other releases of what they name, and records each page's result as soon as it is complete. */
export async function sweepCatalog(options: SweepOptions): Promise<number> {
  const { content, signal } = options
  const verified = readVerified(content)
  const pages = choosePages(executedPages(content), options.choice, content).filter((page) => {
    const record = verified[page.id]
    const isHere = services.every(({ name, available }) => !page.needs.includes(name) || !available())
    return isHere && record?.blocks === blocksHash(page) && (options.again || record.sweep === undefined)
  })
  const bench = await openBench(options)
  // Pages that install nothing are quick.
  pages.sort((a, b) => a.packages.length - b.packages.length)
  let done = 0
  await inParallel(pages, options, async (page) => {
    const usesNode = verified[page.id]?.runtimes.Node !== undefined
    const sweep = { date: options.date, versions: await sweepPage(page, usesNode, bench, options.limit) }
    // An interrupted page is swept again next time.
    if (signal.aborted) return
    recordSweep(content, page, sweep)
    options.onResult(page, sweep, ++done, pages.length)
  })
  if (signal.aborted)
    throw new Fault(`Interrupted: ${done} of ${pages.length} pages were measured`, 'Start again to go on.')
  return done
}

type Bench = Awaited<ReturnType<typeof openBench>>

/** Ways to run pages, which reject with `InstallFailed`, and lists of releases. */
async function openBench({ cacheDir, signal }: SweepOptions) {
  const sandbox = await findSandbox(signal)
  const install = installer(join(cacheDir, 'fixdex', 'packages'), sandbox)
  const node = `node-linux-${process.arch}`
  const registry = npmRegistry()
  const sandboxWith = remembered(async (version) => {
    const { modules } = await install([`${node}@${version}`])
    return findSandbox(signal, { node: join(modules, node, 'bin/node') })
  })
  return {
    /** The npm package of Node itself. */
    node,
    onNode: async (page: ExecutedPage, version: string) =>
      runWith(page, page.packages, await sandboxWith(version), install),
    /** Runs a page with another version of one of its packages. */
    async withPackage(page: ExecutedPage, named: string, version: string) {
      const [name, pinned] = splitPackage(named)
      if (version === pinned) return runWith(page, page.packages, sandbox, install)
      const packages = [...page.packages.filter((other) => other !== named), `${name}@${version}`]
      // Only pinned versions are kept.
      const folder = mkdtempSync(join(tmpdir(), 'fixdex-sweep-'))
      try {
        return await runWith(page, packages, sandbox, installer(folder, sandbox))
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
    /** Released versions of a package, oldest first, without prereleases. */
    versionsOf: remembered(async (name): Promise<readonly string[]> => {
      const [address, accept] = isPython(name)
        ? [new URL(`${bareName(name)}/`, pythonIndex()), 'application/vnd.pypi.simple.v1+json']
        : [new URL(name.replace('/', '%2f'), registry), 'application/vnd.npm.install-v1+json']
      const response = await fetch(address, { headers: { accept }, signal }).catch(() => undefined)
      // If the index does not answer with a list, the package keeps its pinned version.
      if (!response?.ok || !/json/.test(response.headers.get('content-type') ?? '')) return []
      const { versions = {} } = (await response.json()) as { versions?: object }
      return (Array.isArray(versions) ? versions : Object.keys(versions))
        .filter((version) => semver.valid(version) === version && semver.prerelease(version) === null)
        .sort(semver.compare)
    }),
  }
}

const bareName = (name: string): string => name.replace(/^pypi:/, '')

/** `openai (Python)` is the Python package, not the npm package. */
const bareProduct = (product: string, name: string): string =>
  isPython(name) ? product.replace(/ \(Python\)$/, '') : product

/** Release lines of Node that were maintained in 2026. */
const nodeLines = [20, 22, 24, 26]

async function sweepPage(
  page: ExecutedPage,
  usesNode: boolean,
  { node, onNode, withPackage, versionsOf }: Bench,
  limit: number,
): Promise<Sweep['versions']> {
  const versions: Sweep['versions'] = {}
  const ownNode = page.packages.find((named) => splitPackage(named)[0] === node)
  if (usesNode || ownNode !== undefined) {
    const released = await versionsOf(node)
    const lines = nodeLines.map((line) => released.findLast((version) => semver.major(version) === line))
    const wanted = new Set([...lines, ownNode && splitPackage(ownNode)[1]].filter((one) => one !== undefined))
    versions.Node = await tryAll([...wanted], (version) =>
      ownNode === undefined ? onNode(page, version) : withPackage(page, ownNode, version),
    )
  }
  for (const named of page.packages.filter((each) => each !== ownNode)) {
    const [name, pinned] = splitPackage(named)
    const product = page.products.find((product) => isSameProduct(bareProduct(product, name), bareName(name)))
    if (product === undefined || semver.valid(pinned) === null) continue
    const released = await versionsOf(name)
    const attempt = (version: string) => withPackage(page, named, version)
    const tried = await tryAll(linesAround(released, pinned, limit), attempt)
    versions[isPython(name) ? product : name] = await bisected(released, tried, attempt)
  }
  return versions
}

type Attempt = (version: string) => Promise<Outcome>

async function tryAll(versions: readonly string[], attempt: Attempt): Promise<Record<string, Outcome>> {
  const tried: Record<string, Outcome> = {}
  for (const version of versions) tried[version] = await attempt(version).catch(notInstalled)
  return tried
}

function notInstalled(error: unknown): Outcome {
  if (error instanceof InstallFailed) return 'not installed'
  throw error
}

/** The last version of each release line (1.x, 0.1.x), starting two lines before the pinned version, and that version. */
function linesAround(released: readonly string[], pinned: string, limit: number): string[] {
  const lineOf = (version: string) =>
    semver.major(version) > 0 ? `${semver.major(version)}` : `0.${semver.minor(version)}`
  const lines = [...new Map(released.map((version) => [lineOf(version), version])).values()]
  const own = lines.findIndex((version) => lineOf(version) === lineOf(pinned))
  const around = lines.slice(Math.max(0, own - 2))
  const chosen = around.length <= limit ? around : [...around.slice(0, limit - 1), ...around.slice(-1)]
  return [...new Set([...chosen, pinned])].sort(semver.compare)
}

/** Bisects where the message appeared or disappeared, in at most four runs for each change. */
async function bisected(released: readonly string[], tried: Record<string, Outcome>, attempt: Attempt) {
  const results = { ...tried }
  const known = Object.keys(tried).sort(semver.compare)
  for (const [index, upper] of known.entries()) {
    let [low, high] = [known[index - 1], upper]
    if (low === undefined || !isChange(tried[low], tried[upper])) continue
    for (let runs = 0; runs < 4; runs++) {
      const between = released.filter(
        (version) => semver.gt(version, low as string) && semver.lt(version, high) && !(version in results),
      )
      const middle = between[Math.floor(between.length / 2)]
      if (middle === undefined) break
      const outcome = await attempt(middle).catch(notInstalled)
      results[middle] = outcome
      if (outcome === tried[upper]) high = middle
      else if (outcome === results[low]) low = middle
      else if (outcome !== 'not installed') break
    }
  }
  return results
}

const isChange = (a: Outcome | undefined, b: Outcome | undefined): boolean =>
  a !== b && (a === 'shown' || b === 'shown') && a !== 'not installed' && b !== 'not installed'

async function runWith(
  page: ExecutedPage,
  packages: readonly string[],
  sandbox: Sandbox,
  install: Install,
): Promise<Outcome> {
  const modules = packages.length === 0 ? undefined : (await install(packages)).modules
  let outcome: Outcome = 'gone'
  const shown = await eachRun(page, sandbox, modules, ({ run }, ran, messages) => {
    if (run !== 'reproduce') return undefined
    if (ran !== undefined && judge(run, ran, messages) === undefined) return 'shown'
    if (ran === undefined || ran.exitCode !== 0 || ran.stopped !== undefined) outcome = 'other'
    return undefined
  })
  return shown ?? outcome
}
