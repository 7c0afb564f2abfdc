import { type Catalog, join, movedIn, noHistory, type Page } from '../model/catalog.ts'
import type { Problem } from '../model/problem.ts'
import { guidePath, type Site, solutionPath } from '../model/site.ts'
import { isRetired } from '../model/solution.ts'
import type { Published } from './published.ts'

/** Share of the solutions that may leave the index without a word. */
const mostLeaving = 0.05

export interface Present {
  readonly site: Pick<Site, 'site'>
  /** Paths of all source files, those with errors too: a page that is being mended has not vanished. */
  readonly paths: readonly string[]
  readonly pages: readonly Page[]
}

/** Addresses that are published and would be no more, and an index that loses many of its solutions at once. */
export function keepAddresses(
  published: Published,
  { site, paths, pages }: Present,
  allowDrop = false,
): Problem[] {
  if (published.site !== '' && published.site !== site.site) return [otherSite(published, site)]
  const catalog = join(pages, '', noHistory('repository'))
  const known = new Set([...paths, ...movedIn(catalog).map(({ kind, from }) => `${kind}/${from}.md`)])
  const lost = (kind: 'solutions' | 'guides', ids: Iterable<string>) =>
    [...ids].filter((id) => !known.has(`${kind}/${id}.md`))
  const vanished = [
    ...lost('solutions', published.solutions.keys()).map((id) =>
      gone(`solutions/${id}.md`, solutionPath(site, id), id, successorOf(id, published, catalog)),
    ),
    ...lost('guides', published.guides).map((name) =>
      gone(`guides/${name}.md`, guidePath(site, name), name, undefined),
    ),
  ]
  return [...vanished, ...(allowDrop ? [] : dropped(published, paths, pages))]
}

function gone(path: string, address: string, alias: string, successor: string | undefined): Problem {
  const otherwise = path.startsWith('solutions/')
    ? 'or bring the file back with `withdrawn: <why>` or `superseded_by: <category>/<slug>`'
    : 'or bring the file back'
  return {
    code: 'address/vanished',
    severity: 'error',
    path,
    line: 1,
    column: 1,
    message: `Unexpected loss of ${address}, expected every published address to stay`,
    hint: successor
      ? `${successor} seems to have taken its place: add \`aliases: [${alias}]\` there, ${otherwise}.`
      : `Add \`aliases: [${alias}]\` to the page that took its place, ${otherwise}.`,
  }
}

/** The page with the title that was published, else the one with the slug in another category. */
function successorOf(id: string, { solutions: earlier }: Published, catalog: Catalog): string | undefined {
  const title = earlier.get(id)
  const slug = id.slice(id.indexOf('/') + 1)
  const found =
    catalog.solutions.find((solution) => solution.title === title) ??
    catalog.solutions.find((solution) => solution.slug === slug)
  return found && `solutions/${found.id}.md`
}

function dropped({ count }: Published, paths: readonly string[], pages: readonly Page[]): Problem[] {
  const retired = pages.filter((page) => page.kind === 'solution' && isRetired(page.solution)).length
  const now = paths.filter((path) => path.startsWith('solutions/')).length - retired
  if (count === undefined || now >= count * (1 - mostLeaving)) return []
  return [
    {
      code: 'catalog/shrunk',
      severity: 'error',
      path: 'site.yaml',
      line: 1,
      column: 1,
      message: `Unexpected count of ${now} solutions, expected at least ${Math.ceil(count * (1 - mostLeaving))}: ${count} are published`,
      hint: 'If so many are to leave the index, say so with --allow-drop.',
    },
  ]
}

const otherSite = (published: Published, { site }: Pick<Site, 'site'>): Problem => ({
  code: 'address/vanished',
  severity: 'error',
  path: 'site.yaml',
  line: 1,
  column: 1,
  message: `Unexpected site \`${site}\`, expected \`${published.site}\`, with which every published address begins`,
  hint: `Write \`site: ${published.site}\`.`,
})
