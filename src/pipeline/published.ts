import type { PublishedAddresses } from '../checks/catalog-view.ts'
import { isId, parseIndex, parseManifest } from '../client/catalog-files.ts'

/** Reads a published `solutions.json` or `manifest.json`; throws if it is neither. */
export function parsePublished(body: string): PublishedAddresses {
  const isManifest = /^\s*\{[^{[]*"files":\s*\[/.test(body.slice(0, 2000))
  return isManifest ? fromManifest(body) : fromIndex(body)
}

/** The manifest lists all addresses, including moved and retired pages; the index has titles and a count. */
export const merge = (manifest: PublishedAddresses, index: PublishedAddresses): PublishedAddresses => ({
  ...index,
  solutions: new Map([...manifest.solutions, ...index.solutions]),
  guides: manifest.guides,
})

function fromIndex(body: string): PublishedAddresses {
  const { solutions, count } = parseIndex(body)
  const known = new Map<string, string>()
  let site = ''
  for (const { url, title } of solutions) {
    const [, first = '', id] = /^\/([^/]+)\/solutions\/(.+)$/.exec(url) ?? []
    if (!isId(id)) throw new Error('solutions.json has a URL that is not a solution of this catalog')
    site = first
    known.set(id, title)
  }
  return { site, solutions: known, guides: [], count }
}

function fromManifest(body: string): PublishedAddresses {
  const paths = parseManifest(body).map(({ path }) => path)
  const site = paths.find((path) => /^[^/]+\/solutions\.json$/.test(path))?.split('/')[0]
  if (site === undefined) throw new Error('manifest.json lists no catalog')
  const below = paths.flatMap((path) => (path.startsWith(`${site}/`) ? path.slice(site.length + 1) : []))
  const named = (pattern: RegExp) => below.flatMap((path) => pattern.exec(path)?.[1] ?? [])
  const ids = named(/^solutions\/([^/]+\/[^/]+)\/index\.html$/).filter(isId)
  return {
    site,
    solutions: new Map(ids.map((id) => [id, undefined])),
    guides: named(/^guide\/([a-z0-9-]+)\/index\.html$/),
  }
}
