import { tokenize } from '../client/words.ts'
import type { Catalog } from '../model/catalog.ts'
import { type Labels, labelsFor } from '../model/labels.ts'
import { once } from '../model/once.ts'
import { compare } from '../model/problem.ts'
import { absolute, pageFiles, type Site, solutionPath } from '../model/site.ts'
import { isRetired, type Solution } from '../model/solution.ts'
import { rangesOf } from '../model/sweep.ts'
import { collapse, excerpt, fill } from '../model/text.ts'
import { fillTemplate } from '../render/template.ts'
import { type Notice, noticesFor, solutionTwin, unshownMessages } from '../render/twin.ts'
import { codeLinks, grouped, listEntry, madeOnDemand, productSlug, productsOf } from './lists.ts'
import type { Output } from './output.ts'
import { editAddress, page } from './page.ts'

/** The notices at the top of a solution's page: none unless it is withdrawn or superseded. */
export function noticesOf(solution: Solution, { solutions }: Catalog, site: Site): Notice[] {
  if (!isRetired(solution)) return []
  const successor = solutions.find(({ id }) => id === solution.superseded_by)
  return noticesFor(solution, successor, labelsFor(site, solution.lang), site)
}

/** The page in one sentence: the fix, or why it is no longer in force. */
export function summaryOf({ fixText }: Solution, [notice]: readonly Notice[]): string {
  return notice ? collapse(`${notice.lead} ${notice.text ?? notice.link?.title}`) : excerpt(fixText)
}

/** `/solutions/<category>/<slug>`. */
export function solutionPage(solution: Solution, catalog: Catalog, site: Site): Output[] {
  const { id, lang, title, category, affects = [], verified } = solution
  const path = solutionPath(site, id)
  const labels = labelsFor(site, lang)
  const form = { template: 'did-not-work.yml', title: `[did not work] ${title}`, solution: id }
  const reportAddress = `${site.repository}/issues/new?${new URLSearchParams(form)}`
  const products = productsOf(catalog.solutions, site)
  const ofOthers = {
    notices: noticesOf(solution, catalog, site),
    versions: versionsOf(solution, catalog, site),
    codes: codeLinks(solution, catalog.solutions, site),
    products: affects.map(
      ({ product }) => products.find(({ slug }) => slug === productSlug(product))?.path ?? '',
    ),
    links: linksOf(solution, catalog, site),
  }
  const { notices, versions, codes, links } = ofOthers
  const make = () =>
    page(site, {
      path,
      lang,
      title,
      card: site.cardImages?.[id] === undefined ? category : id,
      description: summaryOf(solution, notices),
      trail: [{ name: category, path: solutionPath(site, category) }],
      unlisted: notices.length > 0,
      versions,
      main: fillTemplate(site, 'solution', {
        lang,
        solution,
        codes,
        affects: affects.map((affected, index) => ({ ...affected, path: ofOthers.products[index] })),
        notices,
        answer: notices.length > 0 ? undefined : answerOf(solution, labels),
        messages: unshownMessages(solution),
        verified: verifiedLine(solution, labels),
        measured: (verified?.measured ?? []).map((measured) => ({ ...measured, ...rangesOf(measured) })),
      }),
      actions: [
        { text: labels.page.edit, url: editAddress(site, 'solutions', id) },
        ...(notices.length > 0 ? [] : [{ text: labels.page.report, url: reportAddress }]),
      ],
      aside: fillTemplate(site, 'solution-aside', { lang, category, ...links }),
      markdown: solutionTwin(solution, site, absolute(site, path), notices),
    })
  return madeOnDemand(site, pageFiles(path), [solution], ofOthers, make)
}

/** Index of each solution by its id. */
const placesOf = once(
  (solutions: Catalog['solutions']) => new Map(solutions.map(({ id }, index) => [id, index])),
)

/** Links below a page to others. A translation has none, and a page that is no longer in force leads to its successor. */
function linksOf(solution: Solution, { solutions }: Catalog, site: Site) {
  const at = placesOf(solutions).get(solution.id)
  if (at === undefined) return { related: [] }
  const toLink = (other: Solution) => listEntry(other, site, solution.lang)
  // They are sorted by category, so the last of one category is followed by the first of another.
  const beside = (other: Solution | undefined) =>
    other?.category === solution.category ? toLink(other) : undefined
  return {
    related: relatedIn(solutions)(solution).map(toLink),
    previous: beside(solutions[at - 1]),
    next: beside(solutions[at + 1]),
  }
}

/** The page in each of its languages, itself included; none if it has only one. */
function versionsOf(solution: Solution, { solutions }: Catalog, site: Site) {
  const original = solutions[placesOf(solutions).get(solution.translation_of ?? solution.id) ?? -1]
  if (original?.translations === undefined) return []
  const ids = { [original.lang]: original.id, ...original.translations }
  return Object.entries(ids).map(([lang, id]) => ({ lang, path: solutionPath(site, id) }))
}

/** The fix in a sentence, to stand above everything else, and the heading that tells whether it applies. */
export function answerOf({ sections }: Solution, { subsections }: Labels) {
  const fix = sections.find(({ kind }) => kind === 'fix')
  const sentence = /^<p>(.*?)<\/p>/s.exec(fix?.html ?? '')?.[1]
  const confirm = sections
    .flatMap(({ headings }) => headings)
    .find(({ text }) => text.toLowerCase() === subsections.confirm.toLowerCase())
  return fix && sentence ? { sentence, fix, confirm } : undefined
}

/** What the page says about the run of its blocks, if it has any. */
function verifiedLine({ verified, notRun, lang }: Solution, labels: Labels): string | undefined {
  const { verified: words, sections, subsections } = labels
  if (notRun) return words['not-run']
  if (verified === undefined) return undefined
  const { date, versions, standIn, ownServer, messages, parts } = verified
  const against = standIn ? 'with-stand-in' : ownServer ? 'with-own-server' : 'on'
  const line = fill(words[against], { date, versions: versions.join(', ') })
  if (messages === undefined) return line
  const names = { reproduce: [], confirm: subsections.confirm, fix: sections.fix, verify: subsections.verify }
  const ran = new Intl.ListFormat(lang).format(parts.flatMap((part) => names[part]))
  return `${line}. ${fill(words.messages, messages)}${ran && fill(words.parts, { parts: ran })}`
}

const relatedPages = 5
/** A facet that more pages share says nothing; the limit also bounds the work per page. */
const commonFacet = 50
const weights = { code: 3, product: 1.5, word: 0.5 } as const
const sameCategory = 0.5

/**
 * For each solution up to five others that share an error code or a product with it. Words of the title only affect
 * their order: they rank pages with the same cause above the rest of a product's pages.
 */
export const relatedIn = once((solutions: readonly Solution[]): ((solution: Solution) => Solution[]) => {
  const holders = grouped(solutions, (solution) => facetsOf(solution).keys())
  return (solution) => {
    const own = [...facetsOf(solution)].flatMap(([facet, kind]) => {
      const others = holders.get(facet) ?? []
      if (others.length < 2 || others.length > commonFacet) return []
      return [{ facet, kind, others, weight: weights[kind] * Math.log(1 + commonFacet / others.length) }]
    })
    const found = new Set(own.flatMap(({ kind, others }) => (kind === 'word' ? [] : others)))
    found.delete(solution)
    const scoreOf = (other: Solution): number => {
      const theirs = facetsOf(other)
      let score = other.category === solution.category ? sameCategory : 0
      for (const { facet, weight } of own) if (theirs.has(facet)) score += weight
      return score
    }
    return [...found]
      .map((other) => ({ other, score: scoreOf(other) }))
      .sort((a, b) => b.score - a.score || compare(a.other.id, b.other.id))
      .slice(0, relatedPages)
      .map(({ other }) => other)
  }
})

/** What two pages can have in common. Cached, because after each save of one page a preview needs the facets of all. */
const facetsOf = once(({ codes, affects = [], title }: Solution) => {
  const facets = new Map<string, keyof typeof weights>()
  for (const code of codes) facets.set(`code ${code}`, 'code')
  for (const { product } of affects) facets.set(`product ${product.toLowerCase()}`, 'product')
  for (const word of tokenize(title)) if (word.length > 3) facets.set(`word ${word}`, 'word')
  return facets
})
