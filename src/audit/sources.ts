import type { MatchEntry } from '../client/catalog-files.ts'
import { parseBody } from '../content/parse-markdown.ts'
import { splitSections } from '../content/split-sections.ts'
import { missingReasons } from '../emit/feeds.ts'
import type { FileEvent, History, MissingHistory } from '../model/catalog.ts'
import type { Parsed, ParsedDocument, ParsedGuide, ParsedSolution } from '../model/document.ts'
import type { RunKind } from '../model/executed-page.ts'
import type { Guide } from '../model/guide.ts'
import { changesSchema } from '../model/json-files.ts'
import { labelsFor } from '../model/labels.ts'
import { startOfFile } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import type { Heading, Solution } from '../model/solution.ts'
import { type Outcome, outcomes, type Span } from '../model/sweep.ts'
import { collapse, parseJson } from '../model/text.ts'
import type { UnaidedAnswers } from '../model/unaided-file.ts'
import type { Verified } from '../model/verification.ts'
import { type Category, categories } from '../model/vocabulary.ts'
import { renderGuide, renderSolution } from '../render/render-page.ts'
import { type Fail, failAt, type Report } from './finding.ts'
import { checkVisible, type Folder, readSiteText } from './folder.ts'
import { attribute, type Element, elementsOf, type Node, parseHtml, textOf } from './html.ts'
import { readTwin } from './twin.ts'

/** A page that authors wrote, made again from its Markdown twin and what else the folder says of it. */
export interface Source<Content> {
  readonly path: string
  readonly document: Node
  readonly parsed: Parsed
  readonly content: Content
}

/** How the folder shows one page. */
interface Place {
  readonly folder: Folder
  readonly site: Site
  /** `<category>/<slug>`, or the name of a guide. */
  readonly id: string
  readonly aliases: readonly string[] | undefined
  readonly report: Report
}

function readPage({ folder, report }: Place, name: string) {
  const path = `${folder.site}/${name}/index.html`
  const twin = readTwin(readSiteText(folder, `${name}.md`))
  const document = parseHtml(readSiteText(folder, `${name}/index.html`))
  const fail = failAt(report, path)
  checkVisible([textOf(document), ...twin.data.values(), twin.body].join('\n'), fail)
  const attacks = elementsOf(document, 'code', 'attack').map(textOf)
  const body = twin.body.replace(/(?<=quote=attack\n)([ \t]*)…$/gm, (_, indent) =>
    `${indent}${attacks.shift()?.trimEnd() ?? '…'}`.replaceAll('\n', `\n${indent}`),
  )
  return { path, document, ...twin, body, parse: (body: string) => parse(body, fail) }
}

function parse(body: string, fail: Fail): ParsedDocument {
  const tree = parseBody(body, 0, (_, __, message) => fail('file/syntax', message))
  return { path: '', text: body, bodyStart: 0, tree: tree ?? { type: 'root', children: [] } }
}

/** Where the page at an old address leads, or undefined. */
export function movedTo(folder: Folder, name: string): string | undefined {
  const refresh = elementsOf(parseHtml(readSiteText(folder, `${name}/index.html`)), 'meta').find(
    (meta) => attribute(meta, 'http-equiv') === 'refresh',
  )
  return attribute(refresh, 'content')?.replace(/^0; url=\/[^/]+\/(?:solutions|guide)\//, '')
}

/** A solution from its page and its twin; its messages from `match.json`, because a page shows some of them in its text. */
export function readSolution(place: Place, match: MatchEntry | undefined): Source<Solution> {
  const { id, site, aliases } = place
  const { path, document, data, body, parse } = readPage(place, `solutions/${id}`)
  const lang = data.get('lang') ?? 'en'
  const labels = labelsFor(site, lang)
  const listed = elementsOf(elementsOf(document, 'div', 'messages')[0], 'code').map(textOf)
  const errors = match?.errors ?? listed
  const references = elementsOf(elementsOf(document, 'dl', 'sources')[0], 'a')
    .filter((link) => attribute(link, 'rel') && !attribute(link, 'itemprop'))
    .map((link) => attribute(link, 'href') ?? '')
  const notRun = isNotRun(document, labels.verified['not-run'])
  const source = parse(body)
  // A fix is told by the versions.
  const upstream = data.get('upstream') as Solution['upstream'] | 'fixed'
  const [category, slug] = id.split('/') as [Category, string]
  const parsed: ParsedSolution = {
    kind: 'solution',
    id,
    category,
    slug,
    lang,
    data: {
      title: data.get('title') ?? '',
      lang,
      ...retirementIn(document, labels.page.withdrawn),
      ...optional('errors', errors.length > 0 ? [...errors] : undefined),
      ...optional('signs', match?.signs.length ? [...match.signs] : undefined),
      ...optional('affects', affectsIn(document, labels.page['fixed-in'])),
      ...optional('evidence', notRun ? 'reproduced' : (data.get('evidence') as Solution['evidence'])),
      ...optional('retry', data.get('retry') as Solution['retry']),
      ...optional('upstream', upstream === 'fixed' ? undefined : upstream),
      ...optional('source', data.get('source')),
      ...optional('translation_of', data.get('translation_of')?.split('/').slice(-2).join('/')),
      ...optional('references', references.length > 0 ? references : undefined),
      ...optional('reviewed', data.get('updated')),
      ...optional('aliases', aliases && [...aliases]),
    },
    keyPlace: () => startOfFile,
    document: source,
    sections: splitSections(source, labels, site.labels, () => {}),
  }
  const content = renderSolution(parsed, site, {
    codes: elementsOf(elementsOf(document, 'dd', 'codes')[0], 'code').map(textOf),
    proof: verifiedIn(data, document),
    unaided: data.get('unaided')?.split('; ').map(answersIn),
  })
  const headings = content.sections.flatMap((section) => section.headings)
  return {
    path,
    document,
    parsed,
    content: { ...content, ...optional('see', match?.see && seeIn(match, headings)) },
  }
}

/** What `match.json` says of the parts that wordings lead to, as an author writes it. */
function seeIn({ see = [], errors, signs }: MatchEntry, headings: readonly Heading[]): Solution['see'] {
  const wordings = [...errors, ...signs]
  const named = (at: string) => headings.find(({ id }) => id === at)?.text ?? at
  return Object.fromEntries(see.map(({ at, of }) => [named(at), of.map((index) => wordings[index] ?? '')]))
}

const optional = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V }

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

function retirementIn(document: Node, label: string): Pick<Solution, 'withdrawn' | 'superseded_by'> {
  const found = elementsOf(document, 'p', 'retired').map((notice) => {
    const to = attribute(elementsOf(notice, 'a')[0], 'href')
    if (to !== undefined) return { superseded_by: to.split('/').slice(-2).join('/') }
    return { withdrawn: textOf(notice).slice(label.length + 1) }
  })
  return Object.assign({}, ...found)
}

const isNotRun = (document: Node, label: string): boolean =>
  elementsOf(elementsOf(document, 'dl', 'facts')[0], 'dd').some((fact) => textOf(fact) === label)

function verifiedIn(data: ReadonlyMap<string, string>, document: Node): Verified | undefined {
  const [line = '', counts = ''] = data.get('verified')?.split('; ') ?? []
  const [, date, versions = '', against] =
    /^(\S+) with (.*?)(, against a (?:local stand-in|server of the page))?$/.exec(line) ?? []
  const [, shown, total, ran] = /^(\d+) of (\d+) messages reproduced(?:, (.*) ran)?$/.exec(counts) ?? []
  if (date === undefined) return undefined
  const strips = elementsOf(document, 'ol', 'strip')
  const measured = (data.get('measured')?.split('; ') ?? []).map((text, at) => ({
    name: text.split(': ')[0] ?? '',
    spans: elementsOf(strips[at], 'li').map(spanIn),
  }))
  return {
    date,
    versions: [versions],
    standIn: against?.endsWith('stand-in') ?? false,
    ownServer: against?.endsWith('page') ?? false,
    ...optional('messages', total === undefined ? undefined : { shown: Number(shown), total: Number(total) }),
    parts: ['reproduce', ...((ran?.split(', ') ?? []) as RunKind[])],
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
export function readGuide(place: Place): Source<Guide> {
  const { id: name, folder, site, aliases } = place
  const { path, document, data, body, parse } = readPage(place, `guide/${name}`)
  const [summary = ''] = body.split('\n\n', 1)
  const trail = elementsOf(elementsOf(document, 'nav', 'trail')[0], 'a')
  const own = `<a href="/${folder.site}/guide/${name}">`
  const isIn = (category: string) => readSiteText(folder, `solutions/${category}/index.html`).includes(own)
  const isFirst = (category: string) =>
    trail.some((link) => attribute(link, 'href')?.endsWith(`/${category}`))
  const lang = attribute(elementsOf(document, 'html')[0], 'lang') ?? 'en'
  const parsed: ParsedGuide = {
    kind: 'guide',
    name,
    lang,
    data: {
      title: data.get('title') ?? '',
      summary,
      categories: categories.filter(isIn).sort((a, b) => Number(isFirst(b)) - Number(isFirst(a))),
      ...optional('reviewed', data.get('updated')),
      ...optional('aliases', aliases && [...aliases]),
      lang,
    },
    keyPlace: () => startOfFile,
    document: parse(body.slice(summary.length + 2)),
  }
  return { path, document, parsed, content: renderGuide(parsed, site) }
}

/** A history that leads to the change feed of the folder: only it knows what was added, and when. */
export function readHistory(folder: Folder): History {
  const parsed = parseJson(readSiteText(folder, 'changes.json'))
  const { data: changes } = changesSchema.safeParse(parsed)
  const dated = /(?:<id>|ref=")[^<"]*\/solutions\/([^<"]+)["<].*?(?:<updated>|when=")([^<"]+)/g
  const entries = [...readSiteText(folder, 'feed.xml').matchAll(dated)]
  const times = new Map(entries.map(([, id = '', time = '']) => [id, time]))
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
