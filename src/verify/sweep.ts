import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as semver from 'semver'
import { blocksHash } from '../content/parse-page.ts'
import { readVerified } from '../content/read-config.ts'
import type { ExecutedPage } from '../model/executed-page.ts'
import { Fault } from '../model/fault.ts'
import { inParallel, remembered } from '../model/parallel.ts'
import { isSameProduct, type Outcome, type Sweep } from '../model/sweep.ts'
import { type Choice, choosePages, executedPages } from './choose-pages.ts'
import { findSandbox } from './find-sandbox.ts'
import { type Install, InstallFailed, installer, installLimits, isPython, splitPackage } from './packages.ts'
import { recordSweep } from './record.ts'
import { pythonIndexOf, registryOf } from './registry.ts'
import { type Bounds, defaultLimits, type Machine, type Sandbox } from './sandbox.ts'
import { services } from './services.ts'
import { eachRun, judge } from './verify-page.ts'

export interface SweepOptions {
  readonly content: string
  readonly choice: Choice
  /** Sweep pages again even if their blocks have not changed. */
  readonly again: boolean
  /** At most this many versions of a package. */
  readonly limit: number
  readonly jobs: number
  readonly date: string
  readonly machine: Machine
  readonly cacheDir: string
  readonly signal: AbortSignal
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
    const sweep = { date: options.date, versions: await sweepPage(page, usesNode, bench, options) }
    // An interrupted page is swept again next time.
    if (signal.aborted) return
    recordSweep(content, page, sweep)
    options.onResult(page, sweep, ++done, pages.length)
  })
  if (signal.aborted)
    throw new Fault(`Interrupted: ${done} of ${pages.length} pages were measured`, 'Start again to go on.')
  return done
}

/** Shared by all pages. */
interface Bench {
  /** The sandbox with another version of Node; rejects with `InstallFailed`. */
  readonly sandboxWith: (node: string) => Promise<Sandbox>
  readonly sandbox: Sandbox
  /** Caches the pinned versions; other versions are not kept. */
  readonly install: Install
  /** Installs packages into a new folder, for one run. */
  readonly once: (folder: string) => Install
  /** Released versions of a package, oldest first, without prereleases. */
  readonly versionsOf: (name: string) => Promise<readonly string[]>
}

async function openBench({ machine, cacheDir, signal }: SweepOptions): Promise<Bench> {
  const bounds: Bounds = { limits: defaultLimits, signal }
  const roomy = await findSandbox(machine, { limits: installLimits, signal })
  const folder = join(cacheDir, 'fixdex', 'packages')
  const install = installer(folder, roomy, machine)
  const registry = registryOf(machine)
  return {
    sandbox: await findSandbox(machine, bounds),
    install,
    once: (folder) => installer(folder, roomy, machine),
    sandboxWith: remembered(async (version) => {
      const name = nodePackage(machine)
      const { modules } = await install([`${name}@${version}`])
      return findSandbox({ ...machine, node: join(modules, name, 'bin/node') }, bounds)
    }),
    versionsOf: remembered(async (name) => {
      const [address, accept] = isPython(name)
        ? [new URL(`${bareName(name)}/`, pythonIndexOf(machine)), 'application/vnd.pypi.simple.v1+json']
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

const nodePackage = ({ architecture }: Machine): string => `node-linux-${architecture}`

const bareName = (name: string): string => name.replace(/^pypi:/, '')

/** `openai (Python)` is the Python package, not the npm package. */
const bareProduct = (product: string, name: string): string =>
  isPython(name) ? product.replace(/ \(Python\)$/, '') : product

/** Release lines of Node that were maintained in 2026. */
const nodeLines = [20, 22, 24, 26]

async function sweepPage(
  page: ExecutedPage,
  usesNode: boolean,
  bench: Bench,
  { limit, machine }: SweepOptions,
): Promise<Sweep['versions']> {
  const versions: Sweep['versions'] = {}
  const node = nodePackage(machine)
  const ownNode = page.packages.find((named) => splitPackage(named)[0] === node)
  if (usesNode || ownNode !== undefined) {
    const released = await bench.versionsOf(node)
    const lines = nodeLines.flatMap(
      (line) => released.findLast((version) => semver.major(version) === line) ?? [],
    )
    const own = ownNode === undefined ? [] : [splitPackage(ownNode)[1]]
    versions.Node = await tryAll([...new Set([...lines, ...own])], (version) =>
      ownNode === undefined
        ? runOnNode(page, version, bench)
        : runWithPackage(page, ownNode, version, bench, machine),
    )
  }
  for (const named of page.packages.filter((each) => each !== ownNode)) {
    const [name, pinned] = splitPackage(named)
    const product = page.products.find((product) => isSameProduct(bareProduct(product, name), bareName(name)))
    if (product === undefined || semver.valid(pinned) === null) continue
    const released = await bench.versionsOf(name)
    const attempt = (version: string) => runWithPackage(page, named, version, bench, machine)
    versions[isPython(name) ? product : name] = await bisected(
      released,
      await tryAll(linesAround(released, pinned, limit), attempt),
      attempt,
    )
  }
  return versions
}

const runOnNode = async (page: ExecutedPage, version: string, bench: Bench): Promise<Outcome> =>
  runWith(page, page.packages, await bench.sandboxWith(version), bench.install)

/** Runs a page with another version of one of its packages, which is removed afterwards. */
async function runWithPackage(
  page: ExecutedPage,
  named: string,
  version: string,
  { sandbox, install, once }: Bench,
  { temporary }: Machine,
): Promise<Outcome> {
  const [name, pinned] = splitPackage(named)
  if (version === pinned) return runWith(page, page.packages, sandbox, install)
  const others = page.packages.filter((other) => other !== named)
  const folder = mkdtempSync(join(temporary, 'fixdex-sweep-'))
  try {
    return await runWith(page, [...others, `${name}@${version}`], sandbox, once(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Attempt = (version: string) => Promise<Outcome>

async function tryAll(versions: readonly string[], attempt: Attempt): Promise<Record<string, Outcome>> {
  const tried: Record<string, Outcome> = {}
  for (const version of versions) tried[version] = await orNotInstalled(attempt(version))
  return tried
}

async function orNotInstalled(outcome: Promise<Outcome>): Promise<Outcome> {
  try {
    return await outcome
  } catch (error) {
    if (error instanceof InstallFailed) return 'not installed'
    throw error
  }
}

/** The last version of each release line (1.x, 0.1.x), starting two lines before the pinned version, and that version. */
export function linesAround(released: readonly string[], pinned: string, limit: number): string[] {
  const lineOf = (version: string) =>
    semver.major(version) > 0 ? `${semver.major(version)}` : `0.${semver.minor(version)}`
  const lines = [...new Map(released.map((version) => [lineOf(version), version])).values()]
  const own = lines.findIndex((version) => lineOf(version) === lineOf(pinned))
  const around = lines.slice(Math.max(0, own - 2))
  const chosen = around.length <= limit ? around : [...around.slice(0, limit - 1), ...around.slice(-1)]
  return [...new Set([...chosen, pinned])].sort(semver.compare)
}

/** Bisects where the message appeared or disappeared, in at most four runs for each change. */
async function bisected(
  released: readonly string[],
  tried: Record<string, Outcome>,
  attempt: Attempt,
): Promise<Record<string, Outcome>> {
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
      const outcome = await orNotInstalled(attempt(middle))
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
  const needed = services.filter(({ name }) => page.needs.includes(name))
  let outcome: Outcome = 'gone'
  const shown = await eachRun(page, sandbox.workplace(modules), needed, ({ run }, ran, messages) => {
    if (run !== 'reproduce') return undefined
    if (ran !== undefined && judge(run, ran, messages) === undefined) return 'shown'
    if (ran === undefined || ran.exitCode !== 0 || ran.stopped !== undefined) outcome = 'other'
    return undefined
  })
  return shown ?? outcome
}
