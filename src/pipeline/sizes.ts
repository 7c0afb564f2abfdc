import { dirname } from 'node:path/posix'
import type { FileEntry } from '../emit/emit.ts'
import { type Site, siteFile } from '../model/site.ts'
import { fill } from '../model/text.ts'
import limits from './host-limits.json' with { type: 'json' }

export type Sizes = ReturnType<typeof sizesOf>

/** Sizes that clients care about, and those that hosts limit. */
export function sizesOf(files: readonly Pick<FileEntry, 'path' | 'bytes'>[], site: Pick<Site, 'site'>) {
  const within = (folder: string) => files.filter(({ path }) => path.startsWith(siteFile(site, folder)))
  const bytesOf = (name: string) => files.find(({ path }) => path === siteFile(site, name))?.bytes ?? 0
  const most = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => Math.max(a, b), 0)
  const largest = (some: typeof files) => most(some.map(({ bytes }) => bytes))
  const lookups = within('lookup/').filter(({ path }) => !path.endsWith('/index.json'))
  const folders = new Map<string, number>()
  for (const { path } of files) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1)
  return {
    index: bytesOf('solutions.json'),
    matchFile: bytesOf('match.json'),
    lookups: lookups.length,
    largestLookup: largest(lookups),
    largestTwin: largest(within('solutions/').filter(({ path }) => path.endsWith('.md'))),
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    largestFile: largest(files),
    fullestFolder: most(folders.values()),
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
