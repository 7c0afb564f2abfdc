import type { Index } from '../model/json-files.ts'
import type { MatchFile } from './match-file.ts'

const format = 1

/** Reads `match.json`; entries that are not what they should be are left out. Throws when the file is none of ours. */
export function parseMatchFile(body: string): MatchFile {
  const data = parseObject(body, 'match.json')
  if (typeof data.format === 'number' && data.format > format) {
    throw new Error(`match.json has format ${data.format}, this program reads ${format}: update it`)
  }
  if (data.format !== format || !Array.isArray(data.entries) || data.entries.length !== data.count) {
    throw new Error('match.json is torn or from something else')
  }
  return { ...(data as unknown as MatchFile), entries: data.entries.filter(isMatchEntry) }
}

/** Reads `solutions.json` or a category's part of it. */
export function parseIndex(body: string): Index {
  const data = parseObject(body, 'solutions.json')
  if (
    !Array.isArray(data.solutions) ||
    data.solutions.length !== data.count ||
    typeof data.base_url !== 'string'
  ) {
    throw new Error('solutions.json is torn or from something else')
  }
  return { ...(data as unknown as Index), solutions: data.solutions.filter(isIndexEntry) }
}

export interface ManifestFile {
  /** From the origin's root, below which it stays. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** Reads `manifest.json`: every other published file. */
export function parseManifest(body: string): readonly ManifestFile[] {
  const { files } = parseObject(body, 'manifest.json')
  if (!Array.isArray(files) || !files.every(isManifestFile))
    throw new Error('manifest.json is torn or from something else')
  return files
}

/** A Markdown twin; anything else at its address, such as a login page, is refused. */
export function parseTwin(body: string): string {
  if (!body.startsWith('---\ntitle: ')) throw new Error('not a page of a catalog')
  return body
}

function parseObject(body: string, name: string): Record<string, unknown> {
  let data: unknown
  try {
    data = JSON.parse(body)
  } catch {
    throw new Error(`${name} is not JSON`)
  }
  if (typeof data !== 'object' || data === null) throw new Error(`${name} is not an object`)
  return data as Record<string, unknown>
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

function isMatchEntry(value: unknown): boolean {
  const entry = value as Record<string, unknown> | null
  return (
    typeof entry === 'object' &&
    entry !== null &&
    isId(entry.id) &&
    isText(entry.title) &&
    isTexts(entry.errors) &&
    isTexts(entry.signs) &&
    isTexts(entry.codes) &&
    isTexts(entry.products)
  )
}

function isIndexEntry(value: unknown): boolean {
  const entry = value as Record<string, unknown> | null
  return (
    typeof entry === 'object' &&
    entry !== null &&
    isText(entry.title) &&
    isText(entry.category) &&
    isText(entry.url) &&
    isText(entry.fix)
  )
}

function isManifestFile(value: unknown): value is ManifestFile {
  const { path, bytes, sha256 } = (value ?? {}) as Partial<Record<keyof ManifestFile, unknown>>
  return (
    isText(path) &&
    !path.startsWith('/') &&
    !path.split('/').includes('..') &&
    typeof bytes === 'number' &&
    isText(sha256)
  )
}

/** Becomes part of an address, so it is nothing but two slugs. */
export const isId = (value: unknown): value is string =>
  isText(value) && /^[a-z0-9]+(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/.test(value)
