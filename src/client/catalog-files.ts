import type { Index } from '../model/index-entry.ts'

/* The published files that clients read. Checked by hand, because the search page should not load zod. */

/** What the matcher knows of one entry. */
export interface MatchEntry {
  /** `<category>/<slug>` */
  readonly id: string
  readonly title: string
  /** Literal messages; `…` stands for a part that varies. */
  readonly errors: readonly string[]
  /** Observable facts of failures that print nothing. */
  readonly signs: readonly string[]
  /** The list in the page's Symptom, as Markdown. */
  readonly symptoms?: readonly string[]
  /** Normalised error codes, the names of the lookup files. */
  readonly codes: readonly string[]
  readonly products: readonly string[]
  /** Semver ranges by product. */
  readonly versions?: Readonly<Record<string, string>>
  /** First versions without the error, by product. */
  readonly fixed?: Readonly<Record<string, string>>
  /** `fixed`, `open`, `by-design` or `workaround`, if its maintainers have said so. */
  readonly upstream?: string
  readonly evidence?: string
  /** Of the page, if it is not English. */
  readonly lang?: string
  /** Ids of the same page in other languages. */
  readonly translations?: Readonly<Record<string, string>>
  /** May the same call be tried again: `no`, `after-fix` or `backoff`. */
  readonly retry?: string
  /** The same as vendors tell it in problem details (RFC 9457). */
  readonly is_retriable?: boolean
  /** Parts of the page that single wordings lead to. */
  readonly see?: readonly Branch[]
  /** Share of right answers that models give without the page, 0 to 1; left out if none was asked. */
  readonly known?: number
}

/** A part of a page, such as an option of its fix. */
export interface Branch {
  /** Anchor of its heading. */
  readonly at: string
  /** Its heading and its first sentence, as Markdown. */
  readonly says: string
  /** Indexes of the wordings, in `errors` followed by `signs`. */
  readonly of: readonly number[]
}

/** The file `/<site>/match.json`: the basis of matching, and nothing more. */
export interface MatchFile {
  /** Raised when a reader of the earlier shape would go wrong. */
  readonly format: 1
  readonly generated: string
  readonly count: number
  readonly entries: readonly MatchEntry[]
}

/** Parses `match.json` without its invalid entries. Throws if it is truncated, from something else or newer. */
export function parseMatchFile(body: string): MatchFile {
  const data = parseObject(body, 'match.json')
  if (typeof data.format === 'number' && data.format > 2) {
    throw new Error(`match.json has format ${data.format}, this program reads 1 and 2: update it`)
  }
  const isOurs = data.format === 1 && isText(data.generated) && Array.isArray(data.entries)
  if (!isOurs || (data.entries as unknown[]).length !== data.count) throw notOurs('match.json')
  return { ...(data as unknown as MatchFile), entries: (data.entries as MatchEntry[]).filter(isMatchEntry) }
}

/** Parses `solutions.json` or the part of a category, without invalid entries. */
export function parseIndex(body: string): Index {
  const data = parseObject(body, 'solutions.json')
  if (
    !Array.isArray(data.solutions) ||
    data.solutions.length !== data.count ||
    !isText(data.base_url) ||
    !isText(data.generated)
  ) {
    throw notOurs('solutions.json')
  }
  return { ...(data as unknown as Index), solutions: data.solutions.filter(isIndexEntry) }
}

export interface ManifestFile {
  /** Relative to the root of the origin, never above it. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** Parses `manifest.json`, the list of all other published files. */
export function parseManifest(body: string): readonly ManifestFile[] {
  const { files } = parseObject(body, 'manifest.json')
  if (!Array.isArray(files) || !files.every(isManifestFile)) throw notOurs('manifest.json')
  return files
}

/** Accepts a Markdown twin; throws for anything else at its address, such as a login page. */
export function parseTwin(body: string): string {
  if (!body.startsWith('---\ntitle: ')) throw new Error('not a page of a catalog')
  return body
}

export const notOurs = (name: string): Error => new Error(`${name} is truncated or not a Fixdex file`)

export function parseObject(body: string, name: string): Record<string, unknown> {
  let data: unknown
  try {
    data = JSON.parse(body)
  } catch {
    throw new Error(`${name} is not JSON`)
  }
  if (typeof data !== 'object' || data === null) throw new Error(`${name} is not an object`)
  return data as Record<string, unknown>
}

type Check = (value: unknown) => boolean

const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText)

/** `<category>/<slug>`. It becomes part of an address, so nothing else is allowed in it. */
export const isId = (value: unknown): value is string =>
  isText(value) && /^[a-z0-9]+(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/.test(value)

/** Is a value an object whose keys pass their checks? */
const hasKeys =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(checks).every(([key, check]) => check((value as Record<string, unknown>)[key]))

export const isMatchEntry = hasKeys({
  id: isId,
  title: isText,
  errors: isTexts,
  signs: isTexts,
  codes: isTexts,
  products: isTexts,
})

const isIndexEntry = hasKeys({ title: isText, category: isText, url: isText, fix: isText })

const isManifestFile = hasKeys({
  path: (path) => isText(path) && !path.startsWith('/') && !path.split('/').includes('..'),
  bytes: (bytes) => typeof bytes === 'number',
  sha256: isText,
})

/** The body of the fix in a page's Markdown twin: its third section, in every language. Empty if there is none. */
export const fixOf = (twin: string): string => sectionsOf(twin)[2] ?? ''

/** The bodies of the sections of a page's Markdown twin, or of the parts of a section. */
export function sectionsOf(twin: string, mark = '## '): string[] {
  const sections: string[][] = []
  let fence: string | undefined
  for (const line of twin.split('\n')) {
    const opening = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (opening !== undefined && fence === undefined) fence = opening
    else if (fence !== undefined && line.trim().startsWith(fence) && /^[`~]+$/.test(line.trim()))
      fence = undefined
    // Lines in a code fence are not headings.
    if (fence === undefined && line.startsWith(mark)) sections.push([])
    else sections.at(-1)?.push(line)
  }
  return sections.map((lines) => lines.join('\n').trim())
}
