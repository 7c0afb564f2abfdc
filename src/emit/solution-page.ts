import type { Catalog } from '../model/catalog.ts'
import type { Labels } from '../model/labels.ts'
import {
  absolute,
  categoryPath,
  type PagePath,
  type Site,
  sitePath,
  solutionPath,
  sourceFileOf,
} from '../model/site.ts'
import { isRetired, type Solution } from '../model/solution.ts'
import { collapse, cut, fill } from '../model/text.ts'
import { type Notice, noticesFor } from '../render/notices.ts'
import { labelsFor } from '../render/solution.ts'
import { fillTemplate } from '../render/template.ts'
import { solutionTwin } from '../render/twin.ts'
import { codeLinks } from './list-entry.ts'
import type { Output } from './output.ts'
import { editAddress, page } from './page.ts'
import { relatedIn } from './related.ts'

/** What the page shows of other pages. */
interface Surroundings {
  readonly related: readonly PageLink[]
  readonly codes: readonly { readonly code: string; readonly path: PagePath | undefined }[]
  readonly previous: PageLink | undefined
  readonly next: PageLink | undefined
  /** Why it no longer holds, if so. */
  readonly notices: readonly Notice[]
}

type PageLink = Pick<Solution, 'title' | 'lang' | 'category'> & { readonly path: PagePath }

/** How each solution's page is made, by its address. Neighbours are looked for when the first page is asked for. */
export function solutionMakers(catalog: Catalog, site: Site): Map<PagePath, () => Output[]> {
  let relatedTo: ReturnType<typeof relatedIn> | undefined
  const toLink = ({ title, lang, category, id }: Solution): PageLink => ({
    title,
    lang,
    category,
    path: solutionPath(site, id),
  })
  const related = (solution: Solution) => {
    relatedTo ??= relatedIn(catalog.solutions)
    return relatedTo(solution).map(toLink)
  }
  const inForce = catalog.solutions.map((solution, at): [Solution, () => Surroundings] => {
    // Sorted by category, so a neighbour of another category is the end of the shelf.
    const beside = (other: Solution | undefined) =>
      other?.category === solution.category ? toLink(other) : undefined
    return [
      solution,
      () => ({
        related: related(solution),
        codes: codeLinks(solution, catalog.solutions, site),
        previous: beside(catalog.solutions[at - 1]),
        next: beside(catalog.solutions[at + 1]),
        notices: [],
      }),
    ]
  })
  const retired = catalog.retired.map((solution): [Solution, () => Surroundings] => {
    return [
      solution,
      () => ({
        related: [],
        codes: codeLinks(solution, catalog.solutions, site),
        previous: undefined,
        next: undefined,
        notices: noticesOf(solution, catalog, site),
      }),
    ]
  })
  return new Map(
    [...inForce, ...retired].map(([solution, surroundings]) => [
      solutionPath(site, solution.id),
      () => solutionPage(solution, site, surroundings()),
    ]),
  )
}

/** What stands on a solution's page before all else. */
export function noticesOf(solution: Solution, { solutions }: Catalog, site: Site): Notice[] {
  if (!isRetired(solution)) return []
  const successor = solutions.find(({ id }) => id === solution.superseded_by)
  return noticesFor(solution, successor, labelsFor(site, solution.lang), site)
}

/** The page in one sentence: the fix, or why it no longer holds. */
export function summaryOf({ fixText }: Solution, [notice]: readonly Notice[]): string {
  return notice ? collapse(`${notice.lead} ${notice.text ?? notice.link?.title}`) : cut(fixText, 200)
}

function solutionPage(
  solution: Solution,
  site: Site,
  { related, codes, previous, next, notices }: Surroundings,
): Output[] {
  const path = solutionPath(site, solution.id)
  const labels = labelsFor(site, solution.lang)
  const report = { text: labels.page.report, url: reportAddress(solution, site) }
  return page(site, {
    path,
    lang: solution.lang,
    title: solution.title,
    description: summaryOf(solution, notices),
    trail: [{ name: solution.category, path: categoryPath(site, solution.category) }],
    unlisted: notices.length > 0,
    main: fillTemplate(site, 'solution', {
      solution,
      labels,
      codes,
      notices,
      contents: solution.sections.map(({ kind, heading, headings }) => ({
        id: kind,
        text: heading,
        below: headings,
      })),
      messages: unshownMessages(solution),
      verified: verifiedLine(solution, labels),
      rules: sitePath(site, 'rules'),
    }),
    actions: [
      { text: labels.page.edit, url: editAddress(site, sourceFileOf('solutions', solution.id)) },
      ...(notices.length > 0 ? [] : [report]),
    ],
    aside: fillTemplate(site, 'solution-aside', {
      labels,
      lang: solution.lang,
      category: solution.category,
      related,
      previous,
      next,
    }),
    markdown: solutionTwin(solution, site, absolute(site, path), notices),
  })
}

/** What the page says of the run of its blocks, if it has any. */
function verifiedLine({ verified, notRun }: Solution, { verified: words }: Labels): string | undefined {
  if (notRun) return words['not-run']
  if (verified === undefined) return undefined
  const { date, versions, standIn } = verified
  return fill(standIn ? words['with-stand-in'] : words.on, { date, versions: versions.join(', ') })
}

/**
 * Messages that Symptom does not show. Authors list every known wording for the matcher and show one or two; whoever
 * looks for another wording, by a search engine or by eye, finds it here, and nothing stands on the page twice.
 */
function unshownMessages({ errors = [], symptomText }: Solution): string[] {
  const shown = flat(symptomText)
  return errors.filter((message) => !message.split('…').every((part) => shown.includes(flat(part))))
}

/** Case, quotes and escapes differ between a message and its quotation. */
const flat = (text: string): string => text.toLowerCase().replace(/[\s"'`\\’‘“”]+/g, '')

/** The issue form with the page filled in. */
function reportAddress({ id, title }: Solution, { repository }: Site): string {
  const filled = { template: 'did-not-work.yml', title: `[did not work] ${title}`, solution: id }
  return `${repository}/issues/new?${new URLSearchParams(filled)}`
}
