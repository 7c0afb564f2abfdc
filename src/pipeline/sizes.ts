import { dirname } from 'node:path/posix'
import type { FileEntry } from '../emit/emit.ts'
import { type Site, siteFile } from '../model/site.ts'
import { fill } from '../model/text.ts'
import limits from './host-limits.json' with { type: 'json' }

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

/**
 * A sentence for each limit of a host, by its documentation of 2026, that the site exceeds. Some hosts refuse larger sites
 * without a message.
 */
export const exceededLimits = (sizes: Sizes): string[] =>
  limits.flatMap(({ host, measured, most, words }) => {
    const found = sizes[measured as keyof Sizes]
    if (found <= most) return []
    const shown = (number: number) =>
      words.includes('MB') ? (number / 1e6).toFixed(1) : number.toLocaleString('en')
    return `Too large for ${host}: ${fill(words, { found: shown(found), most: shown(most) })}.`
  })
