import { dirname } from 'node:path/posix'
import type { FileEntry } from '../emit/emit.ts'
import { type Site, siteFile } from '../model/site.ts'

const none = {
  index: 0,
  matchFile: 0,
  lookups: 0,
  largestLookup: 0,
  largestTwin: 0,
  files: 0,
  bytes: 0,
  largestFile: 0,
  fullestFolder: 0,
}

/** Sizes that clients care about, and those that hosts limit. */
export type Sizes = Readonly<typeof none>

/** Measures files as they are written. */
export function sizeMeter(site: Site) {
  const index = siteFile(site, 'solutions.json')
  const matchFile = siteFile(site, 'match.json')
  const lookups = siteFile(site, 'lookup/')
  const lookupList = siteFile(site, 'lookup/index.json')
  const solutions = siteFile(site, 'solutions/')
  const folders = new Map<string, number>()
  const sizes = { ...none }
  const add = ({ path, bytes }: FileEntry): void => {
    const folder = dirname(path)
    const inFolder = (folders.get(folder) ?? 0) + 1
    folders.set(folder, inFolder)
    sizes.files++
    sizes.bytes += bytes
    sizes.largestFile = Math.max(sizes.largestFile, bytes)
    sizes.fullestFolder = Math.max(sizes.fullestFolder, inFolder)
    if (path === index) sizes.index = bytes
    else if (path === matchFile) sizes.matchFile = bytes
    else if (path.startsWith(lookups) && path !== lookupList) {
      sizes.lookups++
      sizes.largestLookup = Math.max(sizes.largestLookup, bytes)
    } else if (path.startsWith(solutions) && path.endsWith('.md'))
      sizes.largestTwin = Math.max(sizes.largestTwin, bytes)
  }
  return {
    *pass<T extends FileEntry>(files: Iterable<T>): Generator<T> {
      for (const file of files) {
        add(file)
        yield file
      }
    },
    sizes: (): Sizes => sizes,
  }
}

interface Limit {
  readonly host: string
  /** Upper limit of the measure. */
  readonly most: number
  readonly measured: 'files' | 'bytes' | 'largestFile' | 'fullestFolder'
}

const mebibyte = 1024 * 1024

/** Limits by the hosts' documentation of 2026. Some hosts refuse larger sites without a message. */
const limits: readonly Limit[] = [
  { host: 'Cloudflare, free plan', measured: 'files', most: 20_000 },
  { host: 'Cloudflare, paid plans', measured: 'files', most: 100_000 },
  { host: 'Cloudflare', measured: 'largestFile', most: 25 * mebibyte },
  { host: 'GitHub Pages', measured: 'bytes', most: 1e9 },
  { host: 'Netlify', measured: 'fullestFolder', most: 54_000 },
]

/** A sentence for each host limit that the site exceeds. */
export const exceededLimits = (sizes: Sizes): string[] =>
  limits
    .filter(({ measured, most }) => sizes[measured] > most)
    .map(
      (limit) => `Too large for ${limit.host}: ${words[limit.measured](sizes[limit.measured], limit.most)}.`,
    )

const count = (number: number): string => number.toLocaleString('en')
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const words: Readonly<Record<Limit['measured'], (found: number, most: number) => string>> = {
  files: (found, most) => `${count(found)} files, at most ${count(most)}`,
  bytes: (found, most) => `${megabytes(found)}, at most ${megabytes(most)}`,
  largestFile: (found, most) => `a file of ${megabytes(found)}, at most ${megabytes(most)}`,
  fullestFolder: (found, most) => `a folder of ${count(found)} files, at most ${count(most)}`,
}
