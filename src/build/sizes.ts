import type { FileEntry } from '../emit/published.ts'
import { type Site, siteFile } from '../model/site.ts'

/** Bytes of what programs and models fetch: the figures that must not creep up. */
export interface Sizes {
  readonly index: number
  readonly matchFile: number
  readonly lookups: number
  readonly largestLookup: number
  readonly largestTwin: number
}

/** Measures the files that pass by on their way to the disk. */
export function sizeMeter(site: Site) {
  const index = siteFile(site, 'solutions.json')
  const matchFile = siteFile(site, 'match.json')
  const lookups = siteFile(site, 'lookup/')
  const lookupList = siteFile(site, 'lookup/index.json')
  const solutions = siteFile(site, 'solutions/')
  let sizes: Sizes = { index: 0, matchFile: 0, lookups: 0, largestLookup: 0, largestTwin: 0 }
  const add = ({ path, bytes }: FileEntry): Sizes => {
    if (path === index) return { ...sizes, index: bytes }
    if (path === matchFile) return { ...sizes, matchFile: bytes }
    if (path.startsWith(lookups) && path !== lookupList)
      return { ...sizes, lookups: sizes.lookups + 1, largestLookup: Math.max(sizes.largestLookup, bytes) }
    if (path.startsWith(solutions) && path.endsWith('.md'))
      return { ...sizes, largestTwin: Math.max(sizes.largestTwin, bytes) }
    return sizes
  }
  return {
    *pass<T extends FileEntry>(files: Iterable<T>): Generator<T> {
      for (const file of files) {
        sizes = add(file)
        yield file
      }
    },
    sizes: () => sizes,
  }
}
