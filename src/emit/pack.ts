import { hash } from 'node:crypto'
import { gzipSync, strToU8 } from 'fflate'
import { type Catalog, solutionsOf } from '../model/catalog.ts'
import { absolute, type Site, siteFile, solutionPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { categories } from '../model/vocabulary.ts'
import { solutionTwin } from '../render/twin.ts'
import { skillFile, skillPath } from './agent-files.ts'
import { matchEntryOf, versionJson } from './index-files.ts'
import { keyOf } from './lists.ts'
import type { Output } from './output.ts'

/** Hosts refuse larger files, and a larger catalog is no longer something to carry along. */
const mostSolutions = 15_000

/** Returns what was made before for this part and key, or makes it. */
export type Keep = (part: string, key: string, make: () => Uint8Array) => Uint8Array

/**
 * `/catalog.tgz`, what a client needs without a network, with its digest beside it: all twins, what the matcher knows of
 * each, the skill. Compressed by a library, because the bytes of Node’s own zlib differ between machines, and each
 * category by itself (RFC 1952 allows several members), so that an edit compresses only one again.
 */
export function packFiles(catalog: Catalog, site: Site, keep: Keep = (_, __, make) => make()): Output[] {
  if (catalog.solutions.length > mostSolutions) return []
  // Without references: they need a network, and cost a thirtieth.
  const twin = ({ references: _, ...solution }: Solution) => ({
    path: `solutions/${solution.id}.md`,
    body: solutionTwin(solution, site, absolute(site, solutionPath(site, solution.id))),
  })
  // What the matcher knows of a page repeats its words: beside the page it costs a third.
  const listed = (solution: Solution) => [
    twin(solution),
    { path: `solutions/${solution.id}.json`, body: JSON.stringify(matchEntryOf(solution)) },
  ]
  const member = (files: Parameters<typeof tarOf>[0]): Uint8Array =>
    gzipSync(tarOf(files, Date.parse(catalog.generated) / 1000), { level: 9, mtime: 0 })
  const members = categories.map((category) => {
    const solutions = solutionsOf(catalog, category)
    const key = keyOf(site, solutions, catalog.generated)
    const make = () => member(solutions.flatMap(listed))
    return key === undefined ? make() : keep(`pack${categories.indexOf(category)}`, key, make)
  })
  const head = [
    { path: 'version.json', body: versionJson(catalog, site) },
    { path: skillPath, body: skillFile(catalog, site) },
  ]
  const end = gzipSync(new Uint8Array(2 * block), { level: 9, mtime: 0 })
  const bytes = Buffer.concat([member(head), ...members, member(catalog.translations.map(twin)), end])
  return [
    { path: siteFile(site, 'catalog.tgz'), body: bytes.toString('base64'), encoding: 'base64' },
    { path: siteFile(site, 'catalog.tgz.sha256'), body: `${hash('sha256', bytes)}  catalog.tgz\n` },
  ]
}

const block = 512

/** A part of a tar file (ustar). `time` is in seconds since 1970. */
function tarOf(files: readonly { readonly path: string; readonly body: string }[], time: number): Uint8Array {
  const parts = files.flatMap(({ path, body }) => {
    const bytes = strToU8(body)
    return [header(path, bytes.length, time), bytes, new Uint8Array(-bytes.length & (block - 1))]
  })
  return Buffer.concat(parts)
}

function header(path: string, size: number, time: number): Uint8Array {
  const bytes = Buffer.alloc(block)
  const slash = path.lastIndexOf('/')
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0')
  bytes.write(path.slice(slash + 1), 0, 100)
  bytes.write(`${octal(0o644, 8)}\0${octal(0, 8)}\0${octal(0, 8)}\0`, 100)
  bytes.write(`${octal(size, 12)}\0${octal(time, 12)}\0`, 124)
  bytes.write(`${' '.repeat(8)}0`, 148)
  bytes.write('ustar\x0000', 257)
  bytes.write(path.slice(0, Math.max(0, slash)), 345, 155)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${octal(sum, 7)}\0 `, 148)
  return bytes
}
