import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { fixOf, sectionsOf } from '../client/catalog-files.ts'
import { CatalogUnavailable, decode, type ReadFile } from '../client/reader.ts'
import type { IndexEntry } from '../model/index-entry.ts'
import { collapse, cut, fixLength, symptomLength } from '../model/text.ts'
import { filesBelow } from '../pipeline/disk.ts'

const block = 512

/** The files of a packed catalog, by their path. Throws if it is torn or something else. */
export function unpack(bytes: Uint8Array, name: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  try {
    const tar = gunzipSync(bytes)
    const text = (start: number, length: number) =>
      tar.toString('utf8', start, start + length).replace(/\0.*/s, '')
    for (let at = 0; tar[at]; ) {
      const size = Number.parseInt(text(at + 124, 12), 8)
      const folder = text(at + 345, 155)
      const path = `${folder}${folder === '' ? '' : '/'}${text(at, 100)}`
      files.set(path, tar.subarray(at + block, at + block + size))
      at += block + Math.ceil(size / block) * block
    }
  } catch {
    // Told below, like a file that holds something else.
  }
  if (!files.has('version.json'))
    throw new CatalogUnavailable(`${name} is truncated or no packed catalog`, 'Get it again: fixdex update.')
  return files
}

/** Reads from a packed catalog, or from the folder into which it was unpacked; the index, which repeats what the pages say, is made of them. */
export function packReader(file: string): ReadFile {
  let files: Map<string, Buffer> | undefined
  return async (path, parse) => {
    files ??= statSync(file, { throwIfNoEntry: false })?.isDirectory()
      ? filesIn(file)
      : unpack(readPack(file), file)
    const body = files.get(path) ?? made[path]?.(files)
    if (body === undefined) throw new CatalogUnavailable(`${path} does not exist in ${file}`)
    return { value: parse(body) }
  }
}

const filesIn = (dir: string): Map<string, Buffer> =>
  new Map([...filesBelow(dir)].sort().map((path) => [path, readFileSync(join(dir, path))]))

function readPack(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new CatalogUnavailable(`Can’t read ${file}`, 'Name a catalog.tgz of a published catalog.')
  }
}

type Files = ReadonlyMap<string, Buffer>

/** Files that a pack lacks, because they repeat what the others say. */
const made: Readonly<Record<string, (files: Files) => Buffer>> = {
  'solutions.json': indexOf,
  'match.json': matchFileOf,
}

const textsOf = (files: Files, ending: string): string[] =>
  [...files]
    .filter(([path]) => path.startsWith('solutions/') && path.endsWith(ending))
    .map(([, body]) => decode(body))

function matchFileOf(files: Files): Buffer {
  const { generated, count } = JSON.parse(String(files.get('version.json')))
  const head = JSON.stringify({ format: 1, generated, count }).slice(0, -1)
  return Buffer.from(`${head},"entries":[\n${textsOf(files, '.json').join(',\n')}\n]}\n`)
}

function indexOf(files: Files): Buffer {
  const solutions = textsOf(files, '.md').map(entryOf)
  const { generated } = JSON.parse(String(files.get('version.json')))
  const base_url = new URL(solutions[0]?.address ?? 'https://example.org').origin
  const entries = solutions.map(({ address: _, ...entry }) => entry)
  return Buffer.from(JSON.stringify({ generated, count: entries.length, base_url, solutions: entries }))
}

function entryOf(twin: string): IndexEntry & { address: string } {
  const fact = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(twin)?.[1] ?? ''
  const address = fact('url')
  const source = fact('source')
  return {
    address,
    title: JSON.parse(fact('title')),
    category: fact('category') as IndexEntry['category'],
    url: new URL(address).pathname,
    symptom: cut(collapse(sectionsOf(twin)[0] ?? ''), symptomLength),
    fix: cut(collapse(fixOf(twin)), fixLength),
    ...(source === '' ? {} : { source }),
  }
}
