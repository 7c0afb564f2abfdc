import * as semver from 'semver'
import { readWatched } from '../content/read-config.ts'
import { inParallel } from '../model/parallel.ts'
import type { Frontmatter } from '../model/solution.ts'
import { isSameProduct } from '../model/sweep.ts'
import type { Watched } from '../model/watched.ts'
import { solutionsIn } from './choose-pages.ts'
import { isPython, splitPackage } from './packages.ts'
import { npmRegistry } from './registry.ts'
import type { RunOptions } from './verify-catalog.ts'

interface Release {
  readonly version: string
  readonly date: string
  readonly changelog: string
}

interface WatchOptions extends Pick<RunOptions, 'content' | 'signal'> {
  readonly fetch: typeof globalThis.fetch
}

/**
 * Products whose newest major version no page names, newest release first. `known` is the newest major version that pages
 * name or ran with, if any.
 */
export async function newMajors(options: WatchOptions) {
  const pages = solutionsIn(options.content, /./).map(({ data }) => data)
  const watched = readWatched(options.content)
  const listed = new Set(Object.values(watched).map(({ npm }) => npm))
  const named = pages.flatMap(({ packages = [] }) =>
    packages.filter((text) => !isPython(text)).map((text) => splitPackage(text)[0]),
  )
  const others = named.filter((npm) => !listed.has(npm)).map((npm) => [npm, { npm }])
  const products: Watched = { ...Object.fromEntries(others), ...watched }
  const registry = npmRegistry()
  const lacking: (Release & { product: string; known: number | undefined })[] = []
  const failed: string[] = []
  await inParallel(Object.entries(products), { jobs: 8, signal: options.signal }, async ([product, feed]) => {
    const name = feed.npm ?? feed.pypi ?? product
    const known = knownMajor(pages, [product, name])
    try {
      const release = await (feed.npm !== undefined
        ? npmRelease(feed.npm, known, registry, options)
        : feed.pypi !== undefined
          ? pypiRelease(feed.pypi, options)
          : githubRelease(feed.github ?? product, options))
      const isNew = release !== undefined && semver.major(release.version) > (known ?? -1)
      if (isNew) lacking.push({ product, known, ...release })
    } catch (error) {
      failed.push(`${product}: ${error instanceof Error ? error.message : error}`)
    }
  })
  return { lacking: lacking.sort((a, b) => (a.date < b.date ? 1 : -1)), failed: failed.sort() }
}

/** The newest major version in the pages' `packages` and `affects` (`versions` and `fixed`). */
function knownMajor(pages: readonly Frontmatter[], names: readonly string[]): number | undefined {
  const versions = pages.flatMap(({ packages = [], affects = [] }) => [
    ...packages.map(splitPackage).flatMap(([name, version]) => (names.includes(name) ? version : [])),
    ...affects
      .filter(({ product }) => names.some((name) => isSameProduct(product, name)))
      .flatMap(({ versions = '', fixed = '' }) => `${versions} ${fixed}`.match(/\d+(?:\.\d+)*/g) ?? []),
  ])
  const majors = versions.map((version) => Number.parseInt(version, 10))
  return majors.length > 0 ? Math.max(...majors) : undefined
}

async function ask(address: URL | string, { fetch, signal }: WatchOptions): Promise<Response> {
  const host = new URL(address).host
  const either = AbortSignal.any([signal, AbortSignal.timeout(20_000)])
  const response = await fetch(address, { signal: either }).catch(() => {
    throw new Error(`${host} can’t be reached`)
  })
  if (!response.ok) throw new Error(`${host} answers ${response.status}`)
  return response
}

/** The date is in a much larger file, which is fetched only for new versions. */
async function npmRelease(name: string, known: number | undefined, registry: URL, from: WatchOptions) {
  const path = name.replace('/', '%2f')
  const latest = (await (await ask(new URL(`${path}/latest`, registry), from)).json()) as NpmVersion
  if (semver.major(latest.version) <= (known ?? -1)) return undefined
  const { time = {} } = (await (await ask(new URL(path, registry), from)).json()) as { time?: Dates }
  const repository = typeof latest.repository === 'string' ? latest.repository : latest.repository?.url
  const [, place] = /github\.com[/:]([\w.-]+\/[\w-]+)/.exec(repository ?? '') ?? []
  const changelog = place ? `https://github.com/${place}/releases` : `https://www.npmjs.com/package/${name}`
  return { version: latest.version, date: dayOf(time[latest.version]), changelog }
}

type Dates = Readonly<Record<string, string>>

interface NpmVersion {
  readonly version: string
  readonly repository?: string | { readonly url?: string }
}

async function pypiRelease(name: string, from: WatchOptions): Promise<Release | undefined> {
  const { info, urls } = (await (await ask(`https://pypi.org/pypi/${name}/json`, from)).json()) as {
    info: { version: string; project_urls?: Dates | null }
    urls: readonly { upload_time_iso_8601?: string }[]
  }
  const links = Object.entries(info.project_urls ?? {})
  const [, changelog] = links.find(([label]) => /change|release/i.test(label)) ?? []
  const version = semver.coerce(info.version)?.version
  const date = dayOf(urls[0]?.upload_time_iso_8601)
  if (version === undefined) return undefined
  return { version, date, changelog: changelog ?? `https://pypi.org/project/${name}/` }
}

/** The newest release in the feed that is not a prerelease. */
async function githubRelease(place: string, from: WatchOptions): Promise<Release | undefined> {
  const changelog = `https://github.com/${place}/releases`
  const text = await (await ask(`${changelog}.atom`, from)).text()
  for (const entry of text.split('<entry>').slice(1)) {
    const [, tag = ''] = /\/releases\/tag\/([^"<]+)"/.exec(entry) ?? []
    const version = /alpha|beta|rc|preview|nightly|canary/i.test(tag) ? null : semver.coerce(tag)
    if (version === null) continue
    const [, updated] = /<updated>([^<]+)</.exec(entry) ?? []
    return { version: version.version, date: dayOf(updated), changelog }
  }
  return undefined
}

const dayOf = (time: string | undefined): string => time?.slice(0, 10) ?? 'unknown day'
