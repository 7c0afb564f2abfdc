import type { Page } from '../model/catalog.ts'
import { startOfFile } from '../model/problem.ts'
import { guidePath, solutionPath } from '../model/site.ts'
import { isRetired } from '../model/solution.ts'
import type { Check, Checks } from './rule.ts'

const vanished: Check = {
  checkCatalog({ pages, addresses, published }, reportAt) {
    if (published === undefined) return
    const { before, site, paths } = published
    if (before.site !== '' && before.site !== site.site) {
      const message = `Unexpected site \`${site.site}\`, expected \`${before.site}\`, with which every published address begins`
      reportAt('site.yaml')(startOfFile, message, `Write \`site: ${before.site}\`.`)
      return
    }
    const known = new Set(paths)
    const isLost = (kind: 'solutions' | 'guides', id: string) =>
      !known.has(`${kind}/${id}.md`) && !addresses.moved[kind].has(id)
    for (const [id, title] of before.solutions) {
      if (!isLost('solutions', id)) continue
      const successor = successorOf(id, title, pages)
      const where = successor
        ? `${successor}, which seems to have taken its place`
        : 'the page that took its place'
      reportAt(`solutions/${id}.md`)(
        startOfFile,
        `Missing ${solutionPath(site, id)}: every published address has to stay`,
        `Add \`aliases: [${id}]\` to ${where}, or bring the file back with \`withdrawn: <why>\` or \`superseded_by: <category>/<slug>\`.`,
      )
    }
    for (const name of before.guides) {
      if (!isLost('guides', name)) continue
      reportAt(`guides/${name}.md`)(
        startOfFile,
        `Missing ${guidePath(site, name)}: every published address has to stay`,
        `Add \`aliases: [${name}]\` to the page that took its place, or bring the file back.`,
      )
    }
  },
}

/** The page with the title that was published, else the one with the slug in another category. */
function successorOf(id: string, title: string | undefined, pages: readonly Page[]): string | undefined {
  const slug = id.slice(id.indexOf('/') + 1)
  const inForce = pages.flatMap((page) =>
    page.kind === 'solution' && !isRetired(page.solution) ? [page.solution] : [],
  )
  const found =
    inForce.find((solution) => solution.title === title) ?? inForce.find((solution) => solution.slug === slug)
  return found && `solutions/${found.id}.md`
}

/** Share of the solutions that may leave the index without a word. */
const mostLeaving = 0.05

const shrunk: Check = {
  checkCatalog({ pages, published }, reportAt) {
    const { before, site, paths, allowDrop } = published ?? {}
    if (before?.count === undefined || allowDrop || (before.site !== '' && before.site !== site?.site)) return
    const least = Math.ceil(before.count * (1 - mostLeaving))
    const retired = pages.filter((page) => page.kind === 'solution' && isRetired(page.solution)).length
    const now = (paths ?? []).filter((path) => path.startsWith('solutions/')).length - retired
    if (now >= least) return
    const message = `Unexpected count of ${now} solutions, expected at least ${least}: ${before.count} are published`
    reportAt('site.yaml')(startOfFile, message)
  },
}

export const publishedChecks = { 'address/vanished': vanished, 'catalog/shrunk': shrunk } satisfies Checks
