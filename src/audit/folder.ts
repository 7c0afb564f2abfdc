import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { hiddenCharacters } from '../checks/hidden-characters.ts'
import { Fault } from '../model/fault.ts'
import type { Fail, Report } from './finding.ts'

/** A published folder on disk. */
export interface Folder {
  readonly dir: string
  /** Name of the one folder that holds `solutions.json`. */
  readonly site: string
  /** Paths of regular files, relative, forward slashes, sorted. */
  readonly files: ReadonlySet<string>
}

/** Lists the folder. Throws a `Fault` for one that no build wrote, because the user named the wrong folder. */
export function openFolder(dir: string, report: Report): Folder {
  const root = resolve(dir)
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Fault(`No folder at ${root}`, 'Build the catalog first, or name the folder it was built into.')
  }
  const sites = readdirSync(root).filter((name) => existsSync(join(root, name, 'solutions.json')))
  if (sites.length !== 1 || sites[0] === undefined) {
    throw new Fault(
      `${root} is not a built catalog: ${sites.length} of its folders hold a solutions.json, expected one`,
      'Name the folder that `build` wrote, the one with robots.txt, not the site’s folder in it.',
    )
  }
  return { dir: root, site: sites[0], files: new Set(list(root, '', report).sort()) }
}

function list(root: string, prefix: string, report: Report): string[] {
  return readdirSync(join(root, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = prefix + entry.name
    if (entry.isDirectory()) return list(root, `${path}/`, report)
    if (entry.isFile()) return [path]
    report('file/kind', path, 'Unexpected symbolic link or special file, expected a regular file')
    return []
  })
}

export const readBytes = ({ dir }: Folder, path: string): Buffer => readFileSync(join(dir, path))

/** Text of a file; empty if there is none. What is not UTF-8 differs from what the pages make. */
export const readText = (folder: Folder, path: string): string =>
  folder.files.has(path) ? readBytes(folder, path).toString() : ''

/** Below the site's folder. */
export const readSiteText = (folder: Folder, name: string): string =>
  readText(folder, `${folder.site}/${name}`)

/** Needed again for text that was escaped in its file: character references, JSON strings. */
export function checkVisible(text: string, fail: Fail): void {
  const [hidden] = hiddenCharacters(text)
  if (hidden) fail('file/hidden-character', `Hidden character ${hidden.name}`)
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** The chunks that make the picture. Others contain words, places and dates that nobody sees. */
const pngChunks = /^(?:IHDR|PLTE|tRNS|sRGB|gAMA|pHYs|IDAT|IEND)$/

/** A social card is a PNG that contains a picture and nothing else. */
export function checkPng(bytes: Buffer, fail: Fail): void {
  const types: string[] = []
  let at = pngSignature.length
  for (; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at))
    types.push(bytes.toString('latin1', at + 4, at + 8))
  const isWhole = at === bytes.length && types[0] === 'IHDR' && types.at(-1) === 'IEND'
  const foreign = types.find((type) => !pngChunks.test(type))
  if (!isWhole || !bytes.subarray(0, 8).equals(pngSignature) || foreign)
    fail('file/picture', 'Unexpected bytes, expected one whole PNG with nothing but the picture')
}

/** A picture can be opened by its address, and would then run what it contains. */
export function checkSvg(text: string, fail: Fail): void {
  const names = [...text.matchAll(/<\/?([^\s/>]+)/g)].map(([, name = '']) => name)
  const shapes = /^(?:svg|g|path|rect|circle|ellipse|line|polygon|polyline|text|title|desc)$/
  if (!names.every((name) => shapes.test(name)) || /\son|href|url\(|style/i.test(text))
    fail('file/picture', 'Unexpected content of a picture, expected shapes that load and run nothing')
}
