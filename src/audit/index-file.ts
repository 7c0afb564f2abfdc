import { createHash } from 'node:crypto'
import * as z from 'zod'
import { slugPattern } from '../model/fields.ts'
import { type Index, type IndexEntry, indexEntrySchema, indexSchema } from '../model/json-files.ts'
import { compare } from '../model/problem.ts'
import { fixLength, symptomLength } from '../model/text.ts'
import type { Catalog } from './addresses.ts'
import type { Files } from './files.ts'
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
  readonly count: number
}

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
  if (text === undefined) return undefined
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    fail('index/json', `Unexpected text, expected JSON: ${(error as Error).message}`)
    return undefined
  }
  const whole = indexSchema.safeParse(data)
  for (const { path: place, message } of whole.error?.issues.slice(0, 20) ?? [])
    fail('index/schema', `Unexpected value at ${place.join('.') || 'the top'}: ${message}`)
  if (whole.data && text !== inLines(whole.data))
    fail(
      'index/lines',
      'Unexpected form, expected one entry per line in compact JSON, keys in the schema’s order',
    )
  const read = envelope.safeParse(data).data
  if (read === undefined) return undefined
  const { generated, base_url: baseUrl, solutions } = read
  const { origin, protocol } = URL.canParse(baseUrl) ? new URL(baseUrl) : {}
  if (origin !== baseUrl || !/^https?:$/.test(protocol ?? ''))
    fail('index/base-url', `Unexpected base_url ${quote(baseUrl)}, expected only scheme and host`)
  const count = solutions.length
  if (read.count !== count)
    fail('index/count', `Unexpected count ${quote(String(read.count))}, expected ${count}`)
  if (count > 0 && bytes.length / count > bytesPerEntry)
    fail('index/size', `Unexpected ${bytes.length} bytes, expected at most ${bytesPerEntry} per entry`)
  const entries = solutions.flatMap((entry) => indexEntrySchema.safeParse(entry).data ?? [])
  for (const entry of entries) checkEntry(entry, folder.site, fail)
  const byAddress = new Map(entries.map((entry) => [entry.url, entry]))
  if (byAddress.size < entries.length) fail('index/duplicate', 'Duplicate entry, expected each address once')
  const order = (a: IndexEntry, b: IndexEntry) => compare(a.category, b.category) || compare(a.url, b.url)
  const misplaced = entries.toSorted(order).find((entry, at) => entry !== entries[at])
  if (misplaced)
    fail('index/order', `${misplaced.url} is out of order, expected entries by category, then slug`)
  return { path, bytes, generated, baseUrl, entries: byAddress, count }
}

/** The one form of an index: no duplicate key, no needless escape. zod has put the keys in the schema's order. */
function inLines({ solutions, ...head }: Index): string {
  const lines = solutions.map((entry) => JSON.stringify(entry)).join(',\n')
  return `${JSON.stringify(head).slice(0, -1)},"solutions":[\n${lines}${lines === '' ? '' : '\n'}]}\n`
}

function checkEntry(entry: IndexEntry, site: string, fail: Fail): void {
  const { url, category, symptom = '', fix } = entry
  const prefix = `/${site}/solutions/${category}/`
  if (!url.startsWith(prefix) || !slugPattern.test(url.slice(prefix.length)))
    fail('index/url', `Unexpected url ${quote(url)}, expected ${prefix}<slug>`)
  if ([...fix].length > fixLength || [...symptom].length > symptomLength)
    fail(
      'index/length',
      `Fix or symptom of ${url} is too long, expected ${fixLength} and ${symptomLength} characters`,
    )
  for (const value of Object.values(entry)) checkVisible(value ?? '', fail)
}

/** The index's pages exist, and what clients poll is about this index. */
export function checkVersion(index: IndexFile, files: Files, catalog: Catalog, report: Report): void {
  const { generated, count, bytes, entries } = index
  for (const url of entries.keys()) {
    if (!catalog.pages.has(url)) report('index/page', index.path, `Missing page at ${url}`)
  }
  const path = `${catalog.site}/version.json`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const version = JSON.stringify({ generated, count, sha256, bytes: bytes.length })
  const text = files.get(path)?.text
  if (text !== undefined && text !== `${version}\n`)
    report('index/version', path, `Unexpected content, expected ${version}`)
}
