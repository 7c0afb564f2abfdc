import { createHash } from 'node:crypto'
import * as z from 'zod'
import { slugPattern } from '../model/fields.ts'
import { type IndexEntry, indexEntrySchema, indexSchema } from '../model/json-files.ts'
import { compare } from '../model/problem.ts'
import { fixLength, symptomLength } from '../model/text.ts'
import { categories } from '../model/vocabulary.ts'
import type { Catalog } from './addresses.ts'
import { type Files, readJson } from './files.ts'
import { type Fail, failAt, quote, type Report } from './finding.ts'
import { checkVisible, decode, type Folder, readBytes } from './folder.ts'

/** `solutions.json` as it was read. */
export interface IndexFile {
  readonly path: string
  readonly bytes: Buffer
  readonly generated: string
  readonly baseUrl: string
  /** By address; entries that break the schema are left out. */
  readonly entries: ReadonlyMap<string, IndexEntry>
  /** Every entry as its line in the file, without the comma. */
  readonly lines: readonly { readonly category: string; readonly text: string }[]
}

const indexKeys = ['generated', 'count', 'base_url', 'solutions']
const entryKeys = ['title', 'category', 'url', 'symptom', 'fix', 'source']
const bytesPerEntry = 1024

const envelope = z.looseObject({
  generated: z.string(),
  base_url: z.string(),
  solutions: z.array(z.unknown()),
})

/** Reads the index and checks it by itself. Undefined when nothing else can be checked without it. */
export function readIndex(folder: Folder, report: Report): IndexFile | undefined {
  const path = `${folder.site}/solutions.json`
  const fail = failAt(report, path)
  const bytes = readBytes(folder, path)
  const text = decode(bytes, path, report)
  let data: unknown
  try {
    data = JSON.parse(text ?? '')
  } catch (error) {
    if (text !== undefined) fail('index/json', `Unexpected text, expected JSON: ${(error as Error).message}`)
    return undefined
  }
  for (const { path: place, message } of indexSchema.safeParse(data).error?.issues.slice(0, 20) ?? [])
    fail('index/schema', `Unexpected value at ${place.join('.') || 'the top'}: ${message}`)
  if (text === undefined || !envelope.safeParse(data).success) return undefined
  // The values themselves and not what zod returns: that has the keys in the schema's order.
  const index = data as z.infer<typeof envelope>
  const { generated, base_url: baseUrl, solutions } = index
  const entries = solutions.filter((entry): entry is IndexEntry => indexEntrySchema.safeParse(entry).success)
  checkEnvelope(index, bytes.length, fail)
  checkLines(text, solutions, fail)
  for (const entry of entries) checkEntry(entry, folder.site, fail)
  checkOrder(entries, fail)
  const lines = solutions.map((entry) => ({
    category: String((entry as { category?: unknown } | null)?.category),
    text: JSON.stringify(entry),
  }))
  return {
    path,
    bytes,
    generated,
    baseUrl,
    entries: new Map(entries.map((entry) => [entry.url, entry])),
    lines,
  }
}

function checkEnvelope(index: z.infer<typeof envelope>, bytes: number, fail: Fail): void {
  const { base_url: baseUrl, count, solutions } = index
  const { origin, protocol } = URL.canParse(baseUrl) ? new URL(baseUrl) : {}
  if (origin !== baseUrl || !/^https?:$/.test(protocol ?? ''))
    fail('index/base-url', `Unexpected base_url ${quote(baseUrl)}, expected only scheme and host`)
  if (!hasKeys(index, indexKeys)) fail('index/keys', `Unexpected keys, expected ${indexKeys.join(', ')}`)
  if (count !== solutions.length)
    fail('index/count', `Unexpected count ${quote(String(count))}, expected ${solutions.length}`)
  const average = Math.round(bytes / Math.max(1, solutions.length))
  if (solutions.length > 0 && average > bytesPerEntry)
    fail('index/size', `Unexpected ${average} bytes per entry, expected at most ${bytesPerEntry}`)
}

/** One entry per line, each the shortest JSON of its value: no duplicate key, no needless escape. */
function checkLines(text: string, solutions: readonly unknown[], fail: Fail): void {
  const [head, ...rest] = text.split('\n')
  const [tail, end] = rest.splice(-2)
  const expected = solutions.map(
    (entry, at) => JSON.stringify(entry) + (at + 1 < solutions.length ? ',' : ''),
  )
  const wrong = expected.findIndex((line, at) => rest[at] !== line)
  if (!head?.endsWith('"solutions":[') || tail !== ']}' || end !== '')
    fail('index/lines', 'Unexpected first or last line, expected the entries on their own lines between them')
  else if (wrong !== -1)
    fail('index/lines', `Unexpected line ${wrong + 2}, expected one entry in compact JSON`)
  else if (rest.length !== solutions.length) fail('index/lines', 'Unexpected lines after the entries')
}

function checkEntry(entry: IndexEntry, site: string, fail: Fail): void {
  const { url, category, symptom = '', fix } = entry
  if (!hasKeys(entry, entryKeys))
    fail('index/keys', `Unexpected order of keys in ${url}, expected ${entryKeys.join(', ')}`)
  const prefix = `/${site}/solutions/${category}/`
  if (!url.startsWith(prefix) || !slugPattern.test(url.slice(prefix.length)))
    fail('index/url', `Unexpected url ${quote(url)}, expected ${prefix}<slug>`)
  if ([...fix].length > fixLength)
    fail('index/length', `Fix of ${url} is too long, expected at most ${fixLength} characters`)
  if ([...symptom].length > symptomLength)
    fail('index/length', `Symptom of ${url} is too long, expected at most ${symptomLength} characters`)
  for (const value of Object.values(entry)) checkVisible(value ?? '', fail)
}

/** By category, then slug, without duplicates. */
function checkOrder(entries: readonly IndexEntry[], fail: Fail): void {
  const slugOf = ({ url }: IndexEntry) => url.slice(url.lastIndexOf('/') + 1)
  const seen = new Set<string>()
  for (const [at, entry] of entries.entries()) {
    const previous = entries[at - 1]
    if (seen.has(entry.url)) fail('index/duplicate', `Duplicate entry ${entry.url}`)
    seen.add(entry.url)
    if (
      previous &&
      (compare(previous.category, entry.category) || compare(slugOf(previous), slugOf(entry))) > 0
    )
      fail('index/order', `${entry.url} is out of order, expected entries by category, then slug`)
  }
}

/** Keys in this order and no others; some may be missing. */
const hasKeys = (value: object, keys: readonly string[]): boolean =>
  Object.keys(value).join() === keys.filter((key) => Object.hasOwn(value, key)).join()

/** Checks that the index's pages exist, and the files that repeat it: its part for each category, and what clients poll. */
export function checkIndexParts(index: IndexFile, files: Files, catalog: Catalog, report: Report): void {
  const { generated, lines, bytes, entries } = index
  const { site, pages } = catalog
  for (const url of entries.keys()) {
    if (!pages.has(url)) report('index/page', index.path, `Missing page at ${url}`)
  }
  for (const category of categories) {
    const path = `${site}/solutions/${category}/index.json`
    const text = files.get(path)?.text
    if (text !== undefined && text !== partOf(index, category))
      report('index/part', path, `Unexpected content, expected the lines of ${index.path} of this category`)
  }
  const path = `${site}/version.json`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const version = JSON.stringify({ generated, count: lines.length, sha256, bytes: bytes.length })
  const text = files.get(path)?.text
  if (text !== undefined && text !== `${version}\n`)
    report('index/version', path, `Unexpected content, expected ${version}`)
}

function partOf({ generated, baseUrl, lines }: IndexFile, category: string): string {
  const own = lines.filter((line) => line.category === category).map(({ text }) => text)
  const head = JSON.stringify({ generated, count: own.length, base_url: baseUrl, category }).slice(0, -1)
  return `${head},"solutions":[\n${own.join(',\n')}${own.length > 0 ? '\n' : ''}]}\n`
}

/** What the matcher's file has in common with the index. */
const matchFile = z.looseObject({
  generated: z.string(),
  count: z.number(),
  entries: z.array(z.looseObject({ id: z.string(), title: z.string() })),
})

/** `match.json` has the index's solutions in its order, with their titles. */
export function checkMatchFile(index: IndexFile, files: Files, { site }: Catalog, report: Report): void {
  const path = `${site}/match.json`
  if (!files.has(path)) return
  const file = readJson(files, path, matchFile)
  const fail = (message: string) => report('match/entries', path, message)
  if (file === undefined) {
    fail('Unexpected content, expected generated, count and entries with id and title')
    return
  }
  const expected = [...index.entries.values()].map(
    ({ url, title }) => `${url.slice(`/${site}/solutions/`.length)} ${title}`,
  )
  const found = file.entries.map(({ id, title }) => `${id} ${title}`)
  const longer = found.length > expected.length ? found : expected
  const wrong = longer.findIndex((_, at) => expected[at] !== found[at])
  if (wrong !== -1) fail(`Unexpected entry ${found[wrong] ?? 'none'}, expected ${expected[wrong] ?? 'none'}`)
  if (file.generated !== index.generated || file.count !== file.entries.length)
    fail('Unexpected generated or count, expected those of the index')
}

const lookupFile = z.looseObject({
  solutions: z.array(z.looseObject({ url: z.string(), title: z.string() })),
})

/** What a lookup file lists is in the index, under the same title. */
export function checkLookups(files: Files, { site, entries }: Catalog, report: Report): void {
  for (const path of files.keys()) {
    if (!path.startsWith(`${site}/lookup/`) || path === `${site}/lookup/index.json`) continue
    for (const { url, title } of readJson(files, path, lookupFile)?.solutions ?? []) {
      if (entries.get(url)?.title !== title)
        report('lookup/entries', path, `Unexpected entry ${quote(url)}, expected one of the index`)
    }
  }
}
