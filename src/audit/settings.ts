import { approvedByDefault } from '../checks/data.ts'
import { packageContent } from '../content/package-files.ts'
import { readPresentation } from '../content/read-config.ts'
import type { Coverage, ErrorFamily } from '../model/coverage.ts'
import type { Index } from '../model/index-entry.ts'
import { type Proof, type Site, sourceFileOf } from '../model/site.ts'
import { collapse } from '../model/text.ts'
import { type Category, categories } from '../model/vocabulary.ts'
import { type Folder, readBytes, readSiteText, readText } from './folder.ts'
import { attribute, elementsOf, parseHtml, textOf } from './html.ts'
import { readTwin } from './twin.ts'

/** Where the catalog's own templates and labels are, if it has any. */
export interface Own {
  readonly content?: string | undefined
  readonly templates?: string | undefined
}

/**
 * The settings with which the folder was built, as its files show them: each is read in one place, and everything that
 * is made with it has to agree. Templates, labels and scripts are those of the program.
 */
export function settingsOf(folder: Folder, index: Index, { content, templates }: Own): Site {
  const home = parseHtml(readSiteText(folder, 'index.html'))
  const lang = attribute(elementsOf(home, 'html')[0], 'lang') ?? 'en'
  const footer = elementsOf(elementsOf(home, 'footer')[0], 'a')
  const base = {
    base_url: index.base_url,
    site: folder.site,
    lang,
    repository: /"url": "([^"]+)",\s+"source"/.exec(readSiteText(folder, 'server.json'))?.[1] ?? '',
  }
  const presentation = readPresentation(base, content ?? packageContent, templates)
  const licenceStart = `${presentation.labels[lang]?.page.licence}: `
  const licence = footer.find((link) => textOf(link).startsWith(licenceStart))
  const notes = categories.map((category) => {
    const page = readSiteText(folder, `solutions/${category}/index.html`)
    return [category, descriptionIn(parseHtml(page))]
  })
  return {
    ...base,
    ...presentation,
    title: collapse(textOf(elementsOf(home, 'h1')[0])),
    tagline: descriptionIn(home),
    branch: branchIn(folder, index),
    contact: /^Contact: (.*)$/m.exec(readText(folder, '.well-known/security.txt'))?.[1] ?? '',
    ...(licence && {
      licence: { name: textOf(licence).slice(licenceStart.length), url: attribute(licence, 'href') ?? '' },
    }),
    cards: false,
    tokens_per_attempt: 1,
    categories: Object.fromEntries(notes) as Record<Category, string>,
    approved: approvedByDefault(),
    exceptions: [],
    coverage: coverageIn(folder),
    verified: {},
    unaided: {},
    ...proofIn(folder),
    cardImages: cardsIn(folder),
  }
}

const descriptionIn = (page: ReturnType<typeof parseHtml>): string =>
  attribute(
    elementsOf(page, 'meta').find((meta) => attribute(meta, 'name') === 'description'),
    'content',
  ) ?? ''

/** Every page links to its source file. */
function branchIn(folder: Folder, { solutions: [first] }: Index): string {
  const [, site, , category, slug] = first?.url.split('/') ?? []
  if (site === undefined) return 'main'
  const page = readSiteText(folder, `solutions/${category}/${slug}/index.html`)
  const end = `/${sourceFileOf('solutions', `${category}/${slug}`)}"`
  return page.slice(0, page.indexOf(end)).split('/edit/').at(-1) ?? 'main'
}

function proofIn(folder: Folder): { proof?: Proof } {
  const twin = readTwin(readSiteText(folder, 'proof.md'))
  if (twin.body === '') return {}
  // The summary comes before the report.
  const report = twin.body
    .slice(twin.body.indexOf('\n\n') + 2)
    .replace(/\]\([^)]*\/(proof\/[a-z.]+)\)/g, ']($1)')
  const [plot, trials] = [readSiteText(folder, 'proof/plot.svg'), readSiteText(folder, 'proof/trials.jsonl')]
  return { proof: { report, plot, trials } }
}

const cardsIn = (folder: Folder): Record<string, string> =>
  Object.fromEntries(
    [...folder.files].flatMap((path) => {
      const [, name] = /^[^/]+\/cards\/([a-z0-9-]+(?:\/[a-z0-9-]+)?)\.png$/.exec(path) ?? []
      return name === undefined ? [] : [[name, readBytes(folder, path).toString('base64')]]
    }),
  )

/** The map of errors, from its Markdown pages. */
const coverageIn = (folder: Folder): Coverage =>
  sectionsIn(folder, 'coverage').flatMap(({ name: kind, text }) => {
    const [, slug] = /\/coverage\/([a-z0-9-]+)\)/.exec(text) ?? []
    if (slug === undefined) return []
    const products = sectionsIn(folder, `coverage/${slug}`).map(({ name, text: list }) => ({
      name,
      families: list.split(/^- /m).slice(1).map(familyIn),
    }))
    return [{ kind, slug, products }]
  })

const sectionsIn = (folder: Folder, name: string): { name: string; text: string }[] =>
  readTwin(readSiteText(folder, `${name}.md`))
    .body.split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf('\n')
      return { name: section.slice(0, end), text: section.slice(end) }
    })

function familyIn(item: string): ErrorFamily {
  const [head = '', ...links] = item.trim().split('\n')
  const [first = '', seen] = head.split(/: no solution yet(?:, \[a report\]\((\S+)\))?$/)
  const at = first.lastIndexOf(' (')
  return {
    name: first.slice(0, at).replace(/\\([\\`*_[\]<>|~])/g, '$1'),
    met: first.slice(at + 2, -1) as ErrorFamily['met'],
    pages: links.flatMap((line) => /\/solutions\/([^/]+\/[^/]+)\)$/.exec(line)?.[1] ?? []),
    ...(seen === undefined ? {} : { seen }),
  }
}
