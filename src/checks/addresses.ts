import type { Page } from '../model/catalog.ts'
import { startOfFile } from '../model/problem.ts'
import { guidePath, solutionPath } from '../model/site.ts'
import { isListed, isRetired, type Solution } from '../model/solution.ts'
import { didYouMean } from '../model/text.ts'
import { type Addresses, type CatalogView, solutionsInForce } from './catalog-view.ts'
import { type Checks, onCatalog } from './rule.ts'

/** Each takes two lines of `_redirects`, and Cloudflare reads 2,000 of those that hold no pattern. */
const maxRedirects = 1000

function wrongSuccessor(
  { id }: Solution,
  successor: string,
  { pages, moved }: Addresses,
): { reason: string; hint: string } | undefined {
  const target = pages.solutions.get(successor)
  if (target === undefined) {
    const now = moved.solutions.get(successor)
    if (now !== undefined) return { reason: 'it has moved', hint: `Write \`superseded_by: ${now}\`.` }
    const meant = didYouMean(successor, [...pages.solutions.keys()])
    return { reason: `no such page${meant}`, hint: 'Write the `<category>/<slug>` of the page.' }
  }
  if (!isRetired(target)) return undefined
  const seen = new Set([id])
  let last = target
  while (last.superseded_by !== undefined && !seen.has(last.id)) {
    seen.add(last.id)
    const next = pages.solutions.get(last.superseded_by)
    if (next === undefined) break
    last = next
  }
  if (seen.has(last.id))
    return { reason: 'the chain is a circle', hint: 'One page of the circle has to be in force.' }
  return isRetired(last)
    ? { reason: 'it is withdrawn itself', hint: 'Name a page that holds, or write `withdrawn` and why.' }
    : { reason: 'it is superseded itself', hint: `Write \`superseded_by: ${last.id}\`.` }
}

/** Links from one source file to another, with what became of their targets. */
function linksOf({ pages, addresses }: CatalogView) {
  return pages.flatMap((page) => {
    const retired = page.kind === 'solution' && isRetired(page.solution)
    return page.links.map(({ kind, id, line, column }) => {
      const target = kind === 'solutions' ? addresses.pages.solutions.get(id) : undefined
      const { withdrawn, superseded_by } = target ?? {}
      const now = addresses.moved[kind].get(id) ?? superseded_by
      const exists = addresses.pages[kind].has(id) || now !== undefined
      return { from: page.path, retired, kind, id, place: { line, column }, exists, now, withdrawn }
    })
  })
}

/** A check of the links that a condition selects. */
const linkCheck = (message: (link: ReturnType<typeof linksOf>[number]) => [string, string?] | undefined) =>
  onCatalog((catalog, reportAt) => {
    for (const link of linksOf(catalog)) {
      const [expected, hint] = message(link) ?? []
      if (expected === undefined) continue
      const found = `Unexpected link to \`${link.kind}/${link.id}.md\``
      reportAt(link.from)(link.place, `${found}, expected ${expected}`, hint)
    }
  })

/** The page with the title that was published, else the one with the slug in another category. */
function successorOf(id: string, title: string | undefined, pages: readonly Page[]): string | undefined {
  const slug = id.slice(id.indexOf('/') + 1)
  const inForce = solutionsInForce(pages)
  const found =
    inForce.find(({ solution }) => solution.title === title) ??
    inForce.find(({ solution }) => solution.slug === slug)
  return found?.path
}

/** Share of the solutions that may leave the index without a word. */
const mostLeaving = 0.05

export const addressChecks = {
  'address/alias': onCatalog(({ addresses }, reportAt) => {
    for (const { alias, page, kind, target, place, other } of addresses.clashes) {
      const own = alias === target || other === target
      const by = other === undefined ? `${kind}/${alias}.md is a page` : `${kind}/${other}.md claims it too`
      reportAt(page.path)(
        place,
        `Unexpected alias \`${alias}\`, expected an address that no page has: ${own ? 'this page has it already' : by}`,
        own ? 'Remove it.' : 'An address leads to one page: remove the alias here or there.',
      )
    }
  }),

  'address/redirects': onCatalog(({ addresses }, reportAt) => {
    const over = addresses.aliases[maxRedirects]
    if (over === undefined) return
    reportAt(over.page.path)(
      over.place,
      `Unexpected alias number ${maxRedirects + 1}, expected at most ${maxRedirects}: Cloudflare reads no more than 2,000 lines of \`_redirects\``,
    )
  }),

  'address/successor': onCatalog(({ pages, addresses }, reportAt) => {
    for (const page of pages) {
      if (page.kind !== 'solution' || page.solution.superseded_by === undefined) continue
      const wrong = wrongSuccessor(page.solution, page.solution.superseded_by, addresses)
      if (wrong === undefined) continue
      const message = `Unexpected successor \`${page.solution.superseded_by}\`, expected a page that is in force: ${wrong.reason}`
      reportAt(page.path)(page.successorPlace, message, wrong.hint)
    }
  }),

  /** A translation belongs to a page in English that lists show, or no reader finds it. */
  'address/translation': onCatalog(({ pages, addresses }, reportAt) => {
    for (const page of pages) {
      if (page.kind !== 'solution' || page.solution.translation_of === undefined) continue
      const { translation_of: id, lang } = page.solution
      const target = addresses.pages.solutions.get(id)
      const reason =
        lang === 'en'
          ? 'this page is in English itself'
          : target === undefined
            ? `no such page${didYouMean(id, [...addresses.pages.solutions.keys()])}`
            : target.lang !== 'en' || !isListed(target)
              ? 'that page is no page in English that is in force'
              : undefined
      if (reason === undefined) continue
      const message = `Unexpected \`translation_of: ${id}\`, expected a page in English: ${reason}`
      reportAt(page.path)(page.successorPlace, message, 'Write the `<category>/<slug>` of the English page.')
    }
  }),

  'link/target': linkCheck(({ exists }) => (exists ? undefined : ['a file of the catalog'])),

  'link/moved': linkCheck(({ retired, now, kind }) =>
    retired || now === undefined
      ? undefined
      : [`\`${kind}/${now}.md\`, which took its place`, `Link \`${kind}/${now}.md\`.`],
  ),

  'link/withdrawn': linkCheck(({ retired, now, withdrawn }) =>
    retired || now !== undefined || withdrawn === undefined
      ? undefined
      : [`a page that holds: it was withdrawn, because ${withdrawn}`],
  ),

  'address/vanished': onCatalog(({ pages, addresses, published }, reportAt) => {
    if (published === undefined) return
    const { before, site, paths } = published
    if (before.site !== '' && before.site !== site.site) {
      const message = `Unexpected site \`${site.site}\`, expected \`${before.site}\`, with which every published address begins`
      reportAt('site.yaml')(startOfFile, message, `Write \`site: ${before.site}\`.`)
      return
    }
    const known = new Set(paths)
    const lost = (kind: 'solutions' | 'guides', id: string, address: string, where: string, orElse = '') => {
      if (known.has(`${kind}/${id}.md`) || addresses.moved[kind].has(id)) return
      const hint = `Add \`aliases: [${id}]\` to ${where}, or bring the file back${orElse}.`
      const message = `Missing ${address}: every published address has to stay`
      reportAt(`${kind}/${id}.md`)(startOfFile, message, hint)
    }
    const page = 'the page that took its place'
    for (const [id, title] of before.solutions) {
      const successor = successorOf(id, title, pages)
      const where = successor ? `${successor}, which seems to have taken its place` : page
      const orElse = ' with `withdrawn: <why>` or `superseded_by: <category>/<slug>`'
      lost('solutions', id, solutionPath(site, id), where, orElse)
    }
    for (const name of before.guides) lost('guides', name, guidePath(site, name), page)
  }),

  'catalog/shrunk': onCatalog(({ pages, published }, reportAt) => {
    const { before, site, paths, allowDrop } = published ?? {}
    if (before?.count === undefined || allowDrop || (before.site !== '' && before.site !== site?.site)) return
    const least = Math.ceil(before.count * (1 - mostLeaving))
    const retired = pages.filter((page) => page.kind === 'solution' && isRetired(page.solution)).length
    const now = (paths ?? []).filter((path) => path.startsWith('solutions/')).length - retired
    if (now >= least) return
    const message = `Unexpected count of ${now} solutions, expected at least ${least}: ${before.count} are published`
    reportAt('site.yaml')(startOfFile, message)
  }),
} satisfies Checks
