import * as z from 'zod'
import { slugPattern } from '../model/fields.ts'
import { type IndexEntry, indexEntrySchema, indexSchema } from '../model/json-files.ts'
import { compare } from '../model/problem.ts'
import { fixLength, symptomLength } from '../model/text.ts'
import { quote, type Report } from './finding.ts'
import { decode, type Folder, proveVisible, readBytes } from './read-output.ts'

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

const indexKeys = ['generated', 'count', 'base_url', 'solutions'] as const
const entryKeys = ['title', 'category', 'url', 'symptom', 'fix', 'source'] as const
const bytesPerEntry = 1024

const envelope = z.looseObject({
  generated: z.string(),
  base_url: z.string(),
  solutions: z.array(z.unknown()),
})

type Envelope = z.infer<typeof envelope>

/** Reads the index and proves it by itself. Undefined when nothing else can be proven without it. */
export function proveIndex(folder: Folder, report: Report): IndexFile | undefined {
  const path = `${folder.site}/solutions.json`
  const bytes = readBytes(folder, path)
  const text = decode(bytes, path, report)
  const data = text === undefined ? undefined : parse(text, path, report)
  if (text === undefined || data === undefined) return undefined
  for (const { path: place, message } of indexSchema.safeParse(data).error?.issues.slice(0, 20) ?? []) {
    report('index/schema', path, `Unexpected value at ${place.join('.') || 'the top'}: ${message}`)
  }
  if (!envelope.safeParse(data).success) return undefined
  // The values themselves and not what zod returns: that has the keys in the schema's order.
  const index = data as Envelope
  const { generated, base_url: baseUrl, solutions } = index
  const entries = solutions.filter((entry): entry is IndexEntry => indexEntrySchema.safeParse(entry).success)
  proveEnvelope(index, bytes.length, path, report)
  proveLines(text, solutions, path, report)
  for (const entry of entries) proveEntry(entry, folder.site, path, report)
  proveOrder(entries, path, report)
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

function parse(text: string, path: string, report: Report): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    report(
      'index/json',
      path,
      `Unexpected text, expected JSON: ${error instanceof Error ? error.message : error}`,
    )
    return undefined
  }
}

function proveEnvelope(index: Envelope, bytes: number, path: string, report: Report): void {
  const { base_url: baseUrl, count, solutions } = index
  const { origin, protocol } = URL.canParse(baseUrl) ? new URL(baseUrl) : {}
  if (origin !== baseUrl || !/^https?:$/.test(protocol ?? '')) {
    report('index/base-url', path, `Unexpected base_url ${quote(baseUrl)}, expected scheme and host alone`)
  }
  if (!sameKeys(index, indexKeys))
    report('index/keys', path, `Unexpected keys, expected ${indexKeys.join(', ')}`)
  if (count !== solutions.length) {
    report('index/count', path, `Unexpected count ${quote(String(count))}, expected ${solutions.length}`)
  }
  const average = Math.round(bytes / Math.max(1, solutions.length))
  if (solutions.length > 0 && average > bytesPerEntry) {
    report('index/size', path, `Unexpected ${average} bytes an entry, expected at most ${bytesPerEntry}`)
  }
}

/** One entry a line, each the shortest JSON of its value: no key twice, no needless escape. */
function proveLines(text: string, solutions: readonly unknown[], path: string, report: Report): void {
  const [head, ...rest] = text.split('\n')
  const [tail, end] = rest.splice(-2)
  if (!head?.endsWith('"solutions":[') || tail !== ']}' || end !== '') {
    report(
      'index/lines',
      path,
      'Unexpected first or last line, expected the entries on lines of their own between them',
    )
    return
  }
  for (const [index, entry] of solutions.entries()) {
    const expected = JSON.stringify(entry) + (index + 1 < solutions.length ? ',' : '')
    if (rest[index] === expected) continue
    report('index/lines', path, `Unexpected line ${index + 2}, expected one entry, whole and in compact JSON`)
    return
  }
  if (rest.length !== solutions.length)
    report('index/lines', path, 'Unexpected lines after the entries, expected none')
}

function proveEntry(entry: IndexEntry, site: string, path: string, report: Report): void {
  const { url, category, symptom = '', fix } = entry
  if (!sameKeys(entry, entryKeys))
    report('index/keys', path, `Unexpected order of keys of ${url}, expected ${entryKeys.join(', ')}`)
  const prefix = `/${site}/solutions/${category}/`
  if (!url.startsWith(prefix) || !slugPattern.test(url.slice(prefix.length))) {
    report('index/url', path, `Unexpected url ${quote(url)}, expected ${prefix}<slug>`)
  }
  if ([...fix].length > fixLength)
    report('index/length', path, `Unexpected fix of ${url}, expected at most ${fixLength} characters`)
  if ([...symptom].length > symptomLength) {
    report('index/length', path, `Unexpected symptom of ${url}, expected at most ${symptomLength} characters`)
  }
  for (const value of Object.values(entry)) proveVisible(value ?? '', path, report)
}

/** By category, then slug, and no address twice. */
function proveOrder(entries: readonly IndexEntry[], path: string, report: Report): void {
  const slugOf = ({ url }: IndexEntry) => url.slice(url.lastIndexOf('/') + 1)
  const seen = new Set<string>()
  for (const [index, entry] of entries.entries()) {
    if (seen.has(entry.url))
      report('index/duplicate', path, `Unexpected second entry of ${entry.url}, expected one`)
    seen.add(entry.url)
    const before = entries[index - 1]
    if (before && (compare(before.category, entry.category) || compare(slugOf(before), slugOf(entry))) > 0) {
      report(
        'index/order',
        path,
        `Unexpected place of ${entry.url}, expected entries sorted by category, then slug`,
      )
    }
  }
}

/** The keys that are there stand in this order, and there are no others. */
function sameKeys(value: object, keys: readonly string[]): boolean {
  return Object.keys(value).join() === keys.filter((key) => Object.hasOwn(value, key)).join()
}
