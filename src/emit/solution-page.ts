import type { Catalog } from '../model/catalog.ts'
import { type Labels, labelsFor } from '../model/labels.ts'
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
import { rangesOf } from '../model/sweep.ts'
import { collapse, excerpt, fill } from '../model/text.ts'
import { fillTemplate } from '../render/template.ts'
import { type Notice, noticesFor, solutionTwin, unshownMessages } from '../render/twin.ts'
import { codeLinks, languageMarks, productSlug, productsOf } from './lists.ts'
import type { Output } from './output.ts'
import { editAddress, type PageParts, page } from './page.ts'
import { relatedIn } from './related.ts'

interface PageLink extends Pick<Solution, 'title' | 'lang' | 'category'> {
  readonly path: PagePath
  /** By name, if it is not that of the page with the link. */
  readonly language: string | undefined
  readonly titleLang: string | undefined
}

/** Links below a page to others. */
interface PageLinks {
  readonly related: readonly PageLink[]
  readonly previous: PageLink | undefined
  readonly next: PageLink | undefined
}

/** How each solution's page is made, by its address. The index of related pages is built when the first page is made. */
export function solutionMakers(catalog: Catalog, site: Site): Map<PagePath, () => Output[]> {
  const { solutions, translations, retired } = catalog
  let relatedTo: ReturnType<typeof relatedIn> | undefined
  const linksOf = (solution: Solution, at: number): PageLinks => {
    relatedTo ??= relatedIn(solutions)
    // They are sorted by category, so the last of one category is followed by the first of another.
    const beside = (other: Solution | undefined) =>
      other?.category === solution.category ? toLink(other) : undefined
    const toLink = ({ title, lang, category, id }: Solution): PageLink => ({
      title,
      lang,
      category,
      path: solutionPath(site, id),
      ...languageMarks({ title, lang }, site, solution.lang),
    })
    return {
      related: relatedTo(solution).map(toLink),
      previous: beside(solutions[at - 1]),
      next: beside(solutions[at + 1]),
    }
  }
  return new Map([
    ...solutions.map((solution, at): [PagePath, () => Output[]] => [
      solutionPath(site, solution.id),
      () => solutionPage(solution, catalog, site, linksOf(solution, at)),
    ]),
    // A translation has no neighbours, and one that is no longer in force leads to its successor only.
    ...[...translations, ...retired].map((solution): [PagePath, () => Output[]] => [
      solutionPath(site, solution.id),
      () => solutionPage(solution, catalog, site, { related: [], previous: undefined, next: undefined }),
    ]),
  ])
}

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

function solutionPage(solution: Solution, catalog: Catalog, site: Site, links: PageLinks): Output[] {
  const notices = noticesOf(solution, catalog, site)
  const path = solutionPath(site, solution.id)
  const labels = labelsFor(site, solution.lang)
  const report = { text: labels.page.report, url: reportAddress(solution, site) }
  return page(site, {
    path,
    lang: solution.lang,
    title: solution.title,
    card: site.cardImages?.[solution.id] === undefined ? solution.category : solution.id,
    description: summaryOf(solution, notices),
    trail: [{ name: solution.category, path: categoryPath(site, solution.category) }],
    unlisted: notices.length > 0,
    versions: versionsOf(solution, catalog, site),
    main: fillTemplate(site, 'solution', {
      solution,
      labels,
      codes: codeLinks(solution, catalog.solutions, site),
      affects: affectedProducts(solution, catalog.solutions, site),
      notices,
      answer: notices.length > 0 ? undefined : answerOf(solution, labels),
      contents: solution.sections.map(({ kind, heading, headings }) => ({
        id: kind,
        text: heading,
        below: headings,
      })),
      messages: unshownMessages(solution),
      verified: verifiedLine(solution, labels),
      measured: measuredRows(solution, labels),
      unaided: unaidedLines(solution, labels),
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
      ...links,
    }),
    markdown: solutionTwin(solution, site, absolute(site, path), notices),
  })
}

/** The page in each of its languages, itself included; none if it has only one. */
function versionsOf(
  solution: Solution,
  { solutions }: Catalog,
  site: Site,
): NonNullable<PageParts['versions']> {
  const original = solutions.find(({ id }) => id === (solution.translation_of ?? solution.id))
  if (original?.translations === undefined) return []
  return Object.entries({ [original.lang]: original.id, ...original.translations }).map(([lang, id]) => ({
    lang,
    name: site.labels[lang]?.name ?? lang,
    path: solutionPath(site, id),
  }))
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

/** What the page affects, each product with the address of its page if it has one. */
function affectedProducts({ affects = [] }: Solution, solutions: readonly Solution[], site: Site) {
  const paths = new Map(productsOf(solutions, site).map(({ slug, path }) => [slug, path]))
  return affects.map((affected) => ({ ...affected, path: paths.get(productSlug(affected.product)) }))
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
  return `${line}. ${fill(words.parts, { ...messages, parts: ran })}`
}

/** In which versions the error was seen; nothing about a package in which it never was. */
const measuredRows = ({ verified }: Solution, { measured: words }: Labels) =>
  (verified?.measured ?? []).flatMap((measured) => {
    const { seen, gone, count } = rangesOf(measured)
    if (seen === '') return []
    const text = fill(gone === '' ? words.seen : words['not-in'], { name: measured.name, seen, gone, count })
    return [{ text, spans: measured.spans }]
  })

function unaidedLines({ unaided = [] }: Solution, { unaided: words }: Labels): string[] {
  return unaided.map(({ date, ...counts }) =>
    fill(counts.partly > 0 ? words['with-partly'] : words.line, { ...counts, month: date.slice(0, 7) }),
  )
}

/** The address of the issue form with the page filled in. */
function reportAddress({ id, title }: Solution, { repository }: Site): string {
  const filled = { template: 'did-not-work.yml', title: `[did not work] ${title}`, solution: id }
  return `${repository}/issues/new?${new URLSearchParams(filled)}`
}
