import { contentOf, type Output } from '../emit/output.ts'
import { type Site, siteFile } from '../model/site.ts'

/** Bytes of what programs and models fetch: the figures that must not creep up. */
export interface Sizes {
  readonly index: number
  readonly matchFile: number
  readonly lookups: number
  readonly largestLookup: number
  readonly largestTwin: number
}

export function sizesOf(outputs: readonly Output[], site: Site): Sizes {
  const bytes = (keep: (path: string) => boolean) =>
    outputs.filter(({ path }) => keep(path)).map((output) => Buffer.byteLength(contentOf(output)))
  const only = (name: string) => bytes((path) => path === siteFile(site, name))[0] ?? 0
  const lookups = bytes(
    (path) => path.startsWith(siteFile(site, 'lookup/')) && path !== siteFile(site, 'lookup/index.json'),
  )
  return {
    index: only('solutions.json'),
    matchFile: only('match.json'),
    lookups: lookups.length,
    largestLookup: Math.max(0, ...lookups),
    largestTwin: Math.max(
      0,
      ...bytes((path) => path.startsWith(siteFile(site, 'solutions/')) && path.endsWith('.md')),
    ),
  }
}
