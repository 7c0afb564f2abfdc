import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { packageLabels } from '../content/package-files.ts'
import { changesSchema } from '../model/json-files.ts'
import { categories } from '../model/vocabulary.ts'
import type { Catalog } from './addresses.ts'
import { type Files, readJson } from './files.ts'
import { type Fail, type FindingCode, failAt, quote, type Report } from './finding.ts'
import { readBytes } from './folder.ts'
import type { PageFacts } from './page.ts'
import { letters } from './same-words.ts'

/*
 * Files that repeat what pages say: lists for agents, look-ups, feeds, the sitemap. Whatever its form, each is a list of
 * mentions. A mention is of a page that belongs there, and says nothing that its page does not say.
 */

/** Pages by address. */
export type Pages = ReadonlyMap<string, PageFacts>

/** The address of a page and what a list says of it. */
interface Mention {
  readonly address: string
  readonly texts: readonly string[]
}

interface List {
  readonly path: string
  readonly code: FindingCode
  readonly mentions: readonly Mention[]
  /** May it mention this address? */
  readonly may: (address: string) => boolean
  /** Addresses that it has to mention. */
  readonly must: readonly string[]
}

export function checkLists(files: Files, pages: Pages, catalog: Catalog, report: Report): void {
  const lists = [
    ...indexLists(files, pages, catalog),
    ...categories.flatMap((category) => categoryLists(category, files, pages, catalog)),
    ...[...pages.values()].flatMap((page) => (page.kind === 'code' ? codeList(page, files, catalog) : [])),
  ]
  for (const { path, code, mentions, may, must } of lists) {
    const missing = new Set(must)
    for (const { address, texts } of mentions) {
      missing.delete(address)
      const page = pages.get(address)
      const foreign = texts.find((text) => page && !says(page, text))
      if (!may(address))
        report(code, path, `Unexpected entry ${quote(address)}, expected pages that belong here`)
      if (foreign !== undefined)
        report(code, path, `Unexpected ${quote(foreign)}, expected words of ${address}`)
    }
    for (const address of missing) report(code, path, `Missing entry ${address}`)
  }
}

/** At an old address the heading may be followed by the title of the page that the description names too. */
function says({ heading, words }: PageFacts, text: string): boolean {
  const [said, title] = [letters(text), letters(heading)]
  return words.includes(said) || (said.startsWith(title) && words.includes(said.slice(title.length)))
}

const isGone = (page: PageFacts | undefined): boolean => page?.movedTo !== undefined || page?.retired === true

function indexLists(files: Files, pages: Pages, catalog: Catalog): List[] {
  const { site, entries } = catalog
  const list = (path: string, code: FindingCode, may: List['may'], must: readonly string[] = []): List[] =>
    files.has(path) ? [{ path, code, mentions: mentionsIn(path, files, catalog), may, must }] : []
  const isEntry = (address: string) => entries.has(address)
  const isNews = (address: string) => isEntry(address) || isGone(pages.get(address))
  const inForce = [...catalog.pages.keys()].filter((address) => !isGone(pages.get(address)))
  // A crawler finds nothing on the search page, but it may be listed.
  const crawled = inForce.filter((address) => address !== `/${site}/search`)
  const feed = `${site}/feed.xml`
  const news = mentionsIn(feed, files, catalog).map(({ address }) => address)
  const removed = mentionsIn(feed, files, catalog, 'ref')
  const lookups = [...files.keys()].filter((path) => path.startsWith(`${site}/lookup/`))
  return [
    ...list(`${site}/match.json`, 'match/entries', isEntry, [...entries.keys()]),
    ...lookups.flatMap((path) => list(path, 'lookup/entries', isEntry)),
    ...list(`${site}/sitemap.xml`, 'sitemap/pages', (address) => inForce.includes(address), crawled),
    ...list(feed, 'feed/entries', isNews),
    ...list(`${site}/feed.json`, 'feed/entries', isNews, news),
    {
      path: feed,
      code: 'feed/entries',
      mentions: removed,
      may: (address) => !catalog.pages.has(address),
      must: [],
    },
  ]
}

/** The part of the index, the list for agents and the page of a category. */
function categoryLists(category: string, files: Files, pages: Pages, catalog: Catalog): List[] {
  const { site, entries } = catalog
  const folder = `${site}/solutions/${category}`
  const isOwn = (address: string) => entries.get(address)?.category === category
  const must = [...entries.keys()].filter(isOwn)
  const page = pages.get(`/${folder}`)
  const links = page?.hrefs.filter((href) => href.startsWith(`/${folder}/`) && !href.endsWith('.txt')) ?? []
  const forAgents = [...files].filter(([path]) => path.startsWith(`${folder}/llms`))
  const part = `${folder}/index.json`
  return [
    { path: part, code: 'index/part', mentions: mentionsIn(part, files, catalog), may: isOwn, must },
    { path: `${folder}/index.html`, code: 'page/entries', mentions: links.map(bare), may: isOwn, must },
    {
      path: `${folder}/llms.txt`,
      code: 'llms/entries',
      mentions: forAgents.flatMap(([, { text }]) => linesIn(text, catalog)),
      may: (address) => isOwn(address) || pages.get(address)?.kind === 'guide',
      must,
    },
  ]
}

/** A code's page links to all that its lookup file lists. */
function codeList({ path, address, hrefs }: PageFacts, files: Files, catalog: Catalog): List {
  const lookup = `${catalog.site}/lookup/${posix.basename(address)}.json`
  const must = mentionsIn(lookup, files, catalog).map(({ address }) => address)
  return { path, code: 'page/entries', mentions: hrefs.map(bare), may: () => true, must }
}

const bare = (address: string): Mention => ({ address, texts: [] })

/** Objects of a JSON or XML file that have the address or the id of a page. */
function mentionsIn(path: string, files: Files, { site, baseUrl }: Catalog, ...keys: string[]): Mention[] {
  const found: Mention[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const entry = value as Readonly<Record<string, unknown>>
    const place = (keys.length > 0 ? keys : ['id', 'url', 'loc']).map((key) => entry[key]).find(isString)
    if (place === undefined) {
      for (const part of Object.values(entry)) visit(part)
      return
    }
    const path = place.startsWith(baseUrl) ? place.slice(baseUrl.length) : place
    found.push({ address: path.startsWith('/') ? path : `/${site}/solutions/${path}`, texts: textsOf(entry) })
  }
  visit(files.get(path)?.data)
  return found
}

const isString = (value: unknown): value is string => typeof value === 'string'

/** Names, dates and addresses have no white space; an author's one-word title has a key by which it is known. */
const textsOf = (entry: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(entry).flatMap(([key, value]) =>
    isString(value) && (key === 'title' || /\s/.test(value)) ? [value] : [],
  )

/** Lines of a list for agents: `- [title](address.md): note`. */
const linesIn = (text: string, { baseUrl }: Catalog): Mention[] =>
  [...text.matchAll(/^- \[(.*)\]\((\S+)\.md\)(?:: (.*))?$/gm)].map(
    ([, title = '', address = '', note = '']) => ({
      address: address.startsWith(baseUrl) ? address.slice(baseUrl.length) : address,
      texts: [title.replace(/\\([[\]])/g, '$1'), note],
    }),
  )

/** The change feed says of each address what is there. */
export function checkChanges(files: Files, pages: Pages, catalog: Catalog, report: Report): void {
  const { site, entries, folder } = catalog
  const path = `${site}/changes.json`
  if (!files.has(path)) return
  const fail = (message: string) => report('changes/entries', path, message)
  const feed = readJson(files, path, changesSchema)
  if (feed === undefined || feed.count !== feed.changes.length) {
    fail('Unexpected content, expected that of its schema')
    return
  }
  const missing = new Set(feed.count === feed.total ? entries.keys() : [])
  for (const { id, kind, to, sha256 } of feed.changes) {
    const address = `/${site}/solutions/${id}`
    missing.delete(address)
    const page = pages.get(address)
    const matches =
      kind === 'removed'
        ? !catalog.pages.has(address)
        : kind === 'renamed'
          ? page?.movedTo === `/${site}/solutions/${to}`
          : kind === 'withdrawn' || kind === 'superseded'
            ? page?.retired
            : entries.has(address)
    const twin = `${address.slice(1)}.md`
    const bytes = folder.files.has(twin) ? readBytes(folder, twin) : undefined
    if (!matches || sha256 !== (bytes && createHash('sha256').update(bytes).digest('hex')))
      fail(`Unexpected ${kind} ${id}, expected what is at this address and its sha256`)
  }
  for (const address of missing) fail(`Missing page ${address}`)
}

/** Each old address leads to a page in one step, also by the file that hosts read. */
export function checkRedirects(files: Files, pages: Pages, { targets }: Catalog, report: Report): void {
  const expected = new Set<string>()
  for (const { address, path, movedTo } of pages.values()) {
    if (movedTo === undefined) continue
    if (!targets.has(movedTo) || pages.get(movedTo)?.movedTo !== undefined || /\.[a-z]+$/.test(movedTo))
      report('page/moved', path, `Unexpected target ${quote(movedTo)}, expected a page`)
    expected.add(`${address} ${movedTo} 301`).add(`${address}.md ${movedTo}.md 301`)
  }
  const lines = files.get('_redirects')?.text.trimEnd().split('\n') ?? []
  if ([...expected].sort().join('\n') !== lines.sort().join('\n'))
    report('host/redirects', '_redirects', `Unexpected lines, expected:\n${[...expected].join('\n')}`)
}

/** What no author wrote has one form, so that words put into it show without any list of hashes. */
export function checkOwnFiles(files: Files, pages: Pages, catalog: Catalog, report: Report): void {
  const { site, baseUrl } = catalog
  const home = `${baseUrl}/${site}`
  for (const [path, lines] of Object.entries(forms(site, baseUrl))) {
    const text = files.get(path)?.text ?? ''
    const odd = text.split('\n').find((line) => line !== '' && !lines.test(line))
    if (odd !== undefined)
      report('host/form', path, `Unexpected line ${quote(odd)}, expected none of its kind`)
  }
  const api = files.get(`${site}/openapi.json`)
  const servers = (api?.data as { servers?: { url: string }[] } | undefined)?.servers ?? []
  if (api && (servers.length !== 1 || servers[0]?.url !== home))
    report('host/form', api.path, `Unexpected servers, expected ${home}`)
  for (const { path, text } of files.values()) {
    if (path.endsWith('.css')) checkStyles(text, failAt(report, path))
  }
  checkFrames(pages, report)
}

const forms = (site: string, baseUrl: string): Readonly<Record<string, RegExp>> => {
  const root = baseUrl.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const own = `${root}/${site}`
  const link = `</${site}/(?:llms\\.txt|\\.well-known/ai-catalog\\.json|openapi\\.json)>; rel="[a-z-]+"(?:; type="text/markdown")?`
  return {
    'robots.txt': new RegExp(`^(?:User-agent: \\*|Allow: /|Sitemap: ${own}/sitemap\\.xml)$`),
    _headers: new RegExp(
      [
        `^(?:/[\\w-]+/[\\w./*]+| {2}Link: ${link}(?:, ${link})*`,
        ' {2}X-Content-Type-Options: nosniff| {2}Referrer-Policy: no-referrer| {2}Access-Control-Allow-Origin: \\*',
        ' {2}Cache-Control: public, max-age=\\d+(?:, (?:immutable|stale-while-revalidate=\\d+))?',
        ' {2}Content-Type: text/markdown; charset=utf-8| {2}X-Robots-Tag: noindex)$',
      ].join('|'),
    ),
    '.well-known/security.txt': new RegExp(
      `^(?:Contact: (?:https://|mailto:)\\S+|Expires: [\\dT:.-]+Z|Preferred-Languages: [a-z, ]+|Canonical: ${root}/\\.well-known/security\\.txt)$`,
    ),
  }
}

/** No escapes, which could spell anything; no rule that loads; no words of its own. */
function checkStyles(text: string, fail: Fail): void {
  const styles = text.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '')
  const escaped = /\\(?![0-9a-f]{4}\b)/i.exec(styles)
  if (escaped) fail('file/remote', 'Unexpected escape in a stylesheet, expected plain names')
  for (const [, rule = ''] of styles.matchAll(/@([a-z-]+)/gi))
    if (!/^(?:media|supports|keyframes|layer|container|page|property)$/i.test(rule))
      fail('file/remote', `Unexpected rule @${rule} in a stylesheet, expected one that loads nothing`)
  for (const [, value = ''] of styles.matchAll(/(?<![-\w])content\s*:([^;}]*)/gi))
    if (
      /\p{L}{3}/u.test(
        value.replace(/\b(?:attr|counter|counters)\([^()]*\)|\b(?:none|normal|inherit)\b/g, ''),
      )
    )
      fail('html/hidden', `Unexpected words in a stylesheet: ${quote(value.trim())}, expected them on a page`)
}

/** A line of a header or footer stands on several pages, or is one of the program’s labels. */
function checkFrames(pages: Pages, report: Report): void {
  const counts = new Map<string, number>()
  for (const { frame } of pages.values())
    for (const line of new Set(frame)) counts.set(line, (counts.get(line) ?? 0) + 1)
  let labels: string | undefined
  for (const { frame, path } of pages.values())
    for (const line of frame) {
      if ((counts.get(line) ?? 0) > 1) continue
      labels ??= readdirSync(packageLabels)
        .map((name) => letters(readFileSync(join(packageLabels, name), 'utf8')))
        .join(' ')
      if (!labels.includes(letters(line)))
        report(
          'page/frame',
          path,
          `Unexpected ${quote(line)} in header or footer, expected what other pages have`,
        )
    }
}
