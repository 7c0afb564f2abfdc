import { codesOf } from '../client/codes.ts'
import type { Catalog } from '../model/catalog.ts'
import { absolute, codePath, type Site, sitePath, solutionPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { fill, fillCount } from '../model/text.ts'
import { labelsFor } from '../render/solution.ts'
import { fillTemplate } from '../render/template.ts'
import { listLine, twin } from '../render/twin.ts'
import { readableCharacters } from './agent-files.ts'
import { gradesOf, listEntry } from './list-entry.ts'
import type { Output } from './output.ts'
import { link, page } from './page.ts'
import { isShared, sharedCodes, solutionsByCode } from './solution-codes.ts'

/**
 * `/code/<code>` for each code that several solutions have, which tells them apart, and `/code`, the list of all codes.
 * The rest lead from there to their one solution, so the number of files grows with what is worth comparing.
 */
export function codePages(catalog: Catalog, site: Site): Output[] {
  const codes = [...solutionsByCode(catalog.solutions)]
  return [
    ...overview(codes, catalog, site),
    ...codes.flatMap(([code, holders]) => (isShared(holders) ? codePage(code, holders, catalog, site) : [])),
  ]
}

/** Addresses of these pages below the site, for the sitemap. */
export const codeNames = ({ solutions }: Catalog): string[] => [
  'code',
  ...sharedCodes(solutions).map((code) => `code/${code}`),
]

/** More weigh more than a page may, and nobody reads them: search finds the rest. */
const listedSingles = 1000

function overview(codes: readonly [string, readonly Solution[]][], catalog: Catalog, site: Site): Output[] {
  const { catalog: words, search } = labelsFor(site, site.lang)
  const path = sitePath(site, 'code')
  const shared = codes.flatMap(([code, own]) =>
    isShared(own) ? [{ code, path: codePath(site, code), count: own.length }] : [],
  )
  const single = codes.flatMap(([code, [only, ...more]]) =>
    only && more.length === 0 ? [{ code, path: solutionPath(site, only.id) }] : [],
  )
  const lines = shared.map(({ code, path, count }) =>
    listLine({ ...link(code, path, site), note: String(count) }),
  )
  const list = lines.join('\n')
  return page(site, {
    path,
    lang: site.lang,
    title: words.codes,
    description: words['codes-about'],
    trail: [],
    main: fillTemplate(site, 'codes', {
      words,
      programs: search.programs,
      shared,
      single: single.slice(0, listedSingles),
    }),
    markdown: twin(
      { title: words.codes, url: absolute(site, path), updated: catalog.generated.slice(0, 10) },
      site,
      `${words['codes-about']} ${search.programs}\n\n${list.length > readableCharacters - 1000 ? '' : list}`,
    ),
  })
}

/** Other wordings stand on the solution's page. */
const shownMessages = 3

function codePage(
  code: string,
  solutions: readonly Solution[],
  { generated }: Catalog,
  site: Site,
): Output[] {
  const labels = labelsFor(site, site.lang)
  const { catalog: words } = labels
  const path = codePath(site, code)
  const title = fill(words['code-title'], { code })
  const about = fill(words['code-about'], { code })
  const day = generated.slice(0, 10)
  const entries = solutions.map((solution) => ({
    ...listEntry(solution, site),
    affects: solution.affects ?? [],
    messages: (solution.errors ?? [])
      .filter((message) => codesOf(message).includes(code))
      .slice(0, shownMessages),
  }))
  const lines = entries.map((entry) => listLine({ ...entry, note: entry.fix }))
  return page(site, {
    path,
    lang: site.lang,
    title,
    description: about,
    trail: [{ name: words.codes, path: sitePath(site, 'code') }],
    main: fillTemplate(site, 'code', {
      title,
      about,
      labels,
      entries,
      grades: gradesOf(entries),
      lang: site.lang,
      count: fillCount(words.solutions, entries.length, site.lang),
    }),
    markdown: twin(
      { title, url: absolute(site, path), updated: day },
      site,
      `${about}\n\n${lines.join('\n')}`,
    ),
  })
}
