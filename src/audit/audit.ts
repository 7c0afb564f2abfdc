import { hash } from 'node:crypto'
import { checkPage, rules } from '../checks/rules.ts'
import { type MatchEntry, parseMatchFile } from '../client/catalog-files.ts'
import { parseRoot, parseShard, type ShardRoot } from '../client/shards.ts'
import { readableCharacters } from '../emit/agent-files.ts'
import { cardTexts } from '../emit/cards.ts'
import { emit, manifest } from '../emit/emit.ts'
import { type Catalog, catalogOf } from '../model/catalog.ts'
import { nodesOf } from '../model/document.ts'
import type { Index } from '../model/index-entry.ts'
import { indexSchema } from '../model/json-files.ts'
import { compare, type ProblemCode, type Report as ProblemReport } from '../model/problem.ts'
import { type OutputPath, type Site, siteFile } from '../model/site.ts'
import { parseJson } from '../model/text.ts'
import { type Fail, type Finding, type FindingCode, failAt, quote, type Report } from './finding.ts'
import { checkPng, checkSvg, checkVisible, type Folder, openFolder, readBytes, readText } from './folder.ts'
import { attribute, elementsOf } from './html.ts'
import { type Own, settingsOf } from './settings.ts'
import { movedTo, readGuide, readHistory, readSolution, type Source } from './sources.ts'

/**
 * Makes a published folder again from the Markdown twins of its pages and compares every byte. Needs neither the content
 * nor the configuration, only the templates and labels of the program or, if the catalog has some, its `own`. Returns the
 * findings sorted by path and code, and the numbers of addresses that answer with a page and of files.
 */
export function audit(dir: string, own: Own = {}) {
  const findings: Finding[] = []
  const report: Report = (code, path, message) => findings.push({ code, path, message })
  const folder = openFolder(dir, report)
  const index = readIndex(folder, report)
  if (index) {
    const site = settingsOf(folder, index, own)
    const { solutions, guides } = readSources(folder, site, report)
    for (const { path, parsed } of solutions) checkReadable(parsed.document.text, failAt(report, path))
    const sources = [...solutions, ...guides]
    checkLinks(sources, folder, site.base_url, report)
    for (const source of sources) checkHidden(source, site, report)
    const contents = <T>(sources: readonly Source<T>[]) => sources.map(({ content }) => content)
    const catalog = catalogOf(contents(solutions), contents(guides), index.generated, readHistory(folder))
    checkPictures(folder, catalog, site, report)
    compareFiles(folder, catalog, site, report)
  }
  const pages = [...folder.files].filter((path) => path.endsWith('/index.html')).length
  return { findings: sorted(findings), pages, files: folder.files.size }
}

function readIndex(folder: Folder, report: Report): Index | undefined {
  const path = `${folder.site}/solutions.json`
  const read = indexSchema.safeParse(parseJson(readText(folder, path)))
  const baseUrl = read.data?.base_url ?? ''
  if (URL.canParse(baseUrl) && new URL(baseUrl).origin === baseUrl) return read.data
  const [issue = { path: ['base_url'], message: 'expected scheme and host' }] = read.error?.issues ?? []
  const place = issue.path.join('.') || 'the top'
  report('file/syntax', path, `Unexpected value at ${place}, expected an index: ${issue.message}`)
  return undefined
}

/** Reads every page that authors wrote; the pages at old addresses become aliases of the page they lead to. */
function readSources(folder: Folder, site: Site, report: Report) {
  const matches = matchesIn(folder, report)
  const names = { solutions: new Map<string, string[]>(), guide: new Map<string, string[]>() }
  const moved: { kind: keyof typeof names; from: string; to: string }[] = []
  for (const path of folder.files) {
    const [, kind, id] = /^[^/]+\/(solutions|guide)\/(.+)\/index\.html$/.exec(path) ?? []
    if ((kind !== 'solutions' && kind !== 'guide') || id === undefined) continue
    if (id.split('/').length !== (kind === 'guide' ? 1 : 2)) continue
    const to = movedTo(folder, `${kind}/${id}`)
    if (to === undefined) names[kind].set(id, [])
    else moved.push({ kind, from: id, to })
  }
  // In the order in which the authors listed them.
  const order = readText(folder, '_redirects')
  const place = ({ kind, from }: (typeof moved)[number]) => order.indexOf(`/${folder.site}/${kind}/${from} `)
  for (const { kind, from, to } of moved.sort((a, b) => place(a) - place(b))) names[kind].get(to)?.push(from)
  const placeOf = ([id, aliases]: readonly [string, string[]]) => ({
    ...{ folder, site, report, id },
    aliases: aliases.length > 0 ? aliases : undefined,
  })
  return {
    solutions: [...names.solutions].map(placeOf).map((place) => readSolution(place, matches.get(place.id))),
    guides: [...names.guide].map(placeOf).map(readGuide),
  }
}

function matchesIn(folder: Folder, report: Report): ReadonlyMap<string, MatchEntry> {
  const path = `${folder.site}/match.json`
  try {
    const body = readText(folder, path)
    const root = parseRoot(body)
    const shard = (_: unknown, number: number) =>
      parseShard(readText(folder, `${folder.site}/match/${number}.json`), root as ShardRoot)
    const files = root ? Array.from({ length: root.shards }, shard) : [parseMatchFile(body)]
    const entries = files.flatMap(({ entries }) => entries)
    checkVisible(JSON.stringify(entries), failAt(report, path))
    return new Map(entries.map((entry) => [entry.id, entry]))
  } catch (error) {
    report('file/syntax', path, (error as Error).message)
    return new Map()
  }
}

/** Fetch tools cut a longer text. A guide links all pages of its category, however many. */
function checkReadable({ length }: string, fail: Fail): void {
  if (length >= readableCharacters)
    fail('file/too-long', `Unexpected ${length} characters, expected fewer than ${readableCharacters}`)
}

/** Rules about what a reader of the Markdown sees and the page does not show. */
const hiding: ReadonlySet<ProblemCode> = new Set<FindingCode & ProblemCode>([
  'code/words',
  'link/address',
  'markdown/footnote',
  'markdown/image',
  'markdown/table-row',
])

function checkHidden({ path, parsed }: Source<unknown>, site: Site, report: Report): void {
  // The catalog's own address may be one that only this machine knows.
  for (const node of nodesOf(parsed.document.tree))
    if ('url' in node && node.url.startsWith(site.base_url)) node.url = '#own'
  const list = rules().filter(({ code }) => hiding.has(code))
  const fail: ProblemReport = (code, _, message) => report(code as FindingCode, path, message)
  checkPage(parsed, site, fail, list)
}

/** Every link leads to an address that the folder answers, and every fragment to an id of its page. */
function checkLinks(sources: readonly Source<unknown>[], { files }: Folder, base: string, report: Report) {
  const idsOf = new Map(sources.map(({ path, document }) => [path, idsIn(document)]))
  for (const { path, document } of sources) {
    const fail = failAt(report, path)
    for (const link of elementsOf(document, 'a')) {
      const [whole = '', fragment = ''] = (attribute(link, 'href') ?? '').replace(base, '').split('#')
      if (whole !== '' && !whole.startsWith('/')) continue
      const file = whole.slice(1).replace(/\?.*/, '')
      const page = whole === '' ? path : `${file}/index.html`
      if (!files.has(page) && (!files.has(file) || file.endsWith('.html')))
        fail('link/target', `Unexpected link to ${quote(whole)}, which the folder does not answer`)
      const ids = idsOf.get(page)
      if (fragment !== '' && ids && !ids.some((id) => id === fragment || encodeURIComponent(id) === fragment))
        fail('link/fragment', `Unexpected link to ${quote(`#${fragment}`)}, which is not an id of ${page}`)
    }
  }
}

const idsIn = (document: Source<unknown>['document']): string[] =>
  elementsOf(document).flatMap((element) => attribute(element, 'id') ?? [])

/** Pictures that are not made again: cards are drawn by a library, the plot comes from the trials. */
function checkPictures(folder: Folder, catalog: Catalog, site: Site, report: Report): void {
  const cards = Object.keys(site.cardImages ?? {})
  const ofPages = cards.some((name) => name.includes('/'))
  const expected = cards.length === 0 ? [] : Object.keys(cardTexts(catalog, site, ofPages))
  for (const name of new Set([...cards, ...expected])) {
    const path = siteFile(site, `cards/${name}.png`)
    if (!cards.includes(name)) report('file/missing', path, 'Missing card')
    else if (!expected.includes(name)) report('file/stray', path, 'Unexpected card')
    else checkPng(readBytes(folder, path), failAt(report, path))
  }
  if (site.proof) checkSvg(site.proof.plot, failAt(report, siteFile(site, 'proof/plot.svg')))
}

/** Makes every file again and compares it. The manifest lists what is there, whatever should be. */
function compareFiles(folder: Folder, catalog: Catalog, site: Site, report: Report): void {
  const manifestPath = siteFile(site, 'manifest.json')
  const unexpected = new Set(folder.files)
  for (const { path, content = Buffer.alloc(0) } of emit(catalog, site)) {
    if (!unexpected.delete(path)) {
      report('file/missing', path, 'Missing file, which the pages of this folder make')
      continue
    }
    const found = path === manifestPath ? content : readBytes(folder, path)
    if (!found.equals(content))
      report('file/differs', path, differenceOf(found.toString(), content.toString()))
  }
  for (const path of unexpected)
    report('file/stray', path, 'Unexpected file, expected only what the build writes')
  checkManifest(folder, catalog, site, report)
}

/** The manifest lists every other file of the folder with its size and hash, and nothing else. */
function checkManifest(folder: Folder, catalog: Catalog, site: Site, report: Report): void {
  const path = siteFile(site, 'manifest.json')
  if (!folder.files.has(path)) return
  const entries = [...folder.files]
    .filter((file) => file !== path)
    .map((file) => {
      const content = readBytes(folder, file)
      return { path: file as OutputPath, bytes: content.length, sha256: hash('sha256', content) }
    })
  const [found, expected] = [readText(folder, path), manifest(entries, catalog, site).body]
  if (found !== expected) report('manifest/differs', path, differenceOf(found, expected))
}

/** The first line that differs. */
function differenceOf(found: string, expected: string): string {
  const [foundLines, expectedLines] = [found.split('\n'), expected.split('\n')]
  const at = foundLines.findIndex((line, index) => line !== expectedLines[index])
  const line = at === -1 ? foundLines.length : at
  return `Unexpected line ${line + 1}: ${quoteLine(foundLines[line], expectedLines[line])}, expected ${quoteLine(expectedLines[line], foundLines[line])}`
}

/** A line from shortly before the place at which it differs. */
function quoteLine(line: string | undefined, other = ''): string {
  if (line === undefined) return 'the end of the file'
  const at = [...line].findIndex((character, index) => character !== other[index])
  return quote(line.slice(Math.max(0, at - 20)))
}

function sorted(findings: readonly Finding[]): Finding[] {
  const distinct = new Map(findings.map((finding) => [JSON.stringify(finding), finding]))
  return [...distinct.values()].sort(
    (a, b) => compare(a.path, b.path) || compare(a.code, b.code) || compare(a.message, b.message),
  )
}
