import { guidePath, type PagePath, type Site, solutionPath } from '../model/site.ts'

/** The address of the page that a source file becomes. */
export function addressOf(path: string, site: Site): PagePath | undefined {
  const [, folder, id] = /^(solutions|guides)\/(.+)\.md$/.exec(path) ?? []
  if (id === undefined) return undefined
  return folder === 'guides' ? guidePath(site, id) : solutionPath(site, id)
}

/** The source file that is, or would be, the page at an address. */
export function sourceAt(pathname: string, site: Site): string | undefined {
  const page = pathname.replace(/(\/index)?(\.html)?\/?$/, '')
  const [, id] = /\/([^/]+\/[^/]+)$/.exec(page) ?? []
  const name = id?.split('/')[1] ?? ''
  if (page === solutionPath(site, id ?? '')) return `solutions/${id}.md`
  return page === guidePath(site, name) ? `guides/${name}.md` : undefined
}
