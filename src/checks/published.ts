import type { Page } from '../model/catalog.ts'
import { startOfFile } from '../model/problem.ts'
import { guidePath, solutionPath } from '../model/site.ts'
import { isRetired } from '../model/solution.ts'
import type { Rule } from './rule.ts'

const two = { 'solutions/auth/a.md': {}, 'solutions/auth/b.md': { title: 'Token expired' } }

const vanished: Rule = {
  code: 'address/vanished',
  stage: 'published',
  why: 'Addresses are quoted in threads, bookmarks and models. Each one that was published stays: as a page, as an alias, or as a page that says why it is gone.',
  good: [{ files: two, published: ['auth/a'] }],
  bad: [{ files: { 'solutions/auth/b.md': {} }, published: ['auth/a', 'auth/b'] }],
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

const shrunk: Rule = {
  code: 'catalog/shrunk',
  stage: 'published',
  why: 'An index that loses more than 5 % of its solutions at once is an accident more often than a decision.',
  hint: 'If so many are to leave the index, say so with --allow-drop.',
  good: [{ files: two, published: ['auth/a', 'auth/b'] }],
  bad: [{ files: { 'solutions/auth/a.md': {} }, published: ['auth/a', 'auth/b'] }],
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

export const publishedRules = [vanished, shrunk]
