import type { MatchEntry } from '../client/catalog-files.ts'
import { missingReasons } from '../emit/feeds.ts'
import type { FileEvent, History, MissingHistory } from '../model/catalog.ts'
import type { RunKind } from '../model/executed-page.ts'
import type { Guide } from '../model/guide.ts'
import { changesSchema } from '../model/json-files.ts'
import { labelsFor } from '../model/labels.ts'
import type { Site } from '../model/site.ts'
import type { Heading, Solution } from '../model/solution.ts'
import { type Outcome, outcomes, type Span } from '../model/sweep.ts'
import { collapse } from '../model/text.ts'
import type { UnaidedAnswers } from '../model/unaided.ts'
import type { Verified } from '../model/verification.ts'
import { type Category, categories, type SectionKind } from '../model/vocabulary.ts'
import { type Folder, readSiteText } from './folder.ts'
import {
  attribute,
  type Element,
  elementsOf,
  type Node,
  type Piece,
  parseHtml,
  pieceOf,
  textOf,
} from './html.ts'
import { readTwin, type Twin } from './twin.ts'

/** A page that authors wrote, taken apart again. */
export interface Source<Content> {
  readonly path: string
  /** `<category>/<slug>` or the name of a guide. */
  readonly id: string
  readonly document: Node
  readonly twin: Twin
  /** What authors wrote on the page, with its counterpart in the twin. */
  readonly pieces: readonly { readonly piece: Piece; readonly markdown: string; readonly name: string }[]
  readonly content: Content
}

const readPage = (folder: Folder, name: string) => {
  const path = `${folder.site}/${name}/index.html`
  const html = readSiteText(folder, `${name}/index.html`)
  return { path, html, document: parseHtml(html), twin: readTwin(readSiteText(folder, `${name}.md`)) }
}

/** Where the page at an old address leads, or undefined. */
export function movedTo(folder: Folder, name: string): string | undefined {
  const refresh = elementsOf(parseHtml(readSiteText(folder, `${name}/index.html`)), 'meta').find(
    (meta) => attribute(meta, 'http-equiv') === 'refresh',
  )
  return attribute(refresh, 'content')?.replace(/^0; url=\/[^/]+\/(?:solutions|guide)\//, '')
}

/** A solution from its page and its twin; its messages from `match.json`, because a page shows some of them in its text. */
export function readSolution(
  folder: Folder,
  id: string,
  match: MatchEntry | undefined,
  site: Pick<Site, 'labels'>,
  aliases: readonly string[] | undefined,
): Source<Solution> {
  const { path, html, document, twin } = readPage(folder, `solutions/${id}`)
  const { data } = twin
  const pieces = sectionsIn(html).map(({ kind, html }, at) => ({
    kind,
    piece: pieceOf(html),
    markdown: twin.sections[at]?.text ?? '',
    name: twin.sections[at]?.heading ?? '',
  }))
  const lang = attribute(elementsOf(document, 'html')[0], 'lang') ?? 'en'
  const text = (kind: SectionKind) => pieces.find((section) => section.kind === kind)?.piece.text ?? ''
  const listed = elementsOf(elementsOf(document, 'div', 'messages')[0], 'code').map(textOf)
  const errors = match?.errors ?? listed
  const references = elementsOf(elementsOf(document, 'dl', 'sources')[0], 'a')
    .filter((link) => attribute(link, 'rel') && !attribute(link, 'itemprop'))
    .map((link) => attribute(link, 'href') ?? '')
  const [category = '', slug = ''] = id.split('/')
  const content: Solution = {
    title: data.get('title') ?? '',
    ...retirementIn(document, lang, site),
    ...optional('errors', errors.length > 0 ? [...errors] : undefined),
    ...optional('signs', match?.signs.length ? [...match.signs] : undefined),
    ...optional(
      'see',
      match?.see &&
        seeIn(
          match,
          pieces.flatMap(({ piece }) => piece.headings),
        ),
    ),
    ...optional('affects', affectsIn(document, labelsFor(site, lang).page['fixed-in'])),
    ...optional('evidence', data.get('evidence') as Solution['evidence']),
    ...optional('retry', data.get('retry') as Solution['retry']),
    ...optional('upstream', upstreamIn(data)),
    ...optional('source', data.get('source')),
    ...optional('translation_of', data.get('translation_of')?.split('/').slice(-2).join('/')),
    ...optional('references', references.length > 0 ? references : undefined),
    ...optional('reviewed', data.get('updated')),
    ...optional('aliases', aliases && [...aliases]),
    ...optional('verified', verifiedIn(data, document)),
    ...(isNotRun(document, labelsFor(site, lang).verified['not-run']) ? { notRun: true } : {}),
    ...optional('unaided', data.get('unaided')?.split('; ').map(answersIn)),
    id,
    category: category as Category,
    slug,
    lang,
    sections: pieces.map(({ kind, piece, markdown, name }) => ({
      kind,
      heading: name,
      html: piece.html,
      markdown,
      headings: piece.headings,
    })),
    symptomText: text('symptom'),
    fixText: text('fix'),
    codes: elementsOf(elementsOf(document, 'dd', 'codes')[0], 'code').map(textOf),
    tokens: 0,
  }
  return { path, id, document, twin, pieces, content }
}

/** What `match.json` says of the parts that wordings lead to, as an author writes it. */
const seeIn = ({ see = [], errors, signs }: MatchEntry, headings: readonly Heading[]): Solution['see'] =>
  Object.fromEntries(
    see.map(({ at, of }) => [
      headings.find(({ id }) => id === at)?.text ?? at,
      of.map((index) => [...errors, ...signs][index] ?? ''),
    ]),
  )

const optional = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V }

/** The HTML of each section, without its heading and without what the page adds to it. */
function sectionsIn(html: string): { kind: SectionKind; html: string }[] {
  return html
    .split('\n<section class="')
    .slice(1)
    .map((part) => {
      const body = part.slice(part.indexOf('</div>\n') + '</div>\n'.length)
      const end = body.search(/<div class="messages"|<dl class="sources"|<\/section>/)
      return { kind: part.slice(0, part.indexOf('"')) as SectionKind, html: body.slice(0, end) }
    })
}

function affectsIn(document: Node, fixedLabel: string): Solution['affects'] {
  const [before = '', after = ''] = fixedLabel.split('{version}')
  const affects = elementsOf(elementsOf(document, 'dl', 'facts')[0], 'span', 'product').map((entry) => {
    const versions = elementsOf(entry, 'code').map(textOf)[0]
    const words = textOf(entry)
    const start = words.lastIndexOf(` (${before}`)
    const inBrackets = words.slice(start + before.length + 2, -after.length - 1)
    // A product can have a name such as `openai (Python)`.
    const fixed = start !== -1 && /^v?\d/.test(inBrackets) ? inBrackets : undefined
    const name = fixed === undefined ? words : words.slice(0, start)
    return {
      product: versions === undefined ? name : name.slice(0, -versions.length - 1),
      ...optional('versions', versions),
      ...optional('fixed', fixed),
    }
  })
  return affects.length > 0 ? affects : undefined
}

function retirementIn(
  document: Node,
  lang: string,
  site: Pick<Site, 'labels'>,
): Pick<Solution, 'withdrawn' | 'superseded_by'> {
  const found = elementsOf(document, 'p', 'retired').map((notice) => {
    const to = attribute(elementsOf(notice, 'a')[0], 'href')
    if (to !== undefined) return { superseded_by: to.split('/').slice(-2).join('/') }
    return { withdrawn: textOf(notice).slice(labelsFor(site, lang).page.withdrawn.length + 1) }
  })
  return Object.assign({}, ...found)
}

/** A fix is told by the versions. */
const upstreamIn = (data: Twin['data']) =>
  (data.get('upstream')?.replace('fixed', '') || undefined) as Solution['upstream']

const isNotRun = (document: Node, label: string): boolean =>
  elementsOf(elementsOf(document, 'dl', 'facts')[0], 'dd').some((fact) => textOf(fact) === label)

function verifiedIn(data: Twin['data'], document: Node): Verified | undefined {
  const [line = '', counts = ''] = data.get('verified')?.split('; ') ?? []
  const [, date, versions = '', against] =
    /^(\S+) with (.*?)(, against a (?:local stand-in|server of the page))?$/.exec(line) ?? []
  const [, shown, total, ran = ''] = /^(\d+) of (\d+) messages reproduced, (.*) ran$/.exec(counts) ?? []
  if (date === undefined) return undefined
  const names =
    data
      .get('measured')
      ?.split('; ')
      .map((text) => text.split(': ')[0] ?? '') ?? []
  const strips = elementsOf(document, 'ol', 'strip')
  const measured = names.map((name, at) => ({ name, spans: elementsOf(strips[at], 'li').map(spanIn) }))
  return {
    date,
    versions: [versions],
    standIn: against?.endsWith('stand-in') ?? false,
    ownServer: against?.endsWith('page') ?? false,
    ...optional('messages', total === undefined ? undefined : { shown: Number(shown), total: Number(total) }),
    parts: ['reproduce', ...(ran.split(', ') as RunKind[])],
    measured,
  }
}

/** `4.1.0–4.3.6 (5)` */
function spanIn(item: Element): Span {
  const [versions = '', count = ''] = collapse(textOf(item)).split(' ')
  const [from = '', to = from] = versions.split('–')
  const outcome = outcomes.find((name) => name.replace(' ', '-') === attribute(item, 'class')) as Outcome
  return { outcome, from, to, count: count.startsWith('(') ? Number(count.slice(1, -1)) : 1 }
}

function answersIn(text: string): UnaidedAnswers {
  const [, model = '', ...rest] =
    /^(.*) right (\d+) of (\d+)(?:, partly (\d+))? \(([\d-]+)\)$/.exec(text) ?? []
  const [right = 0, asked = 0, partly = 0] = rest.map((number) => Number(number ?? 0))
  return { model, date: `${rest[3]}-01`, asked, right, partly, wrong: asked - right - partly }
}

/** A guide from its page and its twin; its categories are those that list it, that of the page itself first. */
export function readGuide(
  folder: Folder,
  name: string,
  aliases: readonly string[] | undefined,
): Source<Guide> {
  const { path, html, document, twin } = readPage(folder, `guide/${name}`)
  const start = html.indexOf('<div class="text">\n') + '<div class="text">\n'.length
  const end = Math.max(html.lastIndexOf('<p class="reviewed">'), html.lastIndexOf('</div>\n</article>'))
  const reviewed = twin.data.get('updated')
  const close = html.indexOf(reviewed === undefined ? '</div>\n</article>' : '<p class="reviewed">', start)
  const piece = pieceOf(html.slice(start, close === -1 ? end : close))
  const [summary = ''] = twin.body.split('\n\n', 1)
  const markdown = twin.body.slice(summary.length + 2)
  const trail = elementsOf(elementsOf(document, 'nav', 'trail')[0], 'a').map(
    (link) => attribute(link, 'href') ?? '',
  )
  const isIn = (category: string) =>
    readSiteText(folder, `solutions/${category}/index.html`).includes(
      `<a href="/${folder.site}/guide/${name}">`,
    )
  const isFirst = (category: string) => trail.some((href) => href.endsWith(`/${category}`))
  const content: Guide = {
    title: twin.data.get('title') ?? '',
    summary,
    categories: categories.filter(isIn).sort((a, b) => Number(isFirst(b)) - Number(isFirst(a))),
    ...optional('reviewed', reviewed),
    ...optional('aliases', aliases && [...aliases]),
    lang: attribute(elementsOf(document, 'html')[0], 'lang') ?? 'en',
    name,
    html: piece.html,
    markdown,
    headings: piece.headings,
  }
  return { path, id: name, document, twin, pieces: [{ piece, markdown, name: content.title }], content }
}

/** A history that leads to the change feed of the folder: only it knows what was added, and when. */
export function readHistory(folder: Folder): History {
  const parsed = parseJson(readSiteText(folder, 'changes.json'))
  const { data: changes } = changesSchema.safeParse(parsed)
  const times = new Map(
    [
      ...readSiteText(folder, 'feed.xml').matchAll(
        /(?:<id>|ref=")[^<"]*\/solutions\/([^<"]+)["<].*?(?:<updated>|when=")([^<"]+)/g,
      ),
    ].map(([, id = '', time = '']) => [id, time] as const),
  )
  const missing = (Object.keys(missingReasons) as MissingHistory[]).find((name) =>
    changes?.note?.startsWith(missingReasons[name]),
  )
  if (missing || changes === undefined) return { missing: missing ?? 'commits', files: {} }
  const files = Object.fromEntries(
    changes.changes.map(({ id, kind, date }, at): [string, FileEvent[]] => {
      // Beyond the feed only the day is published; the order is that of the file.
      const seconds =
        Date.parse(times.get(id) ?? `${date}T00:00:00Z`) / 1000 + (times.has(id) ? 0 : changes.count - at)
      const event =
        kind === 'renamed' || kind === 'removed' ? 'removed' : kind === 'added' ? 'added' : 'changed'
      return [id, kind === 'reviewed' ? [] : [{ kind: event, commit: at, time: seconds }]]
    }),
  )
  return { files }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
